// A written feed has all that was read of the timetable: names in their languages, stations, platforms, days, calls without boarding.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { WHOLE_FEED, type Feed } from '../feed.ts';
import { readFeed } from '../read/read-feed.ts';
import type { FeedInput } from '../source/open-source.ts';
import { feedTexts } from './write-feed.ts';

const read = (input: FeedInput) => readFeed(input, { selection: WHOLE_FEED, today: '2026-04-01' });
const comparable = ({ stops, trips, ...feed }: Feed) => ({
  ...feed,
  stops: stops.map(({ line: _line, ...stop }) => stop),
  trips: trips.map(({ repeats: _repeats, ...trip }) => trip),
});

async function requireFeed(input: FeedInput): Promise<Feed> {
  const { feed, findings } = await read(input);
  expect(findings.list().filter(({ level }) => level === 'error')).toEqual([]);
  if (!feed) throw new Error('no feed');
  return feed;
}

for (const operator of ['kansai', 'alpine'])
  test(`the timetable of operators/${operator} is read again as it was`, async () => {
    const feed = await requireFeed({ path: resolve(`operators/${operator}/gtfs`) });
    expect(feed.stops.some(({ name }) => name.in !== undefined)).toBe(true);
    expect(comparable(await requireFeed({ texts: feedTexts(feed) }))).toEqual(comparable(feed));
  });

test('ids and names with commas, quotes and line breaks, and calls without boarding, are kept', async () => {
  const feed = await requireFeed({ path: resolve('operators/kansai/gtfs') });
  const [agency] = feed.agencies;
  if (!agency) throw new Error('no agency');
  const odd: Feed = {
    ...feed,
    agencies: [{ ...agency, name: { text: 'A "quick", red\nrailway' } }],
    calls: { ...feed.calls, flags: feed.calls.flags.map((_, at) => at % 3) },
  };
  expect(comparable(await requireFeed({ texts: feedTexts(odd) }))).toEqual(comparable(odd));
});

test('a feed without sequences, as older releases stored it, counts the stops of each trip from 1', async () => {
  const feed = await requireFeed({ path: resolve('operators/kansai/gtfs') });
  const old = { ...feed, calls: { ...feed.calls, sequence: new Int32Array() } };
  const { calls, trips } = await requireFeed({ texts: feedTexts(old) });
  const [{ first, end } = { first: 0, end: 0 }] = trips;
  expect([...calls.sequence.subarray(first, end)]).toEqual(
    Array.from({ length: end - first }, (_, at) => at + 1),
  );
  expect(end - first).toBeGreaterThan(2);
});
