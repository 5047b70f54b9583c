// A restore to an earlier time, by the steps of docs/operating.md: a backup, a day that goes on, the backup in a new database.
// Sessions that have ended since stay ended, mails are not sent again, and travellers go on.
//   node scripts/release/try-restore.mjs
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programOf, withPostgres } from '../programs/postgres.mjs';
import { endingAll, productionSettings, startProduction, startRelay } from './production.mjs';
import { askCode, caller, journey, loadMember, logIn, signUp } from './traveller.mjs';

const ROOT = path.join(import.meta.dirname, '../..');

/** Runs a statement on a database. @returns {string} the rows, one a line */
const onDatabase = (/** @type {string} */ url, /** @type {string} */ statement) =>
  execFileSync(programOf('psql'), ['--no-psqlrc', '-At', '-c', statement, url], { encoding: 'utf8' });

const expect = (what, holds) => {
  if (!holds) throw new Error(`not so: ${what}`);
};

/** @param {string} databaseUrl @param {string} work */
async function drill(databaseUrl, work) {
  const backup = path.join(work, 'kippu.backup');
  const dataDir = path.join(work, 'data');
  let relay = await startRelay();
  const smtpUrl = relay.url;
  const server = await startProduction({ folder: ROOT, dataDir, databaseUrl, smtpUrl });
  const on = caller([server.origin]);
  const { email, token } = await signUp(on, relay);
  // A mail that waits for the relay while the backup is made.
  await relay.close();
  const waiting = 'waiting@example.com';
  await askCode(on, waiting);
  expect(
    'a mail waits',
    onDatabase(databaseUrl, 'select count(*) from job where dead_at is null').trim() === '1',
  );
  execFileSync(programOf('pg_dump'), ['--format=custom', `--file=${backup}`, databaseUrl]);

  // The day goes on: the mail is sent, the session ends, a whole journey is made.
  relay = await startRelay(relay.port);
  await logIn(on, email);
  await journey(on, relay);
  await server.stop();
  await relay.close();

  const restored = new URL(databaseUrl);
  restored.pathname = '/restored';
  onDatabase(databaseUrl, 'create database restored');
  execFileSync(programOf('pg_restore'), ['--no-owner', `--dbname=${restored.href}`, backup]);
  const where = { dataDir, databaseUrl: restored.href, smtpUrl };
  const said = execFileSync(process.execPath, ['apps/server/src/commands/after-restore.ts'], {
    cwd: ROOT,
    env: productionSettings(where),
    encoding: 'utf8',
  });
  console.log(said.trim());
  expect('one session was ended and one mail kept back', /Ended: 1 sessions.*Not sent: 1 mails/.test(said));

  relay = await startRelay(relay.port);
  const again = await startProduction({ folder: ROOT, ...where });
  const travellers = caller([again.origin]);
  const refused = await loadMember(travellers, token).then(
    () => 'accepted',
    (error) => String(error.message),
  );
  expect(`a session that had ended is refused, not: ${refused}`, / 4\d\d /.test(refused));
  await loadMember(travellers, (await logIn(travellers, email)).token);
  // Its mails are sent after all that waited.
  await journey(travellers, relay);
  expect('no mail is sent again', relay.mailsTo(waiting).length === 0);
  await again.stop();
  await relay.close();
}

const work = mkdtempSync(path.join(tmpdir(), 'kippu-restore-'));
chmodSync(work, 0o711);
try {
  if (!(await withPostgres((url) => endingAll(() => drill(url, work)), { durable: false })))
    process.exitCode = 1;
  else console.log('the restored database serves travellers');
} finally {
  rmSync(work, { recursive: true, force: true });
}
