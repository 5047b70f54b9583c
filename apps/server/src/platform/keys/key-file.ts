// Key files in DATA_DIR that several processes share: written atomically, so that all read the same complete file.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the path of a key file. */
export const keyFile = (dataDir: string, name: string): string => join(dataDir, 'keys', name);

/** Returns the content of a JSON file; undefined if there is no file. Throws an Error of one line when it cannot be read. */
export function readKeyFile(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`DATA_DIR: ${file} cannot be read; put back its copy`, { cause: error });
  }
}

/**
 * Writes a new file, for its owner only. If several processes do so at once, the first one's file stays and the others use it. A power cut
 * or a full disk leaves no partial file.
 */
export function makeKeyFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flush: true });
    linkSync(beside, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}
