// Old rows go, in small batches; all others stay. docs/data.md promises both.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { deleteOldRows, keepDeleting, PAST_SEAT_DAYS, RETENTION, TOKEN_DAYS } from './retention.ts';
import { emptyTables, openTestDatabase } from '../../../test/test-database.ts';

const NOW = Date.parse('2026-11-30T03:00:00Z');
const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(NOW - ms);

let opened: OpenDatabase;
let db: Db;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.db;
});
beforeEach(() => emptyTables(db));
afterAll(() => opened.close());

/** Writes a row of a table of RETENTION with this time; `n` makes it unique. */
const WRITE: Readonly<Record<string, (n: string, at: Date) => ReturnType<typeof sql>>> = {
  verify_code: (
    n,
    at,
  ) => sql`insert into verify_code (email_hash, purpose, device_hash, code_hash, created_at, expires_at)
    values (${n}, 'registry', 'd', 'c', ${at}, ${at})`,
  one_time_pass: (n, at) =>
    sql`insert into one_time_pass (pass_hash, kind, expires_at) values (${n}, 'captcha', ${at})`,
  captcha: (n, at) =>
    sql`insert into captcha (captcha_id, answer_hash, expires_at) values (${n}, 'h', ${at})`,
  used_once: (n, at) => sql`insert into used_once (hash, expires_at) values (${n}, ${at})`,
  attempt: (n, at) => sql`insert into attempt (subject, at) values (${n}, ${at})`,
  login_failure: (n, at) => sql`insert into login_failure (subject, failed_at) values (${n}, ${at})`,
  bind_failure: (n, at) => sql`insert into bind_failure (subject, failed_at) values (${n}, ${at})`,
  idempotency: (n, at) =>
    sql`insert into idempotency (account_id, key, fingerprint, created_at) values ('a', ${n}, 'f', ${at})`,
  staff_sign_in_failure: (
    n,
    at,
  ) => sql`insert into staff_sign_in_failure (hour, staff_id, failures, first_at, last_at)
    values (${at}, ${n}, 1, ${at}, ${at})`,
  staff_session: (
    n,
    at,
  ) => sql`insert into staff_session (token_hash, staff_id, created_at, expires_at, last_seen_at)
    values (${n}, 's', ${at}, ${at}, ${at})`,
  push_subscription: (
    n,
    at,
  ) => sql`insert into push_subscription (subscription_id, account_id, device_id, host, endpoint_hash, sealed, key_id,
    language, topics, seen_at) values (${n}, 'a', ${n}, 'h', ${n}, 's', 'k', 'ja', array['change'], ${at})`,
  eve_mail: (n, at) => sql`insert into eve_mail (reservation_id, day, departs_at) values (${n}, 'd', ${at})`,
  told_ride: (n, at) =>
    sql`insert into told_ride (reservation_id, ride, departs_at) values (${n}, 'r', ${at})`,
  gate_code: (n, at) =>
    sql`insert into gate_code (code_hash, station_id, direction, expires_at) values (${n}, 'kyoto', 'in', ${at})`,
  sent_link: (n, at) =>
    sql`insert into sent_link (token_hash, ticket_id, account_id, made_at, expires_at, closed_at, outcome)
    values (${n}, 't', 'a', ${at}, ${at}, ${at}, 'calledBack')`,
  seat_hold: (
    n,
    at,
  ) => sql`insert into seat_hold (hold_id, account_id, departure_id, from_station, to_station, first_leg, end_leg,
    ticket_ids, seats, created_at, expires_at) values (${n}, 'a', 'T1@2026-12-24', 'x', 'y', 0, 1, '{}', '{}', ${at}, ${at})`,
  feed_upload: (n, at) => sql`insert into feed_upload (upload_id, uploaded_by, uploaded_at, bytes, seen_at)
    values (${n}, 'desk:s', ${at}, 1, ${at})`,
  live_train: (n, at) => sql`insert into live_train (departure_id, service_date, version, changed_at)
    values (${n}, ${at}, 1, ${at})`,
  live_change: (n, at) => sql`insert into live_change (departure_id, source, changed_by, changed_at)
    values (${n}, 'feed', 'feed:1', ${at})`,
  late_run: (
    n,
    at,
  ) => sql`insert into late_run (departure_id, service_date, code, train_no, train_name, first_stop, last_stop, depart_at,
    arrivals, most_late, source, said_at, version, issued_at)
    values (${n}, ${at}, ${n}, '1', '{}', '{}', '{}', ${at}, '[]', 300, 'feed', ${at}, 1, ${at})`,
  feedback: (n, at) => sql`insert into feedback (feedback_id, reply_to, topic, body, language, created_at)
    values (${n}, 'v@x.jp', 'app', 'b', 'ja', ${at})`,
  job: (n, at) => sql`insert into job (job_id, kind, topic, payload, queued_at, run_at, attempts, dead_at)
    values (${n}, 'mail', 't', 'p', ${at}, ${at}, 1, ${at})`,
};

async function write(statement: ReturnType<typeof sql>): Promise<void> {
  await statement.execute(db);
}

async function people(): Promise<void> {
  const at = ago(400 * DAY_MS);
  await write(sql`insert into account (account_id, email, username, fullname, country, language, password_hash, password_changed_at,
    status, created_at) values ('a', 'a@x.jp', 'a', 'A', 'JP', 'ja', 'h', ${at}, 'active', ${at})`);
  await write(sql`insert into product (product_id, kind, reservations, data) values ('p', 'pass', 0, '{}')`);
  await write(sql`insert into ticket (ticket_id, ticket_no, issued_ticket_no, link_token, product_id, account_id, status,
    passenger_category, order_id, order_time, issuer, seller, sales_site, sales_company, sale_price, use_expire_date, created_at)
    values ('t', '1', '1', 'l', 'p', 'a', 'bound', 'adult', 'o', ${at}, 'i', 's', 's', 's', 0, ${at}, ${at})`);
  await write(sql`insert into staff (staff_id, email, name, role, password_hash, must_change_password, created_at)
    values ('s', 's@x.jp', 'S', 'counter', 'h', false, ${at})`);
}

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n;

test.each(RETENTION)('$table: rows go once their time is over, in batches', async ({ table, after }) => {
  await people();
  const put = WRITE[table];
  if (!put) throw new Error(`the test writes no row of ${table}`);
  for (const n of ['1', '2', '3', '4', '5']) await write(put(`old-${n}`, ago(after + 1_000 + Number(n))));
  await write(put('new', ago(after - 1_000)));
  // Five rows by two at a time.
  await deleteOldRows(db, NOW, 2);
  expect(await count(table)).toBe(1);
  expect([await count('account'), await count('staff')]).toEqual([1, 1]);
});

test('the files of the three newest timetables in force stay; those of older and withdrawn ones go, and of uploads alone', async () => {
  const at = ago(5 * DAY_MS);
  for (const id of ['alone', 'old-1', 'kept-1', 'withdrawn', 'kept-2', 'kept-3']) {
    await write(sql`insert into feed_upload (upload_id, uploaded_by, uploaded_at, bytes, seen_at)
      values (${id}, 'desk:s', ${at}, 1, ${at})`);
    await write(sql`insert into feed_upload_part (upload_id, part, bytes) values (${id}, 0, '\\x00')`);
  }
  for (const id of ['old-1', 'kept-1', 'withdrawn', 'kept-2', 'kept-3'])
    await write(sql`insert into feed_import (upload_id, summary, imported_at, imported_by, withdrawn_at)
      values (${id}, '{}', ${at}, 'desk:s', ${id === 'withdrawn' ? at : null})`);
  await deleteOldRows(db, NOW);
  const { rows } = await sql<{ id: string }>`select upload_id as id from feed_upload_part order by 1`.execute(
    db,
  );
  expect(rows.map(({ id }) => id)).toEqual(['kept-1', 'kept-2', 'kept-3']);
  expect(await count('feed_import')).toBe(5);
});

test('a session goes with its last token, and not before', async () => {
  await people();
  const session = (id: string, ended: Date | null) =>
    write(sql`insert into session (session_id, account_id, device_id, created_at, last_seen_at, ended_at, end_reason)
      values (${id}, 'a', 'd', ${ago(200 * DAY_MS)}, ${ago(100 * DAY_MS)}, ${ended}, ${ended && 'logout'})`);
  const token = (hash: string, of: string, expired: Date) =>
    write(
      sql`insert into session_token (token_hash, session_id, kind, expires_at) values (${hash}, ${of}, 'refresh', ${expired})`,
    );
  await session('over', ago(90 * DAY_MS));
  await session('told', ago(20 * DAY_MS));
  await session('live', null);
  for (const n of ['1', '2', '3']) await token(`over-${n}`, 'over', ago((TOKEN_DAYS + 1) * DAY_MS));
  await token('told-1', 'told', ago((TOKEN_DAYS + 1) * DAY_MS));
  await token('told-2', 'told', ago((TOKEN_DAYS - 1) * DAY_MS));
  await token('live-1', 'live', ago(-DAY_MS));
  await deleteOldRows(db, NOW, 2);
  const { rows } = await sql<{ session_id: string }>`select session_id from session order by 1`.execute(db);
  expect(rows.map((row) => row.session_id)).toEqual(['live', 'told']);
  expect(await count('session_token')).toBe(2);
});

test('seats of past departures go, their reservations and coming seats stay', async () => {
  await people();
  const day = (days: number) =>
    ago(days * DAY_MS)
      .toISOString()
      .slice(0, 10);
  const departures = [
    `T1@${day(PAST_SEAT_DAYS + 1)}`,
    `T2@${day(PAST_SEAT_DAYS + 60)}`,
    `T1@${day(PAST_SEAT_DAYS - 1)}`,
    `T2@${day(-5)}`,
  ];
  for (const [index, departure] of departures.entries()) {
    await write(sql`insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
      values (${`r${index}`}, 'a', ${departure}, 'T', '2026-01-01', 'x', 'y', 0, 3, ${ago(0)}, ${ago(0)}, 1, ${ago(0)})`);
    await write(sql`insert into seat_leg (departure_id, seat, leg, reservation_id)
      select ${departure}, '4-1A', leg, ${`r${index}`} from generate_series(0, 2) as leg`);
  }
  await deleteOldRows(db, NOW, 2);
  for (const table of ['seat_leg', 'seats_sold']) {
    const { rows } = await sql<{
      departure_id: string;
    }>`select distinct departure_id from ${sql.table(table)} order by 1`.execute(db);
    expect(rows.map((row) => row.departure_id)).toEqual(departures.slice(2).toSorted());
  }
  expect([await count('seat_leg'), await count('reservation')]).toEqual([6, 4]);
});

/** The tables that docs/data.md lists below a head. */
function listed(head: string): readonly string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/data.md'), 'utf8');
  const [, rows = ''] = page.split(`| tables | ${head} |\n`).map((part) => part.split('\n\n')[0]);
  return [...rows.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/\w+/g) ?? [],
  );
}

test('docs/data.md lists each table of the database once: when its rows are deleted, or that it is kept', async () => {
  const deleted = [
    ...RETENTION.map(({ table }) => table),
    'feed_upload_part',
    'session_token',
    'session',
    'seat_leg',
    'seats_sold',
  ];
  expect(listed('rows are deleted').toSorted()).toEqual(deleted.toSorted());
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
  const all = rows.map(({ name }) => name);
  expect([...deleted, ...listed('kept')].toSorted()).toEqual(all.toSorted());
});

test('a table whose rows cannot be deleted keeps no other from its turn', async () => {
  await people();
  for (const table of ['verify_code', 'job']) await write(WRITE[table]?.('old', ago(60 * DAY_MS)) ?? sql``);
  await sql`create function refuse_for_test() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse_for_test before delete on verify_code for each row execute function refuse_for_test()`.execute(
    db,
  );
  try {
    await expect(deleteOldRows(db, NOW)).rejects.toThrow('verify_code');
    expect([await count('verify_code'), await count('job')]).toEqual([1, 0]);
  } finally {
    await sql`drop function refuse_for_test cascade`.execute(db);
  }
});

test('a process that is paused deletes nothing', async () => {
  await sql`insert into attempt (subject, at) values ('a', ${ago(1000 * DAY_MS)})`.execute(db);
  const left = async () => (await db.selectFrom('attempt').selectAll().execute()).length;
  const errors: unknown[] = [];
  for (const [isPaused, expected] of [
    [true, 1],
    [false, 0],
  ] as const) {
    await keepDeleting({ db, clock: () => NOW, isPaused: () => isPaused }, (error) => errors.push(error))();
    expect(await left()).toBe(expected);
  }
  expect(errors).toEqual([]);
});
