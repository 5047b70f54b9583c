// Does a booking cost the same after 1,000,000 past reservations? Ratio to a fresh database, limit 1.2.
// node bench/large/past-reservations.mjs [rows] [bookings a round]; starts and stops everything that it needs.
import { cpus } from 'node:os';
import { sql } from 'kysely';
import {
  book,
  caller,
  cpuOf,
  median,
  postgresCpu,
  quantile,
  rowsOf,
  seatsInTurn,
  seedTravellers,
  STRETCH,
  upcomingRides,
  withHarness,
} from '../harness.mjs';

const [PAST = 1_000_000, BOOKINGS = 600] = process.argv.slice(2).map(Number);
const ROUNDS = 3;
const CLIENTS = 4;
const LIMIT = 1.2;
/** Reservations per past departure, so that its seats and legs resemble a real train's. */
const A_TRAIN = 200;
/** With fewer, the server's code is still cold, which makes the first half look expensive. */
const WARM = 2000;

/** Constraints and indexes except the keys: created after the rows, in one pass each. */
const SECONDARY = sql`
  select indexname as name, indexdef as made from pg_indexes
  where schemaname = current_schema() and tablename in ('reservation', 'reservation_seat', 'seat_leg')
    and not exists (select 1 from pg_constraint where conname = indexname)`;

/**
 * Creates reservations of the past year with a seat and one leg each, the fastest way for the database: rows in the
 * order of their keys, no checks of what this file guarantees, indexes afterwards.
 */
async function fillPast(db, accounts) {
  const past = sql`(
    select md5('past-' || n) as id, n, n % ${accounts}::int as account,
      '2-' || n % ${A_TRAIN}::int / 4 + 1 || chr(65 + n % 4) as seat
    from generate_series(1, ${PAST}::int) as n)`;
  const steps = [
    sql`set session_replication_role = replica`,
    sql`set synchronous_commit = off`,
    sql`set maintenance_work_mem = '256MB'`,
    sql`set work_mem = '256MB'`,
    sql`
      insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
        first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
      select id, 'a' || account, 'past@' || n / ${A_TRAIN}::int, 'past', '2025-01-01', ${STRETCH.from}, ${STRETCH.to}, 0, 1,
        now() - interval '1 day' - n * interval '30 seconds', now() - interval '1 day' - n * interval '29 seconds', 1,
        now() - interval '400 days'
      from ${past} as past order by id`,
    sql`
      insert into reservation_seat (reservation_id, ticket_id, seat, seat_type, car_class)
      select id, 'a' || account || '-past', seat, 'reserved', 'ordinary' from ${past} as past order by id`,
    sql`
      insert into seat_leg (departure_id, seat, leg, reservation_id)
      select 'past@' || n / ${A_TRAIN}::int, seat, 0, id from ${past} as past order by 1, 2`,
  ];
  await db.connection().execute(async (one) => {
    const indexes = await rowsOf(one, SECONDARY);
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(one);
    for (const step of steps) await step.execute(one);
    for (const { made } of indexes) await sql.raw(made).execute(one);
    await sql`reset all`.execute(one);
    await sql`vacuum analyze`.execute(one);
    // Otherwise the bookings measured next would pay for writing all this to disk.
    await sql`checkpoint`.execute(one);
  });
}

await withHarness(async ({ operator, db, server }) => {
  const accounts = 200;
  const each = Math.ceil(((BOOKINGS * ROUNDS + WARM + 100) * 2) / accounts) + 1;
  const travellers = await seedTravellers(db, accounts, each);
  await sql`
    update ticket set ticket_id = account_id || '-past' where ticket_id = account_id || '-1'`.execute(db);
  const seats = seatsInTurn(upcomingRides(operator));
  const { port, pid } = server();
  const postgres = await postgresCpu(db);
  let turn = 0;
  const run = async (bookings) => {
    const times = [];
    const before = postgres() + cpuOf(pid);
    const one = async () => {
      const connection = caller(port, '');
      while (turn < end) {
        const { authorization, tickets } = travellers[turn++ % accounts];
        connection.as(authorization);
        const began = performance.now();
        const { value: seat } = seats.next();
        if (!seat) throw new Error('out of seats: book fewer');
        await book(connection, tickets.pop(), seat);
        times.push(performance.now() - began);
      }
      connection.close();
    };
    const end = turn + bookings;
    await Promise.all(Array.from({ length: CLIENTS }, one));
    return { cpu: (postgres() + cpuOf(pid) - before) / times.length, p50: quantile(times, 0.5) };
  };
  const rounds = async () => {
    const done = [];
    for (let i = 0; i < ROUNDS; i += 1) done.push(await run(BOOKINGS));
    return { cpu: median(done.map((r) => r.cpu)), p50: median(done.map((r) => r.p50)) };
  };
  await run(WARM);
  // As autovacuum does within a minute: plans made for empty tables read them completely.
  await sql`vacuum analyze`.execute(db);
  await run(100);
  const empty = await rounds();
  const began = performance.now();
  await fillPast(db, accounts);
  console.log(`${PAST} past reservations made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  // As long as before, because the first bookings after a checkpoint write whole pages to the log.
  await run(WARM);
  const full = await rounds();
  const ratio = full.cpu / empty.cpu;
  console.log(`${cpus().length} CPUs, ${CLIENTS} clients, medians of ${ROUNDS} rounds of ${BOOKINGS} bookings; CPU a booking in server and database
empty: ${empty.cpu.toFixed(2)} ms (p50 ${empty.p50.toFixed(0)} ms); after ${PAST} past reservations: ${full.cpu.toFixed(2)} ms (p50 ${full.p50.toFixed(0)} ms)
ratio ${ratio.toFixed(2)} (limit ${LIMIT})`);
  if (ratio > LIMIT) process.exitCode = 1;
});
