// Does the list of a day's trains cost the same when the day is sold out? Ratio full to empty, limit 1.3.
// node bench/large/availability.mjs [requests a round]; starts and stops everything that it needs.
import { cpus } from 'node:os';
import { sql } from 'kysely';
import { dateAt } from '@kippu/domain/time/service-day';
import {
  caller,
  cpuOf,
  dataOf,
  median,
  postgresCpu,
  seatsOf,
  seedTravellers,
  STRETCH,
  upcomingRides,
  withHarness,
} from '../harness.mjs';

const [REQUESTS = 400] = process.argv.slice(2).map(Number);
const ROUNDS = 5;
const LIMIT = 1.3;
const SHARES = [0, 0.5, 0.99];

/** Sells a share of every train of a day by SQL: one reservation for each train with all its seats. */
async function sell(db, rides, share) {
  for (const ride of rides) {
    const { departureId, trip, serviceDate, firstLeg, endLeg, departAt, arriveAt } = ride;
    const seats = seatsOf(ride).slice(0, Math.round(seatsOf(ride).length * share));
    await sql`
      with made as (
        insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
          first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
        values ('sold-' || ${departureId}::text, 'a0', ${departureId}, ${trip.tripId}, ${serviceDate}, ${STRETCH.from},
          ${STRETCH.to}, ${firstLeg}, ${endLeg}, ${new Date(departAt)}, ${new Date(arriveAt)}, 1, now())
        returning reservation_id)
      insert into seat_leg (departure_id, seat, leg, reservation_id)
      select ${departureId}, seat, leg, reservation_id
      from made, unnest(${seats}::text[]) as seat, generate_series(${firstLeg}::int, ${endLeg - 1}::int) as leg`.execute(
      db,
    );
  }
}

await withHarness(async ({ operator, db, server }) => {
  const [traveller] = await seedTravellers(db, 1, 1);
  const rides = upcomingRides(operator, 12);
  const days = [...new Set(rides.map((ride) => dateAt(ride.departAt)))].slice(0, SHARES.length);
  for (const [i, share] of SHARES.entries())
    await sell(
      db,
      rides.filter((ride) => dateAt(ride.departAt) === days[i]),
      share,
    );
  await sql`analyze`.execute(db);
  const { port, pid } = server();
  const connection = caller(port, traveller.authorization);
  const postgres = await postgresCpu(db);
  const list = async (date) =>
    dataOf(await connection.get('ticketTrainList', { ticketIds: traveller.tickets[0], date, ...STRETCH }));
  /** CPU milliseconds that a list costs in server and database, without other programs on the machine. */
  const cost = async (date) => {
    const before = postgres() + cpuOf(pid);
    for (let i = 0; i < REQUESTS; i += 1) await list(date);
    return (postgres() + cpuOf(pid) - before) / REQUESTS;
  };
  const left = [];
  for (const date of days) left.push((await list(date)).reduce((sum, train) => sum + train.ordinary.left, 0));
  if (!(left[0] > left[1] && left[1] > left[2]))
    throw new Error(`the days are not as full as prepared: ${left.join(', ')}`);
  await cost(days[0]);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const round = [];
    for (const date of days) round.push(await cost(date));
    rounds.push(round);
  }
  connection.close();
  const of = (i) => median(rounds.map((round) => round[i]));
  const ratio = median(rounds.map((round) => round[2] / round[0]));
  console.log(`${cpus().length} CPUs, ${ROUNDS} rounds of ${REQUESTS} lists; CPU a list in server and database
${SHARES.map((share, i) => `${share * 100} % sold: ${of(i).toFixed(2)} ms (${left[i]} seats left)`).join('\n')}
ratio of full to empty ${ratio.toFixed(2)} (limit ${LIMIT})`);
  if (ratio > LIMIT) process.exitCode = 1;
});
