// ZIP files of feeds: in a folder, with something appended, and those that are refused in words.
import { strToU8, zipSync, type Zippable } from 'fflate';
import { expect, test } from 'vitest';
import { FEED_LIMITS, READ_FILES } from './feed-source.ts';
import { openSource } from './open-source.ts';

const FEED = Object.fromEntries(READ_FILES.map((file) => [file, strToU8(`${file}\n`)]));
const within = (folder: string) =>
  Object.fromEntries(Object.entries(FEED).map(([file, bytes]) => [`${folder}/${file}`, bytes]));
const zip = (files: Zippable): Uint8Array<ArrayBuffer> => new Uint8Array(zipSync(files));

const textsOf = async (bytes: Uint8Array) => {
  const { files, folder, appended } = await openSource({ zip: bytes }, FEED_LIMITS);
  const texts = await Promise.all(
    files.map(async ({ name, chunks }) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of chunks()) pieces.push(piece);
      return [name, Buffer.concat(pieces).toString()] as const;
    }),
  );
  return { texts: Object.fromEntries(texts), folder, appended };
};
const codeOf = (bytes: Uint8Array, limits = FEED_LIMITS) =>
  openSource({ zip: bytes }, limits).then(
    () => 'opened',
    (error: { code?: string }) => error.code,
  );
const TEXTS = Object.fromEntries(READ_FILES.map((file) => [file, `${file}\n`]));

test('a feed at the top, in a folder, and beside what programs add', async () => {
  expect(await textsOf(zip(FEED))).toEqual({ texts: TEXTS, folder: '', appended: 0 });
  const packed = zip({
    ...within('gtfs/2026'),
    '__MACOSX/stops.txt': strToU8('x'),
    'gtfs/2026/.stops.txt': strToU8('x'),
  });
  expect(await textsOf(packed)).toEqual({ texts: TEXTS, folder: 'gtfs/2026', appended: 0 });
});

test('bytes after the ZIP file are left out and counted', async () => {
  const page = strToU8('<!DOCTYPE html>');
  const packed = Buffer.concat([zip(FEED), page]);
  expect(await textsOf(packed)).toEqual({ texts: TEXTS, folder: '', appended: page.length });
});

test('each kind of file that is not read is refused with its code', async () => {
  expect(await codeOf(strToU8('no zip'))).toBe('zip_broken');
  expect(await codeOf(new Uint8Array())).toBe('zip_broken');
  expect(await codeOf(zip({ 'photo.jpg': strToU8('x') }))).toBe('no_feed');
  expect(await codeOf(zip({ ...FEED, ...within('old') }))).toBe('several_feeds');
  expect(await codeOf(zip({ ...FEED, '../evil.txt': strToU8('x') }))).toBe('zip_unsafe_name');
  expect(await codeOf(zip({ ...FEED, '/etc/passwd': strToU8('x') }))).toBe('zip_unsafe_name');
  expect(await codeOf(zip(FEED), { ...FEED_LIMITS, zipBytes: 100 })).toBe('zip_too_large');
  expect(await codeOf(zip(FEED), { ...FEED_LIMITS, unpackedBytes: 100 })).toBe('unpacked_too_large');
  expect(await codeOf(zip(FEED), { ...FEED_LIMITS, files: 5 })).toBe('too_many_files');
});

test('an encrypted file is refused', async () => {
  const packed = Buffer.from(zip({ 'stops.txt': strToU8('stop_id\n') }));
  // The flag of encryption, in the local header and in the directory.
  packed[6] = 1;
  const directory = packed.indexOf(Buffer.from('504b0102', 'hex'));
  packed[directory + 8] = 1;
  expect(await codeOf(packed)).toBe('zip_encrypted');
});

test('a small ZIP file that says it holds gigabytes is refused before it is unpacked, one that lies while it is', async () => {
  const claiming = (bytes: number) => {
    const packed = Buffer.from(zip({ 'stops.txt': [new Uint8Array(1024 * 1024), { level: 9 }] }));
    // Where the directory has the unpacked size.
    packed.writeUInt32LE(bytes, packed.indexOf(Buffer.from('504b0102', 'hex')) + 24);
    return packed;
  };
  expect(await codeOf(claiming(FEED_LIMITS.unpackedBytes + 1))).toBe('unpacked_too_large');
  const lie = claiming(10);
  await expect(textsOf(lie)).rejects.toMatchObject({ code: 'zip_broken', place: { file: 'stops.txt' } });
});

test('a file whose bytes changed is refused', async () => {
  const packed = Buffer.from(zip({ 'stops.txt': [strToU8('stop_id\n1\n'), { level: 0 }] }));
  const at = packed.indexOf('stop_id');
  packed[at] = 'S'.charCodeAt(0);
  await expect(textsOf(packed)).rejects.toMatchObject({ code: 'zip_broken', place: { value: 'CRC' } });
});
