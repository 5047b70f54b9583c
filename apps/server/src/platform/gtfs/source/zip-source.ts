// A feed in a ZIP file, at its top or in a folder. Nothing is unpacked to the disk, and a file is read piece by piece.
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { READ_FILES, SourceFault, type FeedLimits, type FeedSource, type SourceFile } from './feed-source.ts';

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Files that programs add to a ZIP file by themselves. */
const isJunk = (path: string) => path.split('/').some((part) => part === '__MACOSX' || part.startsWith('.'));
const isFeedFile = (path: string) => READ_FILES.some((name) => name === baseOf(path));

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** yauzl refuses names that would leave the folder. */
const faultOf = (error: unknown): SourceFault => {
  const text = messageOf(error);
  const isName = /^(absolute path|invalid relative path|invalid characters in fileName)/.test(text);
  return new SourceFault(isName ? 'zip_unsafe_name' : 'zip_broken', { value: text }, error);
};

async function entriesOf(zip: ZipFile, { files, unpackedBytes }: FeedLimits): Promise<Entry[]> {
  const entries: Entry[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > files) throw new SourceFault('too_many_files', { against: String(files) });
    bytes += entry.uncompressedSize;
    if (bytes > unpackedBytes)
      throw new SourceFault('unpacked_too_large', { against: String(unpackedBytes) });
  }
  return entries;
}

/** Reads a file of the ZIP. yauzl rejects where it is longer or shorter than the ZIP says. */
async function* chunksOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const file = baseOf(entry.fileName);
  let sum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes = chunk as Buffer;
      sum = crc32(bytes, sum);
      yield bytes;
    }
  } catch (error) {
    throw new SourceFault('zip_broken', { file, value: messageOf(error) }, error);
  }
  if (sum !== entry.crc32) throw new SourceFault('zip_broken', { file, value: 'CRC' });
}

/** The signature and the length of the record that ends a ZIP file. */
const END = Buffer.from('504b0506', 'hex');
const END_BYTES = 22;

/** Returns the ZIP file without what was appended to it, as some publishers' servers do. */
function withoutAppendix(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(END);
  if (at < 0 || at + END_BYTES > bytes.length) return bytes;
  const end = at + END_BYTES + bytes.readUInt16LE(at + END_BYTES - 2);
  return end < bytes.length ? bytes.subarray(0, end) : bytes;
}

/** Opens a feed in the bytes of a ZIP file. Rejects with SourceFault where it is none that can be read. */
export async function openZip(zip: Uint8Array, limits: FeedLimits): Promise<FeedSource> {
  if (zip.length > limits.zipBytes)
    throw new SourceFault('zip_too_large', { against: String(limits.zipBytes) });
  try {
    const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
    const whole = withoutAppendix(bytes);
    const opened = await fromBufferPromise(whole, { validateEntrySizes: true });
    const entries = (await entriesOf(opened, limits)).filter(
      ({ fileName }) => !fileName.endsWith('/') && !isJunk(fileName),
    );
    const folders = [
      ...new Set(
        entries
          .map(({ fileName }) => fileName)
          .filter(isFeedFile)
          .map(folderOf),
      ),
    ];
    const [folder, another] = folders;
    if (folder === undefined) throw new SourceFault('no_feed');
    if (another !== undefined) throw new SourceFault('several_feeds', { value: folder, against: another });
    const files = entries
      .filter(({ fileName }) => folderOf(fileName) === folder)
      .map((entry): SourceFile => ({
        name: baseOf(entry.fileName),
        bytes: entry.uncompressedSize,
        chunks: () => chunksOf(opened, entry),
      }));
    const encrypted = entries.find((entry) => entry.isEncrypted() && isFeedFile(entry.fileName));
    if (encrypted) throw new SourceFault('zip_encrypted', { file: baseOf(encrypted.fileName) });
    const names = files.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw new SourceFault('several_feeds', { file: twice });
    return { files, folder, appended: bytes.length - whole.length };
  } catch (error) {
    throw error instanceof SourceFault ? error : faultOf(error);
  }
}
