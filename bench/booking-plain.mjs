// The same booking as plain BEGIN … COMMIT transactions by pgbench: the speed of PostgreSQL without a server in
// between. One transaction for the hold and one for the save, with the same locks, rows, keys and guards, the session
// read and the idempotency key; without the rules and without building an answer. `bare`: also without session and
// key.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { rowsOf, seedTickets } from './harness.mjs';

/** The seats of a train. */
const SEATS = 200;

const HOLD = `md5('hold-' || :client_id::text || '-' || :n::text)`;
const ACCOUNT = `'p' || (:client_id::int * :accounts::int + :n::int % :accounts::int)::text`;
const TICKET = `${ACCOUNT} || '-' || (:n::int / :accounts::int + 1)::text`;
// Each client has its own trains, so that plain transactions never wait for each other.
const DEPARTURE = `'plain-' || :client_id::text || '@' || (:n::int / ${SEATS})::text`;
const SEAT = `'2-' || (:n::int % ${SEATS} / 4 + 1)::text || chr(65 + :n::int % 4)`;
const LOCKS = `select pg_advisory_xact_lock(hashtextextended(${ACCOUNT}, 11));
select ticket_id, product_id, status, use_expire_date, abt_expire_date from ticket
  where account_id = ${ACCOUNT} and ticket_id = ${TICKET} for update;`;

const SESSION = `select s.*, t.token_hash, t.expires_at, t.used_at, t.successor_salt, a.status as account_status
  from session_token t join session s using (session_id) join account a using (account_id)
  where t.token_hash = 'plain-' || ${ACCOUNT} and t.kind = 'access';`;
/**
 * The SQL around a call's work: the session and idempotency key before it, and the stored answer of `letters`
 * characters after it.
 */
function callOf(name, letters) {
  const key = `${HOLD} || '${name}'`;
  return {
    begun: `${SESSION}
select pg_advisory_xact_lock(hashtextextended(concat(${ACCOUNT}, ' ', ${key}), 13));
select fingerprint, answer, created_at from idempotency where account_id = ${ACCOUNT} and key = ${key};`,
    kept: `insert into idempotency (account_id, key, fingerprint, answer, created_at)
  values (${ACCOUNT}, ${key}, ${HOLD} || ${HOLD}, repeat('x', ${letters}), now());`,
  };
}
const BARE = { begun: '', kept: '' };

const script = (legs, hold, save) => `\\set n :n + 1
begin;
${hold.begun}
${LOCKS}
insert into seat_hold (hold_id, account_id, departure_id, from_station, to_station, first_leg, end_leg, ticket_ids, seats,
    created_at, expires_at)
  values (${HOLD}, ${ACCOUNT}, ${DEPARTURE}, 'kansai-airport', 'kyoto', 0, ${legs}, array[${TICKET}], array[${SEAT}],
    now(), now() + interval '5 minutes');
insert into seat_leg (departure_id, seat, leg, hold_id, expires_at)
  select ${DEPARTURE}, ${SEAT}, leg, ${HOLD}, now() + interval '5 minutes' from generate_series(0, ${legs - 1}) as leg
  on conflict (departure_id, seat, leg) do update set hold_id = excluded.hold_id, expires_at = excluded.expires_at
    where seat_leg.reservation_id is null and seat_leg.expires_at <= now();
${hold.kept}
commit;
begin;
${save.begun}
${LOCKS}
insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
    first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
  values (${HOLD}, ${ACCOUNT}, ${DEPARTURE}, 'plain', '2026-11-28', 'kansai-airport', 'kyoto', 0, ${legs},
    now() + interval '1 day', now() + interval '1 day 80 minutes', 1, now());
insert into reservation_seat (reservation_id, ticket_id, seat, seat_type, car_class)
  values (${HOLD}, ${TICKET}, ${SEAT}, 'reserved', 'ordinary');
update seat_leg set reservation_id = ${HOLD}, hold_id = null, expires_at = null where hold_id = ${HOLD};
delete from seat_hold where hold_id = ${HOLD};
${save.kept}
commit;
`;

/** The length of the answers that the server keeps for a retry, by call. */
async function lettersOfAnswers(db) {
  const [average] = await rowsOf(
    db,
    sql`
    select avg(length(answer)) filter (where answer not like '%"reservationId"%') as hold,
      avg(length(answer)) filter (where answer like '%"reservationId"%') as save from idempotency`,
  );
  const [hold, save] = [average.hold, average.save].map((letters) => Math.round(Number(letters)));
  if (!hold || !save) throw new Error('the server kept no answers to measure');
  return { hold, save };
}

/**
 * Creates signed-in accounts `p0`… with tickets for as many bookings. The server must have answered some bookings
 * before. Returns a function that runs pgbench for some seconds, `bare` or not.
 */
export async function preparePlain(db, { url, folder, clients, accounts, legs, bookings }) {
  await sql`
    insert into account (account_id, email, username, fullname, country, language, password_hash, password_changed_at,
      status, created_at)
    select 'p' || n, 'p' || n || '@example.com', 'p', 'p', 'JP', 'ja', 'none', now(), 'active', now()
    from generate_series(0, ${clients * accounts - 1}::int) as n`.execute(db);
  await sql`
    insert into session (session_id, account_id, device_id, created_at, last_seen_at)
    select 'plain-' || account_id, account_id, 'pgbench', now(), now() from account where account_id like 'p%'`.execute(
    db,
  );
  await sql`
    insert into session_token (token_hash, session_id, kind, expires_at)
    select session_id, session_id, 'access', now() + interval '1 hour' from session
    where session_id like 'plain-%'`.execute(db);
  const each = Math.ceil(bookings / clients / accounts);
  await seedTickets(db, 'p', clients * accounts, each);
  await sql`analyze session, session_token`.execute(db);
  const letters = await lettersOfAnswers(db);
  const [whole, bareOne] = ['plain.sql', 'bare.sql'].map((name) => path.join(folder, name));
  writeFileSync(whole, script(legs, callOf('hold', letters.hold), callOf('save', letters.save)));
  writeFileSync(bareOne, script(legs, BARE, BARE));
  /** The number of reservations, and the last used ticket of any account: the next run continues after it. */
  const stored = async () => {
    const [row] = await rowsOf(
      db,
      sql`
      select count(*)::int as made, coalesce(max(split_part(ticket_id, '-', 2)::int), 0) as last
      from reservation_seat where ticket_id like 'p%'`,
    );
    return row;
  };
  return async (seconds, { bare = false } = {}) => {
    const before = await stored();
    const variables = ['-D', `n=${before.last * accounts - 1}`, '-D', `accounts=${accounts}`];
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      clients,
      '-j',
      2,
      '-T',
      seconds,
      ...variables,
      '-f',
      bare ? bareOne : whole,
      url,
    ];
    const { stdout } = await promisify(execFile)('pgbench', args.map(String), {
      // As on the server: one plan for each statement.
      env: { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' },
    });
    const made = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
    const now = await stored();
    if (now.made - before.made !== made)
      throw new Error(`pgbench: ${made} done, ${now.made - before.made} stored`);
    return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), bookings: made };
  };
}
