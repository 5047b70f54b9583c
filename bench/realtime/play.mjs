// Plays a GTFS-Realtime feed, as an operator published it, at its own moment, and prints what of it is of the timetable:
// `node bench/realtime/play.mjs <gtfs zip> <feed.pb>…`. With a timetable alone, a feed is made for it, and the bench fails if a train that the feed names
// without doubt is not found, or is not said as the feed says it. Without arguments, made-up feeds are decoded and timed.
import { readFileSync } from 'node:fs';
import { setLanguages } from '@kippu/contract/languages';
import { expectedStops, stopKeys } from '@kippu/domain/live/live-train';
import { setZone } from '@kippu/domain/time/zone';
import { dateAt, epochToIso, gtfsToEpoch } from '@kippu/domain/time/service-day';
import { matchedShare } from '../../apps/server/src/live/feed/feed-report.ts';
import { mergeWords } from '../../apps/server/src/live/feed/merge-words.ts';
import { headerFault, readRealtime } from '../../apps/server/src/live/feed/read-realtime.ts';
import {
  decodeFeed,
  encodeFeed,
  toMillis,
  toSeconds,
} from '../../apps/server/src/platform/gtfs-realtime/codec.ts';
import { WHOLE_FEED } from '../../apps/server/src/platform/gtfs/feed.ts';
import { readFeed } from '../../apps/server/src/platform/gtfs/read/read-feed.ts';
import { Findings } from '../../apps/server/src/platform/gtfs/report/findings.ts';
import { NO_FORMATIONS } from '../../apps/server/src/platform/operator/assignments.ts';
import { joinFeed } from '../../apps/server/src/platform/operator/join-feed.ts';
import { loadOperator } from '../../apps/server/src/platform/operator/read-input.ts';
import { operatorOf } from '../../apps/server/src/platform/operator/operator-data.ts';
import { generatedFeed, WAYS } from './generated-feed.mjs';

const FADES_MS = 20 * 60_000;

/** Reads a timetable as that of a railway without files about trains, and headways as if they were exact. */
async function railwayOf(path, today) {
  const base = await loadOperator('operators/kansai', Date.now());
  const { feed } = await readFeed({ path }, { selection: { ...WHOLE_FEED, asExact: true }, today });
  if (!feed) throw new Error(`${path} is no timetable`);
  setZone(feed.timezone);
  const offered = { languages: ['en'], fallback: 'en' };
  setLanguages(offered);
  const files = {
    zone: feed.timezone,
    offered,
    assignments: NO_FORMATIONS,
    stationsExtra: {
      regions: [],
      default: { region: '', gate: /** @type {const} */ ('none') },
      stations: {},
    },
    platforms: { platforms: {}, exceptions: [] },
  };
  return operatorOf({ ...base, ...joinFeed(feed, files, new Findings()) });
}

function play(operator, feeds, now) {
  const reading = readRealtime(feeds, operator, now, FADES_MS);
  const merged = mergeWords(reading.words.values(), new Map(), {
    now,
    fadesAfterMs: FADES_MS,
    trainsOn: (date) => operator.tripsOn(date).length,
  });
  return { reading, merged };
}

function show(operator, { reading, merged }, now) {
  for (const [number, report] of reading.reports) {
    const counts = report.counts();
    console.log(`feed ${number}: ${JSON.stringify(counts)}`);
    console.log(`  matched share ${(matchedShare(counts) * 100).toFixed(1)} % of ${counts.named}`);
    for (const train of report.extraTrains) console.log(`  added: ${JSON.stringify(train)}`);
    if (report.unknown.length > 0) console.log(`  not of the timetable: ${report.unknown.join(' ')}`);
  }
  const held = [...merged.held.values()].flatMap((days) => Object.values(days).flatMap(Object.keys));
  console.log(`${merged.changes.length} trains said, cancellations held: ${held.length}`);
  for (const { departureId, layer } of merged.changes) {
    const word = reading.words.get(departureId);
    const { trip, serviceDate } = word.train;
    const stops = expectedStops(trip.stops, layer);
    const next = stops.find(({ hasLeft, isKnown }) => !hasLeft && isKnown);
    const at = next ? stops.indexOf(next) : -1;
    const late = next ? Math.round((next.depart - trip.stops[at].depart) / 60) : undefined;
    const expected = next && epochToIso(gtfsToEpoch(serviceDate, next.depart)).slice(11, 16);
    console.log(
      `  ${departureId} ${layer.runs === false ? 'cancelled' : ''} left ${layer.left ?? '-'}, next ${next?.key ?? '-'} ${expected ?? ''} ${late ?? '-'} min late${layer.skipped ? `, skips ${layer.skipped}` : ''}${layer.platforms ? `, platforms ${JSON.stringify(layer.platforms)}` : ''}`,
    );
  }
  console.log(
    `at ${epochToIso(now)}, service date ${dateAt(now)}: ${operator.tripsOn(dateAt(now)).length} trains`,
  );
}

/** A feed that says a delay at every stop of `trains` trains with 30 stops each. */
function madeUp(trains, now) {
  const start = Math.floor(now / 1000);
  const stopTimeUpdate = (at) =>
    Array.from({ length: 30 }, (_, n) => ({
      stopSequence: n + 1,
      arrival: { time: BigInt(start + at + n * 120) },
      departure: { time: BigInt(start + at + n * 120 + 30) },
    }));
  return encodeFeed({
    header: { timestamp: toSeconds(now) },
    entity: Array.from({ length: trains }, (_, at) => ({
      id: String(at),
      tripUpdate: { trip: { tripId: `t${at}` }, stopTimeUpdate: stopTimeUpdate(at) },
    })),
  });
}

/** How many trains of a timetable a feed is made for. */
const MADE_FOR = 700;

/** Whether what was read of a train is what the feed said. Stops where nobody may board or alight are none for Kippu. `late` in seconds. */
function isAsSaid({ way, late, update: { stopTimeUpdate } }, { update, train } = {}) {
  if (!update) return false;
  if (way === 'cancelled') return update.runs === false;
  const [first] = Object.values(update.delays ?? {});
  const sequence = stopTimeUpdate.find(({ scheduleRelationship: relation }) => relation)?.stopSequence;
  const skips = update.skipped?.length === 1 || !train.trip.stops.some((stop) => stop.sequence === sequence);
  return (
    update.runs !== false &&
    (way !== 'skips' || skips) &&
    first !== undefined &&
    (first.depart ?? first.arrive) === late
  );
}

/** Makes a feed for a timetable and reads it. Returns how many trains were not found, or not said as they were. */
async function playMade(path) {
  const { bytes, date, zone, now, said, trains } = generatedFeed(path, MADE_FOR);
  const operator = await railwayOf(path, `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`);
  const began = performance.now();
  let faults = 0;
  /** @type {Map<string, { said: number, matched: number, right: number, why: Map<string, number> }>} */
  const ways = new Map(WAYS.map((way) => [way, { said: 0, matched: 0, right: 0, why: new Map() }]));
  const message = decodeFeed(bytes);
  const { reading } = play(operator, [{ number: 1, message }], now);
  const ms = performance.now() - began;
  for (const [at, one] of said.entries()) {
    const way = ways.get(one.way);
    if (!way) continue;
    // Alone, so that another update of the same train does not hide it.
    const alone = play(operator, [{ number: 1, message: { ...message, entity: [message.entity[at]] } }], now);
    const counts = alone.reading.reports.get(1).counts();
    const [word] = alone.reading.words.values();
    way.said += 1;
    way.matched += counts.matched;
    const isRight = counts.matched === 1 && isAsSaid(one, word);
    if (isRight) way.right += 1;
    const why = counts.matched === 0 ? Object.keys(counts.unmatched)[0] : Object.keys(counts.unused)[0];
    if (!isRight) way.why.set(why ?? 'other', (way.why.get(why ?? 'other') ?? 0) + 1);
    // Two trains of a route that start at once cannot be told apart by route and time, and one whose first stop is none for Kippu starts later.
    const known = operator.trips.get(one.train.trip.trip_id);
    const startsLater = one.way === 'byRoute' && known?.stops[0]?.depart !== one.train.start;
    if (!isRight && why !== 'severalTrains' && !startsLater) faults += 1;
  }
  const counts = reading.reports.get(1).counts();
  console.log(
    `${path}: ${date} in ${zone}, ${trains} trains, ${said.length} said; read in ${ms.toFixed(0)} ms, matched share ${(matchedShare(counts) * 100).toFixed(1)} %`,
  );
  for (const [name, { said: all, matched, right, why }] of ways)
    console.log(
      `  ${name.padEnd(10)} ${all} said, ${matched} matched, ${right} as said ${[...why].map(([reason, count]) => `${reason} ${count}`).join(', ')}`,
    );
  return faults;
}

const [timetable, ...paths] = process.argv.slice(2);
if (timetable === undefined) {
  for (const trains of [100, 1_000, 10_000]) {
    const bytes = madeUp(trains, Date.now());
    const began = performance.now();
    const { entity } = decodeFeed(bytes);
    const ms = performance.now() - began;
    console.log(
      `${entity.length} trains with 30 stops, ${(bytes.length / 1e6).toFixed(1)} MB: decoded in ${ms.toFixed(0)} ms`,
    );
  }
} else if (paths.length === 0) {
  if ((await playMade(timetable)) > 0) process.exitCode = 1;
} else {
  const feeds = paths.map((path, at) => ({ number: at + 1, message: decodeFeed(readFileSync(path)) }));
  const now = Math.max(...feeds.map(({ message }) => toMillis(message.header?.timestamp) ?? 0));
  const operator = await railwayOf(timetable, new Date(now).toISOString().slice(0, 10));
  for (const { number, message } of feeds)
    console.log(`feed ${number}: header ${headerFault(message, now, FADES_MS) ?? 'good'}`);
  const began = performance.now();
  const played = play(operator, feeds, now);
  console.log(`read in ${(performance.now() - began).toFixed(1)} ms`);
  show(operator, played, now);
  if (![...operator.trips.values()].every(({ stops }) => stopKeys(stops).length === stops.length))
    process.exitCode = 1;
}
