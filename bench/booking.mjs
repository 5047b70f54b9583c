// How many bookings (hold, then save) one server makes a second over HTTP, compared with pgbench doing the same work
// as plain BEGIN … COMMIT transactions on the same PostgreSQL in the same run.
// node bench/booking.mjs [seconds a round] [clients] [rounds]; starts and stops everything that it needs.
import { cpus, loadavg } from 'node:os';
import { sql } from 'kysely';
import { preparePlain } from './booking-plain.mjs';
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
  upcomingRides,
  withHarness,
} from './harness.mjs';

const [SECONDS = 5, CLIENTS = 32, ROUNDS = 3] = process.argv.slice(2).map(Number);
const TARGET = 0.35;
const NEXT_TARGET = 0.5;
/** Not counted: they warm up the code and the prepared statements. */
const WARM_BOOKINGS = 2000;
/** Travellers of each client, who book in turn, since nobody books thousands of trains. */
const TRAVELLERS = 16;
/** More than either side can use. Running out ends with an error. */
const TICKETS_EACH = Math.ceil((1500 * SECONDS * ROUNDS + WARM_BOOKINGS) / CLIENTS / TRAVELLERS) + 1;
const PLAIN_BOOKINGS = 2 * 4000 * SECONDS * (ROUNDS + 1);

async function measureBookings(port, travellers, seats, { seconds = Infinity, bookings = Infinity }) {
  const times = [];
  const from = performance.now();
  const until = from + seconds * 1000;
  const one = async (_, client) => {
    const connection = caller(port, '');
    for (let i = 0; performance.now() < until && times.length < bookings; i += 1) {
      const began = performance.now();
      const { authorization, tickets } = travellers[client * TRAVELLERS + (i % TRAVELLERS)];
      const [ticketId, seat] = [tickets.pop(), seats.next().value];
      if (!ticketId || !seat) throw new Error('out of tickets or seats: measure for a shorter time');
      connection.as(authorization);
      await book(connection, ticketId, seat);
      times.push(performance.now() - began);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
  return { perSecond: (times.length * 1000) / (performance.now() - from), bookings: times.length, times };
}

/** Runs one round: the result of `work`, with the CPU milliseconds per booking on each side. */
async function withCpu(meters, work) {
  const read = () => Object.entries(meters).map(([name, meter]) => [name, meter()]);
  const before = read();
  const done = await work();
  const used = read().map(([name, ms], i) => [name, (ms - before[i][1]) / done.bookings]);
  return { ...done, cpu: Object.fromEntries(used) };
}

await withHarness(async ({ url, folder, operator, db, server }) => {
  const upcoming = upcomingRides(operator);
  const legs = upcoming[0].endLeg - upcoming[0].firstLeg;
  // Trains with more stops cost more rows, so both sides book rides with the same number of legs.
  const rides = upcoming.filter((ride) => ride.endLeg - ride.firstLeg === legs);
  const travellers = await seedTravellers(db, CLIENTS * TRAVELLERS, TICKETS_EACH);
  const accounts = { clients: CLIENTS, accounts: TRAVELLERS, bookings: PLAIN_BOOKINGS };
  const seats = seatsInTurn(rides);
  const { port, pid } = server();
  const postgres = await postgresCpu(db);
  const client = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
  let answered = (await measureBookings(port, travellers, seats, { bookings: WARM_BOOKINGS })).bookings;
  const runPlain = await preparePlain(db, { url, folder, legs, ...accounts });
  for (const bare of [false, true]) await runPlain(2, { bare });
  await sql`analyze`.execute(db);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const plain = await withCpu({ postgres }, () => runPlain(SECONDS));
    const bare = await withCpu({ postgres }, () => runPlain(SECONDS, { bare: true }));
    const ours = await withCpu({ postgres, server: () => cpuOf(pid), client }, () =>
      measureBookings(port, travellers, seats, { seconds: SECONDS }),
    );
    answered += ours.bookings;
    const [ratio, toBare] = [plain, bare].map((other) => ours.perSecond / other.perSecond);
    rounds.push({ plain, bare, ours, ratio, toBare });
    console.log(
      `round ${i + 1}: plain ${plain.perSecond.toFixed(0)}/s, bare ${bare.perSecond.toFixed(0)}/s, ours ${ours.perSecond.toFixed(0)}/s, ratio ${ratio.toFixed(2)}`,
    );
  }
  const [stored] = await rowsOf(
    db,
    sql`select count(*)::int as made from reservation where trip_id <> 'plain'`,
  );
  if (stored.made !== answered) throw new Error(`${answered} bookings answered, ${stored.made} stored`);
  report(rounds, legs);
});

function report(rounds, legs) {
  const of = (read) => median(rounds.map(read));
  const ms = (read) => of(read).toFixed(2);
  const times = rounds.flatMap((round) => round.ours.times);
  console.log(`${cpus().length} CPUs shared by server, client and database (load ${loadavg()[0].toFixed(0)}); ${CLIENTS} clients, ${legs} legs a seat, medians of ${ROUNDS} rounds of ${SECONDS} s
plain  ${of((r) => r.plain.perSecond).toFixed(0)} bookings/s by pgbench (two prepared transactions each); CPU a booking: ${ms((r) => r.plain.cpu.postgres)} ms in PostgreSQL
bare   ${of((r) => r.bare.perSecond).toFixed(0)} bookings/s without session and idempotency key; CPU a booking: ${ms((r) => r.bare.cpu.postgres)} ms in PostgreSQL
Kippu  ${of((r) => r.ours.perSecond).toFixed(0)} bookings/s over HTTP (p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms); CPU a booking: ${ms((r) => r.ours.cpu.server)} ms in the server, ${ms((r) => r.ours.cpu.postgres)} ms in PostgreSQL, ${ms((r) => r.ours.cpu.client)} ms in the client
ratio  ${ms((r) => r.ratio)} to plain (target ${TARGET}, then ${NEXT_TARGET}), ${ms((r) => r.toBare)} to bare`);
}
