// Plays a GTFS-Realtime feed, as an operator published it, at its own moment, and prints what of it is of the timetable:
// `node bench/realtime.mjs <gtfs zip> <feed.pb>…`. Without arguments, a made-up feed of the demonstration railway's size is read and timed.
import { readFileSync } from 'node:fs';
import { setLanguages } from '@kippu/contract/languages';
import { expectedStops, stopKeys } from '@kippu/domain/live/live-train';
import { setZone } from '@kippu/domain/time/zone';
import { dateAt, epochToIso, gtfsToEpoch } from '@kippu/domain/time/service-day';
import { matchedShare } from '../apps/server/src/live/feed/feed-report.ts';
import { mergeWords } from '../apps/server/src/live/feed/merge-words.ts';
import { headerFault, readRealtime } from '../apps/server/src/live/feed/read-realtime.ts';
import {
  decodeFeed,
  encodeFeed,
  toMillis,
  toSeconds,
} from '../apps/server/src/platform/gtfs-realtime/codec.ts';
import { WHOLE_FEED } from '../apps/server/src/platform/gtfs/feed.ts';
import { readFeed } from '../apps/server/src/platform/gtfs/read/read-feed.ts';
import { Findings } from '../apps/server/src/platform/gtfs/report/findings.ts';
import { NO_FORMATIONS } from '../apps/server/src/platform/operator/assignments.ts';
import { joinFeed } from '../apps/server/src/platform/operator/join-feed.ts';
import { loadOperator } from '../apps/server/src/platform/operator/read-input.ts';
import { operatorOf } from '../apps/server/src/platform/operator/operator-data.ts';

const FADES_MS = 20 * 60_000;

/** Reads a timetable as that of a railway without files about trains. */
async function railwayOf(path, today) {
  const base = await loadOperator('operators/kansai', Date.now());
  const { feed } = await readFeed({ path }, { selection: WHOLE_FEED, today });
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
    for (const train of report.addedTrains) console.log(`  added: ${JSON.stringify(train)}`);
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
