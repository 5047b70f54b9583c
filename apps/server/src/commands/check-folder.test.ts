// A folder is checked as a whole: all its faults at once, each with its place and what travellers see.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkFolder } from './check-folder.ts';

const OURS = join(import.meta.dirname, '../../../../operators/kansai');
const TODAY = '2026-11-30';
const dir = mkdtempSync(join(tmpdir(), 'kippu-folder-'));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('our folder has no fault', async () => {
  const { problems, parts } = await checkFolder(OURS, TODAY);
  expect(problems).toEqual([]);
  expect(parts?.trips.size).toBe(61);
});

test('faults of several files are found at once, and a file that is not read is named', async () => {
  cpSync(OURS, dir, { recursive: true });
  const change = (file: string, from: string, to: string) => {
    const text = readFileSync(join(dir, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(dir, file), text.replace(from, to));
  };
  change('operator.json', 'Asia/Tokyo', 'Asia/Kyoto');
  change('products.json', '"kind": "voucher"', '"kind": "scrip"');
  change('formations/haruka-9.json', '"carOneEnd": "kyoto"', '"carOneEnd": "nara"');
  change('formations/haruka-9.json', '"class": "green"', '"class": "blue"');
  change('counters.json', '"keihan-voucher"', '"keihan"');
  change('demo.json', '"productId": "museum-eticket"', '"productId": "museum"');
  change('notices/demo-service.json', '"level"', '"loud"');
  rmSync(join(dir, 'terms/ko.md'));
  writeFileSync(join(dir, 'gates.json'), '{}');
  const { problems, parts } = await checkFolder(dir, TODAY);
  expect(parts).toBeUndefined();
  const found = problems.map(({ place, problem }) => `${place} ${problem}`);
  for (const expected of [
    /^operator.json:\d+ .*Asia\/Kyoto/,
    /^products.json:\d+ kind 'scrip'/,
    /^formations\/haruka-9.json:\d+ end 'nara'/,
    /^formations\/haruka-9.json:\d+ class 'blue'/,
    /^counters.json:\d+ product 'keihan'/,
    /^demo.json:\d+ product 'museum'/,
    /^notices\/demo-service.json:\d+ /,
    /^terms\/ko.md:1 the file is missing/,
    /^gates.json no file of this name is read/,
  ])
    expect(found.filter((line) => expected.test(line))).not.toEqual([]);
  expect(problems.filter(({ level }) => level === 'error').map(({ seen }) => seen)).not.toContain('');
});
