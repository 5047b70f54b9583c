// The probes of load balancers and supervisors: /healthz and /readyz.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../calls/app-context.ts';
import { kindsDown } from '../jobs/outage-store.ts';
import { VERSION } from '../wire/version.ts';
import { AppError } from '../wire/app-error.ts';
import { checkDatabase } from './database-check.ts';
import { Readiness, type ReadyState } from './readiness.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Rooms add what this process needs to serve calls. */
    readiness: Readiness;
  }
}

const WATCH_EVERY_MS = 10_000;
/** Seconds after which a caller tries again. A balancer sends the next try to another process. */
const RETRY_SECONDS = 2;

/** Adds the probes, and the checks of the database, the keys and the queue. */
export function addHealth(
  app: FastifyInstance,
  { db, clock, machineClock = clock, keysProblem }: Deps,
): void {
  const readiness = new Readiness();
  readiness.add('database', () =>
    checkDatabase(db, machineClock, (err) => app.log.debug({ err }, 'database not ready')),
  );
  readiness.add('keys', async () => ({ keys: keysProblem() === undefined ? 'ok' : 'unreadable' }));
  // Jobs such as mails wait in the queue meanwhile, so the process still takes requests.
  readiness.add('queue', async () =>
    Object.fromEntries((await kindsDown(db, clock())).map((kind) => [kind, 'degraded'])),
  );
  app.decorate('readiness', readiness);
  // A probe comes through the proxy too, and must not be refused when its other clients are.
  app.get('/healthz', { config: { limited: true } }, async () => ({ ok: true, version: VERSION }));
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness.state();
    return reply
      .code(state.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state);
  });
  // With a wrong clock it would free seats that others hold, end sessions, and send gates a wrong time.
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (readiness.isSkewed && routeOptions.config.call !== undefined)
      throw new AppError('REQ-0010', { detail: 'the clock is skewed', retryAfter: RETRY_SECONDS });
  });
  app.addHook('onResponse', async ({ outage }) => {
    if (outage === 'diskFull') readiness.noteFullDisk();
  });
  // A proxy opens its next connection to a process that goes on.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.isStopping) reply.header('connection', 'close');
  });
}

/**
 * Logs each change of readiness, checked now and every ten seconds. Resolves after the first check with a function that stops it and waits for
 * the current one.
 */
export async function watchReadiness(app: FastifyInstance): Promise<() => Promise<void>> {
  let last = '';
  const note = ({ ok, parts }: ReadyState) => {
    // A stop is no failure, and has a line of its own.
    if (app.readiness.isStopping) return;
    const now = JSON.stringify(parts);
    if (now === last) return;
    const isFirst = last === '';
    last = now;
    if (!ok) app.log.error({ event: 'server.failed', parts }, 'not ready');
    else if (!isFirst) app.log.info({ parts }, 'ready again');
  };
  let round = Promise.resolve();
  const check = () => {
    round = round.then(async () => note(await app.readiness.state()));
  };
  check();
  const timer = setInterval(check, WATCH_EVERY_MS);
  timer.unref();
  await round;
  return async () => {
    clearInterval(timer);
    await round;
  };
}
