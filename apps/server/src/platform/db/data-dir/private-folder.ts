// Restricts DATA_DIR to the user that the server runs as: it contains keys, the embedded database and mails.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** The names that Kippu creates in DATA_DIR. */
const OWN_NAMES = ['db', 'keys', 'lock', 'kippu.lock', 'mailbox', 'backups'];
/** Created by mkfs and file managers in a folder that belongs to Kippu. */
const HARMLESS_NAMES = ['lost+found', '.DS_Store'];

const OTHERS = 0o077;
const STICKY = 0o1000;
const modeOf = ({ mode }: Stats) => `0${(mode & 0o7777).toString(8)}`;

/** Removes the permissions of group and others. Throws where that fails or has no effect. */
function close(path: string, stats: Stats): void {
  let failure = 'the file system keeps no rights';
  try {
    chmodSync(path, stats.mode & 0o700);
    if ((statSync(path).mode & OTHERS) === 0) return;
  } catch (error) {
    if (!existsSync(path)) return;
    failure = error instanceof Error ? error.message : String(error);
  }
  throw new Error(
    `DATA_DIR: ${path} is open to other users of this machine (mode ${modeOf(stats)}) and cannot be closed to them (${failure}); make it this user's with chown and chmod, or name a folder that Kippu may make`,
  );
}

/**
 * Removes the permissions of group and others from a folder and everything below. Skips links, sockets, and files deleted while it runs.
 * Returns how many files and folders it changed. Throws where one cannot be changed.
 */
export function closeFolder(folder: string): number {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  let changed = 0;
  if (!stats || stats.isSymbolicLink() || stats.isSocket()) return changed;
  if ((stats.mode & OTHERS) !== 0) {
    close(folder, stats);
    changed += 1;
  }
  if (!stats.isDirectory()) return changed;
  for (const name of readdirSync(folder)) changed += closeFolder(join(folder, name));
  return changed;
}

/** Throws where a folder open to others seems not to be Kippu's alone, such as /tmp. */
function refuseShared(dataDir: string, stats: Stats): void {
  const names = readdirSync(dataDir).filter((name) => !HARMLESS_NAMES.includes(name));
  const isShared = (stats.mode & STICKY) !== 0 && (stats.mode & 0o002) !== 0;
  const isForeign = names.length > 0 && !names.some((name) => OWN_NAMES.includes(name));
  if (isShared || isForeign)
    throw new Error(
      `DATA_DIR: ${dataDir} is open to other users of this machine (mode ${modeOf(stats)}) and is used by others; name a folder for Kippu alone, such as ${join(dataDir, 'kippu')}`,
    );
}

/**
 * Creates DATA_DIR if it is missing, and closes it and Kippu's files in it to all other users. Returns a line for the operator for each
 * thing that was open. Throws where something cannot be closed, or where an open folder contains other files.
 */
export function openDataDir(dataDir: string): readonly string[] {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const stats = statSync(dataDir);
  const lines: string[] = [];
  if ((stats.mode & OTHERS) !== 0) {
    refuseShared(dataDir, stats);
    close(dataDir, stats);
    lines.push(
      `DATA_DIR: ${dataDir} was open to other users of this machine (mode ${modeOf(stats)}); it is closed to them now (mode 0700)`,
    );
  }
  const names = readdirSync(dataDir).filter((name) => OWN_NAMES.includes(name));
  const changed = names.reduce((sum, name) => sum + closeFolder(join(dataDir, name)), 0);
  if (changed > 0)
    lines.push(`DATA_DIR: ${changed} files and folders in ${dataDir} were open too; they are closed now`);
  return lines;
}
