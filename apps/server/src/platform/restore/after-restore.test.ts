// A restored database lets nobody in who was signed out since, accepts no code twice, and sends no mail again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { inTransaction, type Db } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { forgetAfterRestore } from './after-restore.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const NOW = new Date('2026-11-30T03:00:00Z');
const soon = new Date(NOW.getTime() + 60_000);
let opened: OpenDatabase;
let db: Db;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.db;
});
afterAll(() => opened.close());

test('sessions end, codes are void, queued mails become dead letters, and a second run changes nothing', async () => {
  const run = async (statement: ReturnType<typeof sql>) => void (await statement.execute(db));
  await run(sql`insert into account (account_id, email, username, fullname, country, language, password_hash, password_changed_at,
    status, created_at) values ('a', 'a@x.jp', 'a', 'A', 'JP', 'ja', 'h', ${NOW}, 'active', ${NOW})`);
  await run(sql`insert into session (session_id, account_id, device_id, created_at, last_seen_at)
    values ('live', 'a', 'd', ${NOW}, ${NOW})`);
  await run(sql`insert into session (session_id, account_id, device_id, created_at, last_seen_at, ended_at, end_reason)
    values ('over', 'a', 'd', ${NOW}, ${NOW}, ${NOW}, 'logout')`);
  await run(sql`insert into staff (staff_id, email, name, role, password_hash, must_change_password, created_at)
    values ('s', 's@x.jp', 'S', 'counter', 'h', false, ${NOW})`);
  await run(sql`insert into staff_session (token_hash, staff_id, created_at, expires_at, last_seen_at)
    values ('t', 's', ${NOW}, ${soon}, ${NOW})`);
  await run(
    sql`insert into gate_code (code_hash, station_id, direction, expires_at) values ('g', 'kyoto', 'in', ${soon})`,
  );
  await run(sql`insert into verify_code (email_hash, purpose, device_hash, code_hash, created_at, expires_at)
    values ('e', 'registry', 'd', 'c', ${NOW}, ${soon})`);
  await run(sql`insert into push_subscription (subscription_id, account_id, device_id, host, endpoint_hash, sealed, key_id,
    language, topics, seen_at) values ('p', 'a', 'd', 'h', 'h', 's', 'k', 'ja', array['change'], ${NOW})`);
  const job = (id: string, expires: Date | null, dead: Date | null) =>
    run(sql`insert into job (job_id, kind, topic, payload, queued_at, run_at, attempts, expires_at, dead_at, reason)
      values (${id}, 'mail', 't', 'p', ${NOW}, ${NOW}, 0, ${expires}, ${dead}, ${dead && 'refused 550'})`);
  await job('code', soon, null);
  await job('transfer', null, null);
  await job('dead', null, NOW);

  const forget = () => inTransaction(db, (trx) => forgetAfterRestore(trx, NOW));
  expect(await forget()).toEqual({ sessions: 1, staffSessions: 1, gateCodes: 1, mails: 2 });
  const { rows: sessions } = await sql`select session_id, end_reason from session order by 1`.execute(db);
  expect(sessions).toEqual([
    { session_id: 'live', end_reason: 'desk' },
    { session_id: 'over', end_reason: 'logout' },
  ]);
  const { rows: jobs } = await sql`select job_id, reason from job order by 1`.execute(db);
  expect(jobs).toEqual([
    { job_id: 'dead', reason: 'refused 550' },
    { job_id: 'transfer', reason: 'restored' },
  ]);
  const { rows: codes } = await sql`select 1 from verify_code`.execute(db);
  expect(codes).toEqual([]);
  const { rows: phones } = await sql`select 1 from push_subscription`.execute(db);
  expect(phones).toEqual([]);
  expect(await forget()).toEqual({ sessions: 0, staffSessions: 0, gateCodes: 0, mails: 0 });
});
