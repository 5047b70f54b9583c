// DATA_DIR belongs to one user: open permissions are closed and reported, and a folder that cannot be closed stops the start.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbedded } from '../open-database.ts';
import { openDataDir } from './private-folder.ts';

let parent: string;
let dir: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'kippu-private-'));
  dir = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
function put(path: string, mode: number): void {
  writeFileSync(path, 'x');
  chmodSync(path, mode);
}
function folder(path: string, mode: number): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
}

test('a missing folder is created for one user, without a message', () => {
  expect(openDataDir(join(dir, 'deep'))).toEqual([]);
  expect(modeOf(join(dir, 'deep'))).toBe('700');
  expect(openDataDir(join(dir, 'deep'))).toEqual([]);
});

test('an open folder is closed with all of Kippu’s files in it, with one message', () => {
  folder(dir, 0o755);
  folder(join(dir, 'keys'), 0o755);
  put(join(dir, 'keys', 'issuer.json'), 0o644);
  folder(join(dir, 'db', 'base'), 0o755);
  put(join(dir, 'db', 'base', '1'), 0o666);
  put(join(dir, 'db', 'base', '2'), 0o600);
  const outside = join(parent, 'outside');
  put(outside, 0o644);
  symlinkSync(outside, join(dir, 'db', 'link'));
  expect(openDataDir(dir)).toEqual([
    `DATA_DIR: ${dir} was open to other users of this machine (mode 0755); it is closed to them now (mode 0700)`,
    `DATA_DIR: 5 files and folders in ${dir} were open too; they are closed now`,
  ]);
  for (const name of ['', 'keys', 'db/base']) expect(modeOf(join(dir, name)), name).toBe('700');
  for (const name of ['keys/issuer.json', 'db/base/1', 'db/base/2'])
    expect(modeOf(join(dir, name)), name).toBe('600');
  expect(modeOf(outside)).toBe('644');
  expect(openDataDir(dir)).toEqual([]);
});

test('an empty open folder, such as a new volume, is accepted', () => {
  folder(dir, 0o777);
  folder(join(dir, 'lost+found'), 0o700);
  expect(openDataDir(dir)).toHaveLength(1);
  expect(modeOf(dir)).toBe('700');
});

test('a folder that others use is refused and not changed', () => {
  folder(dir, 0o755);
  put(join(dir, 'syslog'), 0o644);
  expect(() => openDataDir(dir)).toThrow(
    `is used by others; name a folder for Kippu alone, such as ${dir}/kippu`,
  );
  expect(modeOf(dir)).toBe('755');
  chmodSync(dir, 0o700);
  expect(openDataDir(dir)).toEqual([]);
  expect(modeOf(join(dir, 'syslog'))).toBe('644');
  const shared = join(parent, 'tmp');
  folder(shared, 0o1777);
  expect(() => openDataDir(shared)).toThrow('is used by others');
  expect(modeOf(shared)).toBe('1777');
});

test('the files of the embedded database belong to one user from the start, and after a restart', async () => {
  const old = process.umask(0o077);
  try {
    const open = () =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => (statSync(path).mode & 0o077) !== 0);
    for (let start = 0; start < 2; start++) {
      expect(openDataDir(dir)).toEqual([]);
      const { close } = await openEmbedded(dir);
      expect(open()).toEqual([]);
      await close();
      expect(open()).toEqual([]);
    }
  } finally {
    process.umask(old);
  }
});

const isRoot = process.getuid?.() === 0;
const SOMEBODY = 65_534;

/** Runs something as another user of the machine. */
function asSomebody(work: () => void): void {
  process.seteuid?.(SOMEBODY);
  try {
    work();
  } finally {
    process.seteuid?.(0);
  }
}

test.skipIf(!isRoot)('an open folder of another user is refused, in one line', () => {
  folder(parent, 0o755);
  folder(dir, 0o770);
  chownSync(dir, 0, SOMEBODY);
  const oldGroup = process.getegid?.() ?? 0;
  process.setegid?.(SOMEBODY);
  try {
    asSomebody(() =>
      expect(() => openDataDir(dir)).toThrow(/cannot be closed to them \(EPERM.*chown and chmod/),
    );
    expect(modeOf(dir)).toBe('770');
    // The remedy that the message names: a folder that Kippu may create.
    asSomebody(() => expect(openDataDir(join(dir, 'kippu'))).toEqual([]));
    expect(modeOf(join(dir, 'kippu'))).toBe('700');
  } finally {
    process.setegid?.(oldGroup);
  }
  // Root may close it, whatever its owner.
  rmSync(join(dir, 'kippu'), { recursive: true });
  expect(openDataDir(dir)).toHaveLength(1);
});

test.skipIf(!isRoot)('a user without root rights closes their own files', () => {
  folder(parent, 0o755);
  folder(dir, 0o755);
  chownSync(dir, SOMEBODY, SOMEBODY);
  asSomebody(() => expect(openDataDir(dir)).toHaveLength(1));
  expect(modeOf(dir)).toBe('700');
});
