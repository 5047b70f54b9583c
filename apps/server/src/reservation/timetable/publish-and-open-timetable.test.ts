// What a start does with the operator's folder: a new one takes effect once, an older one never by itself.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readInWorker } from '../../platform/operator/read-operator.ts';
import type { Progress } from '../../platform/gtfs/read/read-feed.ts';
import { readFolder } from '../../platform/operator/files/operator-folder.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { openTestDeps, readOperator, type TestDeps } from '../../../test/app-context.ts';
import { feedTexts } from '../../../test/reservation/feed.ts';
import { publishAndOpenTimetable } from './publish-and-open-timetable.ts';

let deps: TestDeps;
let folders: string;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  await emptyTables(deps.db);
  folders = mkdtempSync(join(tmpdir(), 'kippu-folders-'));
});
afterEach(() => rmSync(folders, { recursive: true }));

/** Copies the operator's folder, with another version of its timetable. */
function folderOf(version: string): string {
  const dir = join(folders, version);
  cpSync(deps.config.operatorDir, dir, { recursive: true });
  const file = join(dir, 'gtfs/feed_info.txt');
  const [head = '', row = ''] = readFileSync(file, 'utf8').split('\n');
  const changed = row.replace(/"[^"]*"$/, `"${version}"`);
  expect(changed).not.toBe(row);
  writeFileSync(file, `${head}\n${changed}\n`);
  return dir;
}
const start = async (operatorDir: string, operatorFeed: 'desk' | 'folder' = 'desk') => {
  const { db, clock } = deps;
  const report = (error: unknown) => expect.unreachable(String(error));
  return publishAndOpenTimetable({ db, clock, read: readOperator, report }, { operatorDir, operatorFeed });
};

test('a new folder takes effect, also at processes with the older one; an older folder does not come back', async () => {
  const [older, newer] = [folderOf('v1'), folderOf('v2')];
  const first = await start(older);
  expect([first.current.generation > 0, first.current.operator.version]).toEqual([true, 'v1']);
  expect((await start(newer)).current.operator.version).toBe('v2');
  await first.refresh();
  expect(first.current.operator.version).toBe('v2');
  // A process with the older folder restarts.
  expect((await start(older)).current.operator.version).toBe('v2');
  expect((await start(older, 'folder')).current.operator.version).toBe('v1');
  await first.refresh();
  expect(first.current.operator.version).toBe('v1');
  expect(await deps.db.selectFrom('timetable').select('generation').execute()).toHaveLength(3);
});

test('a new folder takes effect once at two processes that start together', async () => {
  const dir = folderOf('v1');
  for (const operatorFeed of ['desk', 'folder'] as const) {
    const [one, other] = await Promise.all([start(dir, operatorFeed), start(dir, operatorFeed)]);
    expect(one.current.generation).toBe(other.current.generation);
  }
  expect(await deps.db.selectFrom('timetable').select('generation').execute()).toHaveLength(1);
});

test('only the newest generation keeps its files', async () => {
  await start(folderOf('v1'));
  await start(folderOf('v2'));
  const rows = await deps.db.selectFrom('timetable').select('files').orderBy('generation').execute();
  expect(rows.map(({ files }) => files === null)).toEqual([true, false]);
});

test('a broken folder stops the start with its first fault', async () => {
  const dir = folderOf('v1');
  rmSync(join(dir, 'products.json'));
  await expect(start(dir)).rejects.toThrow('products.json:1: the file is missing');
});

test('a worker thread reads the same as this one, and finds the same', async () => {
  const { texts, feedPath: path } = readFolder(deps.config.operatorDir);
  const input = { texts, feed: { path }, today: '2026-04-01' };
  const progress: Progress[] = [];
  expect(await readInWorker(input, { onProgress: (one) => progress.push(one) })).toEqual(
    await readOperator(input),
  );
  expect(progress.at(-1)?.share).toBeCloseTo(1, 2);
  const { 'stops.txt': _gone, ...rest } = feedTexts(deps.config.operatorDir);
  const broken = { ...input, feed: { texts: rest } };
  const found = await readInWorker(broken);
  expect(found).toEqual(await readOperator(broken));
  expect(found.read).toBeUndefined();
  expect(found.report.findings.map(({ code }) => code)).toContain('missing_required_file');
});
