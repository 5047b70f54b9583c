// Reading a feed from a ZIP file, in any folder, and the faults of such a file.
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { FEED_BYTES } from '@kippu/contract/limits';
import { readFeed } from './read-feed.ts';

const zip = (files: Record<string, Uint8Array>) => new Blob([new Uint8Array(zipSync(files))]);
const TRIPS = 'trip_id\n"はるか"\n';

test('only timetable files are read, from a folder too', async () => {
  const files = {
    'feed/trips.txt': strToU8(TRIPS),
    'feed/shapes.txt': strToU8('x'.repeat(FEED_BYTES * 2)),
    '__MACOSX/feed/trips.txt': strToU8('junk'),
    'feed/stops.txt': strToU8(''),
  };
  expect(await readFeed(zip(files))).toEqual({ 'trips.txt': TRIPS });
});

test('a ZIP of very many files is not taken apart', async () => {
  const files = (count: number) =>
    zip({
      ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, strToU8('')])),
      'trips.txt': strToU8(TRIPS),
    });
  expect(await readFeed(files(999))).toEqual({ 'trips.txt': TRIPS });
  expect(await readFeed(files(1_000))).toBe('noZip');
});

test('each fault has its own result', async () => {
  expect(await readFeed(new Blob(['trip_id\n']))).toBe('noZip');
  expect(await readFeed(zip({ 'photo.jpg': strToU8('x') }))).toBe('noFeed');
  expect(await readFeed(zip({ 'trips.txt': strToU8('x'.repeat(FEED_BYTES + 1)) }))).toBe('tooLong');
  // Each quotation mark takes two bytes in the request.
  expect(await readFeed(zip({ 'trips.txt': strToU8('"'.repeat(FEED_BYTES - 10)) }))).toBe('tooLong');
  const shiftJis = new Uint8Array([0x82, 0xcd, 0x82, 0xe9, 0x82, 0xa9]);
  expect(await readFeed(zip({ 'trips.txt': shiftJis }))).toBe('notUtf8');
});
