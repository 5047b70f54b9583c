// Key files in DATA_DIR that several processes share: written atomically, so that all read the same complete file.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the path of a key file. */
export const keyFile = (dataDir: string, name: string): string => join(dataDir, 'keys', name);

/** Returns the file's content; undefined if there is no file. Throws an Error of one line when it cannot be read. */
export function readKeyFile(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`DATA_DIR: ${file} cannot be read; put back its copy`, { cause: error });
  }
}

/** Writes a complete temporary file and lets `place` move it, so that a power cut or a full disk leaves no partial file. */
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

/** Writes the first keys. If several processes start at once, the first one's file stays and the others use it. */
export function makeKeyFile(file: string, keys: unknown): void {
  write(file, keys, (from) => {
    try {
      linkSync(from, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    }
  });
}

/** Replaces the file's keys. If two processes do so at once, the last one's stay: read them again. */
export function replaceKeyFile(file: string, keys: unknown): void {
  write(file, keys, (from) => renameSync(from, file));
}
