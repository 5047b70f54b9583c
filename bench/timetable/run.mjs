// Does the service go on while a timetable, imported at the desk, moves tens of thousands of reservations? The longest call of travellers
// beside the longest one of the same calls without an import, at two processes.
// node bench/timetable/run.mjs [reservations] [seconds of the quiet run]; starts and stops everything that it needs.
import { cpus } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
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
import { issuePass } from '../../apps/server/src/account/proofs/one-time-pass.ts';
import { seedStaff } from '../../apps/server/src/desk/staff/first-manager.ts';
import { feedTexts } from '../../apps/server/test/reservation/feed.ts';

const [RESERVATIONS = 62_000, QUIET_S = 15] = process.argv.slice(2).map(Number);
const ACCOUNTS = 40;
const CLIENTS = 4;
/** No call may wait longer, whatever happens meanwhile. */
const LIMIT_MS = 3_000;
/** How long a manager looks at what a timetable would change, before importing it. */
const DECIDING_MS = 10_000;
/** A machine that other programs use makes calls wait without an import too: the longest call may be so many times that of the quiet run. */
const LIMIT_RATIO = 3;
const MANAGER = { email: 'manager@operator.example', password: 'Hozugawa-58-boat' };

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

/** Signs a manager in at a process. Returns what sends calls of the desk. */
async function managerAt(origin, db) {
  const clock = () => Date.now();
  await seedStaff({ db, clock }, { ...MANAGER, name: 'Manager', role: 'manager', mustChangePassword: false });
  const captchaPass = await inTransaction(db, (trx) => issuePass(trx, 'captcha', null, clock()));
  const send = async (method, call, headers, body) => {
    const answer = await fetch(`${origin}/desk/${call}`, { method, headers, body });
    return dataOf(await answer.json());
  };
  const json = { 'content-type': 'application/json' };
  const { token } = await send('POST', 'sign-in', json, JSON.stringify({ ...MANAGER, captchaPass }));
  const authorization = `Bearer ${token}`;
  return {
    get: (call) => send('GET', call, { authorization }),
    post: (call, body) => send('POST', call, { authorization, ...json }, JSON.stringify(body)),
    upload: (zip) => send('POST', 'feed/upload', { authorization, 'content-type': 'application/zip' }, zip),
  };
}

/** Makes the travellers' calls at several processes in turn: lists trains, holds an automatic seat and releases it. */
function trafficAt(ports, { travellers, rides }) {
  const date = dateAt(rides[100].departAt);
  /** Makes calls until `work` has ended. Returns what they took. */
  return async (work) => {
    const state = { running: true };
    let refused = 0;
    const began = performance.now();
    const calls = [];
    const client = async (own) => {
      const connections = ports.map((port) => caller(port, ''));
      for (let n = own; state.running; n += CLIENTS) {
        const { authorization, tickets } = travellers[n % ACCOUNTS];
        const connection = connections[Math.floor(n / CLIENTS) % connections.length];
        connection.as(authorization);
        const timed = async (name, call) => {
          const at = performance.now();
          const answer = await call();
          calls.push({ name, at: at - began, ms: performance.now() - at });
          return answer;
        };
        const [ticketId] = tickets.slice(1);
        const query = { ...STRETCH, ticketIds: ticketId, date };
        dataOf(await timed('list', () => connection.get('ticketTrainList', query)));
        const { departureId } = rides[(n * 7) % rides.length];
        const wish = { ...STRETCH, departureId, ticketIds: [ticketId], auto: { prefer: 'together' } };
        const held = await timed('hold', () => connection.post('seatHold', wish));
        if (held.code !== 'OK') refused += 1;
        else
          dataOf(await timed('release', () => connection.post('seatRelease', { holdId: held.data.holdId })));
      }
      for (const connection of connections) connection.close();
    };
    const clients = Array.from({ length: CLIENTS }, (_, own) => client(own));
    await Promise.all([work().finally(() => (state.running = false)), ...clients]);
    const seconds = (performance.now() - began) / 1000;
    const times = calls.map(({ ms }) => ms);
    const [longest] = calls.toSorted((a, b) => b.ms - a.ms);
    return {
      seconds,
      refused,
      rate: calls.length / seconds,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      longest,
      calls: calls.length,
    };
  };
}

/** Resolves to the first value of `look` that `isIt` accepts. */
async function until(look, isIt) {
  for (;;) {
    const found = await look();
    if (isIt(found)) return found;
    await sleep(100);
  }
}

await withHarness(async ({ operator, db, server, another }) => {
  const travellers = await seedTravellers(db, ACCOUNTS, 3);
  const rides = upcomingRides(operator);
  const made = await fill(db, rides);
  const beside = await another({});
  try {
    const manager = await managerAt(server().origin, db);
    const during = trafficAt([server().port, beside.port], { travellers, rides });
    await during(() => sleep(5_000));
    const quiet = await during(() => sleep(QUIET_S * 1000));
    const folder = path.resolve(import.meta.dirname, '../../operators/kansai');
    const files = Object.entries(tenLater(feedTexts(folder)));
    const zip = zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])));
    const lap = {};
    const since = () => performance.now() - lap.began;
    const moving = await during(async () => {
      lap.began = performance.now();
      const { uploadId } = await manager.upload(zip);
      const { state } = await until(
        () => manager.get(`feed/upload?uploadId=${uploadId}`),
        (upload) => upload.state !== 'reading',
      );
      if (state !== 'read') throw new Error(`the timetable is ${state}`);
      lap.read = since();
      await sleep(DECIDING_MS);
      lap.decided = since();
      await manager.post('feed', { uploadId });
      lap.imported = since();
      const feed = () => manager.get('feed');
      await until(feed, ({ servers }) => servers.serving === servers.running);
      lap.served = since();
      await until(feed, ({ reservations }) => reservations.moved);
    });
    const [{ disrupted }] = await rowsOf(
      db,
      sql`select count(*)::int as disrupted from disruption where kind = 'retimed'`,
    );
    const seconds = (ms) => (ms / 1000).toFixed(1);
    const line = (name, { calls, rate, refused, p50, p99, longest }) =>
      `${name}: ${calls} calls, ${rate.toFixed(0)} a second, ${refused} holds refused; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, longest ${longest.ms.toFixed(0)} ms (${longest.name}, at ${seconds(longest.at)} s)`;
    const ratio = moving.longest.ms / quiet.longest.ms;
    console.log(`${cpus().length} CPUs, ${CLIENTS} clients, two processes, ${made} reservations on ${rides.length} departures
${line('without an import', quiet)}
${line('with it', moving)}
read after ${seconds(lap.read)} s; the import took ${seconds(lap.imported - lap.decided)} s, until both served it ${seconds(lap.served - lap.decided)} s; all moved after ${moving.seconds.toFixed(0)} s, ${disrupted} disrupted
ratio of p50 ${(moving.p50 / quiet.p50).toFixed(2)}, of p99 ${(moving.p99 / quiet.p99).toFixed(2)}, of the longest call ${ratio.toFixed(2)}
longest call ${moving.longest.ms.toFixed(0)} ms: limit ${LIMIT_MS} ms, or ${LIMIT_RATIO} times that without an import`);
    const isSlow = moving.longest.ms > LIMIT_MS && ratio > LIMIT_RATIO;
    if (disrupted !== made || moving.refused > quiet.refused || isSlow) process.exitCode = 1;
  } finally {
    await beside.stop();
  }
});
