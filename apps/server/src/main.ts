// The server process: reads settings, opens the database and keys, listens, and stops gracefully.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { keepDeleting } from './platform/retention/retention.ts';
import { keepJudging } from './gate/passages/judge-closed-gate.ts';
import { buildApp } from './app.ts';
import { adoptDeskKey, adoptOrders } from './partner/adopt/adopt-desk-key.ts';
import { readConfig, type Config } from './platform/start/config.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { openDataDir } from './platform/db/data-dir/private-folder.ts';
import { seedFirstManager } from './desk/staff/first-manager.ts';
import { demoMessage } from './demo/demo-message.ts';
import { guardDemo, guardProduction } from './demo/guard-database.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { newJobQueue } from './platform/jobs/job-queue.ts';
import { mailJobs } from './platform/mail/mail-jobs.ts';
import { keepNotifying } from './push/keep-notifying.ts';
import { pushJobs } from './push/push-jobs.ts';
import { newPushSender } from './platform/push/send-push.ts';
import { keepRunning } from './platform/jobs/job-runner.ts';
import { jobLog } from './platform/jobs/job-log.ts';
import { devMailbox, smtpMailer } from './platform/mail/send-mail.ts';
import { openSettings } from './platform/operator/files/operator-settings.ts';
import { keepOperator } from './platform/operator/operator-store.ts';
import { keepingLast, readInWorker } from './platform/operator/read-operator.ts';
import { refundLateSeats } from './reservation/store/late-refund-store.ts';
import { followTimetable } from './reservation/disruption/follow-timetable.ts';
import { keepReminding } from './reservation/mails/eve-mails.ts';
import { makeTripMail } from './reservation/mails/make-trip-mail.ts';
import { keepMailing } from './reservation/disruption/mail-disruptions.ts';
import { keepRecording } from './live/late/record-arrivals.ts';
import { pollFeeds } from './live/feed/poll-feeds.ts';
import { watchFeeds } from './live/feed/feed-metrics.ts';
import { keepDelivering } from './partner/webhooks/keep-delivering.ts';
import { watchWebhooks } from './partner/webhooks/webhook-metrics.ts';
import { newPoster } from './platform/http/post-outside.ts';
import { handleUncaughtErrors } from './platform/start/uncaught-errors.ts';
import { leftKeyFiles } from './platform/keys/old-key-files.ts';
import { openServerKeys } from './platform/keys/server-keys.ts';
import { watchReadiness } from './platform/health/health-routes.ts';
import { newMetrics } from './platform/telemetry/metrics.ts';
import type { Traces } from './platform/telemetry/traces.ts';
import { openMetrics } from './platform/telemetry/open-metrics.ts';
import { publishAndOpenTimetable } from './reservation/timetable/publish-and-open-timetable.ts';
import { startFault } from './platform/start/start-fault.ts';
import { syncProducts } from './ticket/issue/sync-products.ts';

const STOP_WITHIN_MS = 10_000;
/** The connections that a process opens to one host of partners' endpoints at most. */
const WEBHOOK_CONNECTIONS = 8;

// All files of this process are for its own user: keys, the embedded database, and what libraries write.
process.umask(0o077);

/** Prints a line for the operator before there is a log. */
const say = (line: string) => process.stderr.write(`kippu: ${line}\n`);

/** Opens the traces. OpenTelemetry is loaded only if they are wanted. */
async function tracesOf(config: Config, report: (error: unknown) => void): Promise<Traces | undefined> {
  if (!config.traces) return undefined;
  const { openTraces } = await import('./platform/telemetry/traces.ts');
  return openTraces(config.traces, config, report);
}

async function serve(config: Config): Promise<void> {
  const { operatorId, colors } = openSettings(config.operatorDir);
  const clock = () => Date.now();
  openDataDir(config.dataDir).forEach(say);
  const { db, pool, close } = await openDatabase(config);
  await keepOperator(db, operatorId);
  if (config.production) (await guardProduction(db, new Date(clock()))).forEach(say);
  if (config.demo) await guardDemo(db);
  const mail = config.smtpUrl ? smtpMailer(config.smtpUrl, { ...config, colors }) : devMailbox(clock);
  let app: FastifyInstance | undefined;
  /** Logs the error if the application is running, else prints it. */
  const report = (err: unknown) => {
    if (app) app.log.error({ event: 'server.failed', err }, 'keys not read');
    else say(startFault(err, config));
  };
  const serverKeys = await openServerKeys({ db, clock, config }, report);
  leftKeyFiles(config.dataDir).forEach(say);
  const { keys, issuerKeys, pushKeys, webhookKeys, problem: keysProblem } = serverKeys;
  /** Reports a timetable that cannot be read. The one before it stays in effect here. */
  const reportTimetable = (err: unknown, generation: number) =>
    app?.log.error({ event: 'timetable.unreadable', err, generation }, 'timetable not read');
  const readOperator = keepingLast(readInWorker);
  const timetable = await publishAndOpenTimetable(
    { db, clock, read: readOperator, report: reportTimetable },
    config,
  );
  const metrics = config.metrics && newMetrics();
  const traces = await tracesOf(config, (err) => app?.log.warn({ err }, 'traces not sent'));
  const queue = newJobQueue(keys);
  const services = {
    keys,
    issuerKeys,
    pushKeys,
    webhookKeys,
    keysProblem,
    mail,
    queue,
    timetable,
    readOperator,
    metrics,
    traces,
  };
  const deps = { db, clock, config, ...services };
  await syncProducts(db, timetable.current.operator);
  const ofKey = await adoptDeskKey(db, config.deskApiKey, clock());
  if (ofKey !== undefined) say(ofKey);
  await seedFirstManager(deps);
  if (config.demo) await seedDemo(deps);
  const served = await buildApp(deps);
  app = served;
  const metricsServer = await openMetrics(deps, pool, served.readiness, served.log);
  const stopWatching = await watchReadiness(served);
  /** With a wrong clock nothing is deleted, dropped or judged as too old. */
  const isPaused = () => served.readiness.isSkewed;
  const sender = newPushSender({ pushKeys, settings: config.push, contact: config.push.contact, clock });
  const handlers = [
    ...mailJobs(mail, makeTripMail(deps)),
    ...pushJobs({ ...deps, settings: config.push, sender }),
  ];
  const stopJobs = keepRunning({ db, clock, queue, isPaused, ...jobLog(served.log) }, queue, handlers);
  const notifying = keepNotifying({ ...deps, isPaused }, (err) =>
    served.log.error({ event: 'server.failed', err }, 'travellers not notified of their trains'),
  );
  const stopReminding = keepReminding({ ...deps, isPaused }, (err) =>
    served.log.error({ event: 'server.failed', err }, 'mails of the evening before not queued'),
  );
  const mailing = keepMailing(deps, (err) =>
    served.log.error({ event: 'server.failed', err }, 'mails of disruptions not queued'),
  );
  const following = followTimetable({
    db,
    clock,
    timetable,
    onMoved: (disrupted) => {
      if (disrupted === 0) return;
      served.log.warn({ disrupted }, 'the timetable changed reserved trains');
      mailing.begin();
      notifying.begin();
    },
    onLiveMoved: (disrupted) => {
      served.log.info({ disrupted }, 'reserved trains were cut, restored, or have other cars');
      mailing.begin();
      notifying.begin();
    },
    failed: (err) => served.log.error({ err }, 'the newest timetable was not followed'),
  });
  await following.look();
  if (config.realtime && metrics)
    watchFeeds(metrics.registry, deps, (err) =>
      served.log.error({ event: 'server.failed', err }, 'metrics not read'),
    );
  const poster = newPoster({ allowed: config.webhooks, connections: WEBHOOK_CONNECTIONS, clock });
  const webhookMetrics =
    metrics &&
    watchWebhooks(metrics.registry, deps, (err) =>
      served.log.error({ event: 'server.failed', err }, 'metrics not read'),
    );
  const stopDelivering = keepDelivering({
    ...deps,
    allowed: config.webhooks,
    poster,
    metrics: webhookMetrics,
    isPaused,
    report: (about) => served.log.error({ ...about }, 'endpoint of a partner disabled'),
    failed: (err) => served.log.error({ event: 'server.failed', err }, 'webhooks not delivered'),
  });
  const stopPolling = pollFeeds({ db, clock, timetable, isPaused, log: served.log }, config.realtime);
  const stopRecording = keepRecording({ db, clock, timetable, isPaused, onArrived: refundLateSeats }, (err) =>
    served.log.error({ event: 'server.failed', err }, 'arrivals of trains not recorded'),
  );
  const stopDeleting = keepDeleting({ db, clock, isPaused }, (err) =>
    served.log.error({ err }, 'old rows not deleted'),
  );
  const adopting = adoptOrders(db, timetable.current.operator.settings).catch((err: unknown) =>
    served.log.error({ event: 'server.failed', err }, 'orders of the former key not adopted'),
  );
  const judging = { db, clock, isPaused, rules: timetable.current.operator.settings.rules };
  const stopJudging = keepJudging(judging, (err) =>
    served.log.error({ event: 'server.failed', err }, 'passages of closed gates not judged'),
  );
  /** Ends in order. For `drainMs` milliseconds calls are still accepted, while /readyz makes load balancers send them elsewhere. */
  const stop = async (signal: string, drainMs: number) => {
    if (served.readiness.isStopping) return;
    served.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref();
    served.readiness.stop();
    if (drainMs > 0) await wait(drainMs);
    await served.close();
    await stopWatching();
    await metricsServer?.close();
    await traces?.close();
    await stopPolling();
    await stopRecording();
    await following.stop();
    await mailing.stop();
    await stopReminding();
    await notifying.stop();
    await stopDelivering();
    poster.close();
    await stopJobs();
    sender.close();
    mail.close();
    await stopDeleting();
    await stopJudging();
    await adopting;
    await serverKeys.close();
    await close();
  };
  process.on('SIGTERM', (signal) => void stop(signal, config.stopDelayMs));
  process.on('SIGINT', (signal) => void stop(signal, config.stopDelayMs));
  // After a fault its state is unknown, so it accepts no more calls.
  handleUncaughtErrors(process, served.log, () => stop('fault', 0));
  await served.listen({ port: config.port, host: config.host });
  if (config.demo) process.stdout.write(await demoMessage(deps));
}

let config: Config | undefined;
try {
  config = readConfig(process.env);
  await serve(config);
} catch (error) {
  say(startFault(error, config));
  process.exit(1);
}
