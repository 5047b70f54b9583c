// What a queued mail costs the act that it belongs to: the transaction of a sign-up's code with its mail in the queue, beside the same
// transaction without one, in turns on the same PostgreSQL; and what sending it costs.
// node bench/queue.mjs [codes a round] [rounds]; starts and stops everything that it needs.
import { fileURLToPath } from 'node:url';
import { newKeys } from '../apps/server/src/platform/keys/password-keys.ts';
import { sendVerifyCode } from '../apps/server/src/account/sign-up/send-verify-code.ts';
import { inTransaction } from '../apps/server/src/platform/db/database.ts';
import { MIGRATION_LIMITS } from '../apps/server/src/platform/db/connect/limits.ts';
import { openPostgres } from '../apps/server/src/platform/db/open-database.ts';
import { newJobQueue } from '../apps/server/src/platform/jobs/job-queue.ts';
import { JobRunner } from '../apps/server/src/platform/jobs/job-runner.ts';
import { mailJobs } from '../apps/server/src/platform/mail/mail-jobs.ts';
import { devMailbox } from '../apps/server/src/platform/mail/send-mail.ts';
import { openSettings } from '../apps/server/src/platform/operator/files/operator-settings.ts';
import { withPostgres } from '../scripts/programs/postgres.mjs';
import { median, postgresCpu } from './harness.mjs';

const [CODES = 300, ROUNDS = 5] = process.argv.slice(2).map(Number);
/** A queued mail may cost this much of the transaction's own processor time. */
const LIMIT = 1.5;

// Mails name the railway.
openSettings(fileURLToPath(new URL('../operators/kansai', import.meta.url)));

const ran = await withPostgres(async (url) => {
  const { db, close } = await openPostgres(url, { limits: MIGRATION_LIMITS });
  const clock = () => Date.now();
  const keys = newKeys(clock());
  const queue = newJobQueue(keys);
  const without = { ...queue, add: async () => undefined };
  const fail = (error) => {
    throw error;
  };
  const runner = new JobRunner(
    { db, clock, queue, report: () => undefined, failed: fail },
    mailJobs(devMailbox(clock), async () => undefined)[0],
  );
  const postgres = await postgresCpu(db);
  const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000 + postgres();
  let person = 0;
  /** Returns the processor milliseconds of one code, in this process and in PostgreSQL. */
  const measure = async (used) => {
    const before = cpu();
    for (let i = 0; i < CODES; i += 1) {
      person += 1;
      /** @type {Parameters<typeof sendVerifyCode>[2]} */
      const request = {
        email: `guest${person}@example.jp`,
        purpose: 'registry',
        language: 'ja',
        publicOrigin: 'https://kippu.example',
        address: `192.0.${person % 250}.${Math.floor(person / 250) % 250}`,
        devices: [`device-${person}`],
        isKnown: true,
        captchaPass: undefined,
      };
      await inTransaction(db, (trx) => sendVerifyCode(trx, { keys, queue: used }, request, clock()));
    }
    return (cpu() - before) / CODES;
  };
  const send = async () => {
    const before = cpu();
    await runner.drain();
    return (cpu() - before) / CODES;
  };
  await measure(queue);
  await runner.drain();
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await measure(without);
    const queued = await measure(queue);
    rounds.push({ bare, queued, ratio: queued / bare, sent: await send() });
  }
  const of = (name) => median(rounds.map((each) => each[name]));
  const ratio = of('ratio');
  console.log(
    `a code without a mail ${of('bare').toFixed(2)} ms of processor time, with a queued mail ${of('queued').toFixed(2)} ms`,
  );
  console.log(
    `ratio ${ratio.toFixed(2)} (rounds ${rounds.map((each) => each.ratio.toFixed(2)).join(', ')}), limit ${LIMIT}`,
  );
  console.log(`claiming, sending to a mailbox in memory and deleting: ${of('sent').toFixed(2)} ms a mail`);
  await close();
  if (ratio > LIMIT) process.exitCode = 1;
});
if (!ran) process.exitCode = 1;
