// The process: reads settings, opens what the application stands on, listens, and stops gracefully.
import { openKeys } from './account/password-crypto.ts';
import { mailFault } from './account/post-mail.ts';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import { seedFirstManager } from './desk/first-manager.ts';
import { demoNotice } from './demo/demo-notice.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { devMailbox, smtpMailer } from './mail/send-mail.ts';
import { openOperator } from './operator/open-operator.ts';
import { compareWithFeed } from './seat/compare-feed.ts';
import { keepMailing } from './seat/mail-disruptions.ts';
import { openIssuerKeys } from './ticket/issuer-keys.ts';
import { syncProducts } from './ticket/sync-products.ts';

const STOP_WITHIN_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const clock = () => Date.now();
  const { db, close } = await openDatabase(config);
  const { operator: read, importId } = await openOperator(db, config);
  const mail = config.smtpUrl ? smtpMailer(config.smtpUrl, config.publicOrigin) : devMailbox(clock);
  const report = (error: unknown) => console.error(error);
  const keys = openKeys(config.dataDir, clock, report);
  const issuerKeys = openIssuerKeys(config.dataDir, clock, report);
  // Before anybody is served: a seat of a train that no longer runs must not be sold.
  const { operator, disrupted } = await compareWithFeed(db, read, clock());
  const deps = { db, clock, config, keys, issuerKeys, mail, operator, importId };
  await syncProducts(db, operator);
  await seedFirstManager(deps);
  if (config.demo) await seedDemo(deps);
  const app = await buildApp(deps);
  if (disrupted > 0) app.log.warn({ disrupted }, 'the timetable changed reserved trains');
  const stopMailing = keepMailing(deps, (error) => app.log.error(mailFault(error), 'mail not sent'));
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await app.close();
    await stopMailing();
    await close();
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
  await app.listen({ port: config.port, host: config.host });
  if (config.demo) process.stdout.write(await demoNotice(deps));
}

main().catch((error: unknown) => {
  const line = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`kippu: ${line}\n`);
  process.exit(1);
});
