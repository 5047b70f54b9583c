// Opens a feed wherever it is: a folder, a ZIP file, bytes, or texts.
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceFault, type FeedLimits, type FeedSource, type SourceFile } from './feed-source.ts';
import { openZip } from './zip-source.ts';

/** The texts of a feed's files by name. */
export type FeedTexts = Readonly<Record<string, string>>;

/** Where a feed is: in a folder or a ZIP file, by its path; in the bytes of a ZIP file; or in texts. */
export type FeedInput =
  { readonly path: string } | { readonly zip: Uint8Array } | { readonly texts: FeedTexts };

async function openFolder(dir: string, limits: FeedLimits): Promise<FeedSource> {
  const names = (await readdir(dir, { withFileTypes: true })).filter(
    (entry) => !entry.isDirectory() && !entry.name.startsWith('.'),
  );
  if (names.length > limits.files) throw new SourceFault('too_many_files', { against: String(limits.files) });
  const files = await Promise.all(
    names.map(async ({ name }): Promise<SourceFile> => {
      const path = join(dir, name);
      const { size } = await stat(path);
      return { name, bytes: size, chunks: () => createReadStream(path) };
    }),
  );
  return { files, folder: '', appended: 0 };
}

function openTexts(texts: FeedTexts): FeedSource {
  const files = Object.entries(texts).map(([name, text]): SourceFile => {
    const bytes = new TextEncoder().encode(text);
    return {
      name,
      bytes: bytes.length,
      chunks: async function* () {
        yield bytes;
      },
    };
  });
  return { files, folder: '', appended: 0 };
}

/** Opens a feed. Rejects with SourceFault where it is none, or beyond the limits. */
export async function openSource(input: FeedInput, limits: FeedLimits): Promise<FeedSource> {
  if ('texts' in input) return openTexts(input.texts);
  if ('zip' in input) return openZip(input.zip, limits);
  const found = await stat(input.path).catch(() => undefined);
  if (!found) throw new SourceFault('no_feed', { value: input.path });
  if (!found.isDirectory()) {
    if (found.size > limits.zipBytes)
      throw new SourceFault('zip_too_large', { against: String(limits.zipBytes) });
    return openZip(await readFile(input.path), limits);
  }
  const source = await openFolder(input.path, limits);
  const bytes = source.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > limits.unpackedBytes)
    throw new SourceFault('unpacked_too_large', { against: String(limits.unpackedBytes) });
  return source;
}
