// A GTFS feed as it comes from a publisher, a ZIP file, taken apart on the device: only what a timetable is read from leaves it.
import { strFromU8, unzip, type UnzipFileInfo } from 'fflate';
import { FEED_BYTES, FEED_FILES, type FeedFile } from '@kippu/contract/desk-feed';

export type FeedFiles = Partial<Record<FeedFile, string>>;
export type FeedFault = 'noZip' | 'noFeed' | 'tooLong' | 'notUtf8';

const nameOf = (path: string): FeedFile | undefined =>
  FEED_FILES.find((known) => known === path.split('/').at(-1));

/** What a request adds around the files. */
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
 * Takes a file from the disk; gives the texts of the feed in it, whether it lies in a folder of the ZIP or not, or what is
 * wrong: no ZIP, none of a feed's files in it, longer than the server takes, or written otherwise than in UTF-8.
 */
export async function readFeed(file: Blob): Promise<FeedFiles | FeedFault> {
  let size = 0;
  let found: Record<string, Uint8Array>;
  try {
    // What a file claims to be long is added up before it is taken apart: a small ZIP may hold gigabytes.
    found = await unzipped(new Uint8Array(await file.arrayBuffer()), ({ name, originalSize }) => {
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
