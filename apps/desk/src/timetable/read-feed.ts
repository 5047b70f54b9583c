// Reads a GTFS feed from a publisher's ZIP file on the device. Only timetable files leave the device.
import { strFromU8, unzip, type UnzipFileInfo } from 'fflate';
import { FEED_BYTES } from '@kippu/contract/limits';
import { FEED_FILES, type FeedFile } from '@kippu/contract/values';

export type FeedFiles = Partial<Record<FeedFile, string>>;
export type FeedFault = 'noZip' | 'noFeed' | 'tooLong' | 'notUtf8';

const nameOf = (path: string): FeedFile | undefined =>
  FEED_FILES.find((known) => known === path.split('/').at(-1));

/** The maximum number of files in a ZIP. A feed has about thirty. */
const MAX_ENTRIES = 1_000;

/** The request's size without the files. */
const ROOM = 1024;

function unzipped(
  bytes: Uint8Array,
  filter: (file: UnzipFileInfo) => boolean,
): Promise<Record<string, Uint8Array>> {
  return new Promise((resolve, reject) => {
    unzip(bytes, { filter }, (error, files) => (error ? reject(error) : resolve(files)));
  });
}

/**
 * Returns the texts of the feed's files, also from a folder of the ZIP, or the fault: not a ZIP, no feed files, too
 * large for the server, or not in UTF-8.
 */
export async function readFeed(file: Blob): Promise<FeedFiles | FeedFault> {
  let [entries, size] = [0, 0];
  let found: Record<string, Uint8Array>;
  try {
    // The declared sizes are added up before unpacking, because a small ZIP may hold gigabytes.
    found = await unzipped(new Uint8Array(await file.arrayBuffer()), ({ name, originalSize }) => {
      entries += 1;
      if (entries > MAX_ENTRIES) throw new RangeError('too many entries');
      if (nameOf(name) === undefined || name.startsWith('__MACOSX/')) return false;
      size += originalSize;
      return size <= FEED_BYTES;
    });
  } catch {
    return 'noZip';
  }
  if (size > FEED_BYTES) return 'tooLong';
  const files: FeedFiles = {};
  for (const [path, bytes] of Object.entries(found)) {
    const name = nameOf(path);
    if (name === undefined || bytes.length === 0) continue;
    const text = strFromU8(bytes);
    if (text.includes('\uFFFD')) return 'notUtf8';
    files[name] = text;
  }
  if (Object.keys(files).length === 0) return 'noFeed';
  const sent = new TextEncoder().encode(JSON.stringify(files)).length + ROOM;
  return sent > FEED_BYTES ? 'tooLong' : files;
}
