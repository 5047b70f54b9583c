// How long until the last of 1,000 open screens knows that its train is late? Half of them are code screens with a stream, half ask every few
// seconds as all other screens do.
// node bench/live/notified.mjs [screens] [changes]; starts and stops everything that it needs.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { LIVE_ASK_MS } from '@kippu/contract/limits';
import { inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { saveLive } from '../../apps/server/src/platform/live/live-store.ts';
import {
  caller,
  cpuOf,
  dataOf,
  quantile,
  seedTravellers,
  STRETCH,
  upcomingRides,
  withHarness,
} from '../harness.mjs';
import { inBatches, openStream } from './open-stream.mjs';

const [SCREENS = 1_000, CHANGES = 3] = process.argv.slice(2).map(Number);
const AT_ONCE = 8;
const LIMIT_S = 10;
/** A screen that does not know by then counts as never notified. */
const LOST_MS = 60_000;

/** Gives each account a reservation on the ride. They have no seats, of which a train has fewer. */
const reserveAll = (db, { departureId, trip, serviceDate, firstLeg, endLeg, departAt, arriveAt }, accounts) =>
  sql`
    insert into reservation (reservation_id, account_id, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
    select md5('notified-' || n), 'a' || n, ${departureId}, ${trip.tripId}, ${serviceDate}, ${STRETCH.from}, ${STRETCH.to},
      ${firstLeg}::int, ${endLeg}::int, ${new Date(departAt)}::timestamptz, ${new Date(arriveAt)}::timestamptz, 1, now()
    from generate_series(0, ${accounts - 1}::int) as n`.execute(db);

await withHarness(async ({ operator, db, server }) => {
  const { port, pid = 0 } = server();
  const now = Date.now();
  const ride = upcomingRides(operator, 1).find(
    ({ departAt }) => departAt > now + 3_600_000 && departAt < now + 23 * 3_600_000,
  );
  if (!ride) throw new Error('no train leaves within a day');
  const travellers = await seedTravellers(db, SCREENS, 1);
  await reserveAll(db, ride, SCREENS);
  await sql`analyze reservation`.execute(db);
  const half = SCREENS / 2;
  /** When each screen last knew something new, by its number. */
  const notifiedAt = new Map();
  const ending = new AbortController();
  /** @type {{ close: () => void }[]} */
  const streams = [];
  await inBatches(travellers.slice(0, half), AT_ONCE, async ({ authorization, tickets }, at) => {
    const onLive = () => notifiedAt.set(at, performance.now());
    streams.push(await openStream({ port, authorization, ticketId: tickets[0] ?? '', onLive }));
  });
  const asked = { calls: 0 };
  /** A screen asks, waits, and asks again; its first time is anywhere in the interval. */
  const poll = async ({ authorization }, at) => {
    const phone = caller(port, authorization);
    let before;
    await wait(Math.random() * LIVE_ASK_MS);
    while (!ending.signal.aborted) {
      const { items } = dataOf(await phone.get('live', {}));
      asked.calls += 1;
      const text = JSON.stringify(items);
      if (items.length !== 1) throw new Error('a screen has no reservation');
      if (before !== undefined && before !== text) notifiedAt.set(half + at, performance.now());
      before = text;
      await wait(LIVE_ASK_MS);
    }
    phone.close();
  };
  const polling = Promise.all(travellers.slice(half).map(poll));
  await wait(2 * LIVE_ASK_MS);
  /** @type {{ streams: number[], others: number[] }[]} */
  const rounds = [];
  const [cpu, calls, from] = [cpuOf(pid), asked.calls, performance.now()];
  for (let change = 1; change <= CHANGES; change += 1) {
    notifiedAt.clear();
    const layer = { asOf: Date.now(), delays: { [STRETCH.from]: { depart: change * 600 } } };
    // As another process does when the desk saves it.
    await inTransaction(db, (trx) =>
      saveLive(trx, [{ departureId: ride.departureId, layer }], {
        source: 'desk',
        by: 'desk:bench',
        at: new Date(),
      }),
    );
    const saved = performance.now();
    while (notifiedAt.size < SCREENS && performance.now() < saved + LOST_MS) await wait(50);
    const times = (isStream) =>
      [...notifiedAt].filter(([at]) => at < half === isStream).map(([, at]) => (at - saved) / 1000);
    rounds.push({ streams: times(true), others: times(false) });
    console.log(`change ${change}: ${notifiedAt.size} of ${SCREENS} notified`);
  }
  const elapsed = performance.now() - from;
  const busy = cpuOf(pid) - cpu;
  ending.abort();
  await polling;
  for (const stream of streams) stream.close();
  const show = (name, times) =>
    console.log(`${name}: p50 ${quantile(times, 0.5).toFixed(1)} s, last ${Math.max(...times).toFixed(1)} s`);
  show(
    'code screens, by the stream',
    rounds.flatMap((round) => round.streams),
  );
  show(
    `other screens, which ask every ${LIVE_ASK_MS / 1000} s`,
    rounds.flatMap((round) => round.others),
  );
  const all = rounds.flatMap((round) => [...round.streams, ...round.others]);
  const last = Math.max(...all);
  console.log(`the last of all: ${last.toFixed(1)} s, limit ${LIMIT_S} s`);
  console.log(
    `server: ${(busy / elapsed).toFixed(2)} of a core, with ${(((asked.calls - calls) / elapsed) * 1000).toFixed(0)} questions a second`,
  );
  if (all.length < SCREENS * CHANGES || last > LIMIT_S) process.exitCode = 1;
});
