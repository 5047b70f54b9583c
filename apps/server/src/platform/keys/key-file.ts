// Files of keys in DATA_DIR that several processes share: nobody ever reads half of one, and all have the same.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Takes DATA_DIR and a name; gives the file's path. */
export const keyFile = (dataDir: string, name: string): string => join(dataDir, 'keys', name);

/** Gives what the file holds, undefined where there is none. Throws one clear line when it cannot be read. */
export function readKeyFile(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`DATA_DIR: ${file} cannot be read; put back its copy`, { cause: error });
  }
}

/** Writes beside the file, for `place` to put there whole, also where the power goes or the disk is full. */
function write(file: string, keys: unknown, place: (from: string) => void): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    writeFileSync(beside, JSON.stringify(keys), { mode: 0o600, flush: true });
    place(beside);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** The first keys of all: of processes that start at once, the first to be there gives them to the others. */
export function makeKeyFile(file: string, keys: unknown): void {
  write(file, keys, (from) => {
    try {
      linkSync(from, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    }
  });
}

/** Puts newer keys in place of the file's. Of two processes that do so at once, the last one's stay: read them again. */
export function replaceKeyFile(file: string, keys: unknown): void {
  write(file, keys, (from) => renameSync(from, file));
}
