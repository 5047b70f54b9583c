// Does the service go on while a timetable moves tens of thousands of reservations? Ratio of latency to a quiet run.
// node bench/timetable/run.mjs [reservations] [seconds of the quiet run]; starts and stops everything that it needs.
import { cpus } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import {
  caller,
  dataOf,
  quantile,
  rowsOf,
  seatsOf,
  seedTravellers,
  sleep,
  STRETCH,
  upcomingRides,
  withHarness,
} from '../harness.mjs';
import { dateAt } from '@kippu/domain/time/service-day';
import { inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { readFolder, timetableOf } from '../../apps/server/src/platform/operator/files/operator-folder.ts';
import { readInput, requireRead } from '../../apps/server/src/platform/operator/read-input.ts';
import { feedTexts } from '../../apps/server/test/reservation/feed.ts';
import { publishTimetable } from '../../apps/server/src/reservation/timetable/publish-timetable.ts';

const [RESERVATIONS = 62_000, QUIET_S = 15] = process.argv.slice(2).map(Number);
const ACCOUNTS = 40;
const CLIENTS = 4;
/** No call may wait longer, whatever happens meanwhile. */
const LIMIT_MS = 3_000;

/** Every train leaves each stop 10 minutes later. */
function tenLater(feed) {
  const file = 'stop_times.txt';
  const later = (time) => {
    const [h = 0, m = 0, s = 0] = time.split(':').map(Number);
    const minutes = h * 60 + m + 10;
    return [Math.floor(minutes / 60), minutes % 60, s].map((n) => String(n).padStart(2, '0')).join(':');
  };
  const changed = feed[file].replaceAll(/\d\d:\d\d:\d\d/g, later);
  return { ...feed, [file]: changed };
}

/** Rows of one statement, so that none runs into the time limit of statements. */
const CHUNK = 2_000;

async function insert(db, rows) {
  const of = sql`json_to_recordset(${JSON.stringify(rows)}::json) as n(id text, account text, departure text, trip text,
    date text, first int, "end" int, depart timestamptz, arrive timestamptz, seat text)`;
  await sql`insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station,
      to_station, first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
    select id, account, departure, trip, date, ${STRETCH.from}, ${STRETCH.to}, first, "end", depart, arrive, 1, now()
    from ${of}`.execute(db);
  await sql`insert into reservation_seat (reservation_id, ticket_id, seat, seat_type, car_class)
    select id, account || '-1', seat, 'reserved', 'ordinary' from ${of}`.execute(db);
  await sql`insert into seat_leg (departure_id, seat, leg, reservation_id)
    select departure, seat, leg, id from ${of}, generate_series(first, "end" - 1) as leg`.execute(db);
}

/** Creates reservations of one seat each on the coming trains. */
async function fill(db, rides) {
  const each = Math.ceil(RESERVATIONS / rides.length);
  const rows = rides
    .flatMap((ride) =>
      seatsOf(ride)
        .slice(0, each)
        .map((seat) => ({ ride, seat })),
    )
    .slice(0, RESERVATIONS)
    .map(({ ride, seat }, n) => ({
      id: `moved-${n}`,
      account: `a${n % ACCOUNTS}`,
      departure: ride.departureId,
      trip: ride.trip.tripId,
      date: ride.serviceDate,
      first: ride.firstLeg,
      end: ride.endLeg,
      depart: new Date(ride.departAt),
      arrive: new Date(ride.arriveAt),
      seat,
    }));
  for (let at = 0; at < rows.length; at += CHUNK) await insert(db, rows.slice(at, at + CHUNK));
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await sql`vacuum analyze`.execute(one);
    await sql`reset statement_timeout`.execute(one);
  });
  return rows.length;
}

await withHarness(async ({ operator, db, server }) => {
  const travellers = await seedTravellers(db, ACCOUNTS, 3);
  const rides = upcomingRides(operator);
  const made = await fill(db, rides);
  const { port } = server();
  const date = dateAt(rides[100].departAt);
  const state = { running: true };
  /** Lists trains, holds an automatic seat and releases it, until told to stop. Returns the milliseconds of each call. */
  const traffic = async () => {
    const times = [];
    let refused = 0;
    const one = async (client) => {
      const connection = caller(port, '');
      for (let n = client; state.running; n += CLIENTS) {
        const { authorization, tickets } = travellers[n % ACCOUNTS];
        connection.as(authorization);
        const timed = async (call) => {
          const began = performance.now();
          const answer = await call();
          times.push(performance.now() - began);
          return answer;
        };
        const [ticketId] = tickets.slice(1);
        dataOf(
          await timed(() => connection.get('ticketTrainList', { ...STRETCH, ticketIds: ticketId, date })),
        );
        const { departureId } = rides[(n * 7) % rides.length];
        const held = await timed(() =>
          connection.post('seatHold', {
            ...STRETCH,
            departureId,
            ticketIds: [ticketId],
            auto: { prefer: 'together' },
          }),
        );
        if (held.code !== 'OK') refused += 1;
        else dataOf(await timed(() => connection.post('seatRelease', { holdId: held.data.holdId })));
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => one(client)));
    return { times, refused };
  };
  const during = async (work) => {
    state.running = true;
    const began = performance.now();
    const calls = traffic();
    await work();
    state.running = false;
    const { times, refused } = await calls;
    const seconds = (performance.now() - began) / 1000;
    return {
      seconds,
      refused,
      rate: times.length / seconds,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      max: Math.max(...times),
      calls: times.length,
    };
  };
  await during(() => sleep(5_000));
  const quiet = await during(() => sleep(QUIET_S * 1000));
  const folder = path.resolve(import.meta.dirname, '../../operators/kansai');
  const { texts, timetableHash: folderHash } = readFolder(folder);
  const feed = { texts: tenLater(feedTexts(folder)) };
  const { parts, packed } = requireRead(await readInput({ texts, feed, today: dateAt(Date.now()) }));
  const next = { importId: null, folderHash, files: timetableOf(texts), feed: packed, parts };
  let published = 0;
  let publishing = 0;
  const moving = await during(async () => {
    published = performance.now();
    await inTransaction(db, (trx) => publishTimetable(trx, next, Date.now()));
    publishing = performance.now() - published;
    for (;;) {
      const [row] = await rowsOf(
        db,
        sql`select moved_at, disrupted from timetable order by generation desc limit 1`,
      );
      if (row.moved_at) break;
      await sleep(100);
    }
  });
  const [{ disrupted }] = await rowsOf(
    db,
    sql`select count(*)::int as disrupted from disruption where kind = 'retimed'`,
  );
  const line = (name, { calls, rate, refused, p50, p99, max }) =>
    `${name}: ${calls} calls, ${rate.toFixed(0)} a second, ${refused} holds refused; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms`;
  console.log(`${cpus().length} CPUs, ${CLIENTS} clients, ${made} reservations on ${rides.length} departures
${line('quiet', quiet)}
${line('moving', moving)}
published in ${publishing.toFixed(0)} ms; all moved after ${moving.seconds.toFixed(1)} s, ${disrupted} disrupted
ratio of p50 ${(moving.p50 / quiet.p50).toFixed(2)}, of p99 ${(moving.p99 / quiet.p99).toFixed(2)}`);
  if (disrupted !== made || moving.max > LIMIT_MS) process.exitCode = 1;
});
