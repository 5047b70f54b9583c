// A feed out of a ZIP file, wherever it lies in it, and each thing that may be wrong with the file.
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { FEED_BYTES } from '@kippu/contract/desk-feed';
import { readFeed } from './read-feed.ts';

const zip = (files: Record<string, Uint8Array>) => new Blob([new Uint8Array(zipSync(files))]);
const TRIPS = 'trip_id\n"はるか"\n';

test('only what a timetable is read from is taken, from a folder too', async () => {
  const files = {
    'feed/trips.txt': strToU8(TRIPS),
    'feed/shapes.txt': strToU8('x'.repeat(FEED_BYTES * 2)),
    '__MACOSX/feed/trips.txt': strToU8('junk'),
    'feed/stops.txt': strToU8(''),
  };
  expect(await readFeed(zip(files))).toEqual({ 'trips.txt': TRIPS });
});

test('what is wrong is told apart', async () => {
  expect(await readFeed(new Blob(['trip_id\n']))).toBe('noZip');
  expect(await readFeed(zip({ 'photo.jpg': strToU8('x') }))).toBe('noFeed');
  expect(await readFeed(zip({ 'trips.txt': strToU8('x'.repeat(FEED_BYTES + 1)) }))).toBe('tooLong');
  // Each quote takes two bytes on the way.
  expect(await readFeed(zip({ 'trips.txt': strToU8('"'.repeat(FEED_BYTES - 10)) }))).toBe('tooLong');
  const shiftJis = new Uint8Array([0x82, 0xcd, 0x82, 0xe9, 0x82, 0xa9]);
  expect(await readFeed(zip({ 'trips.txt': shiftJis }))).toBe('notUtf8');
});
