// A folder is checked as a whole: all its faults at once, each with its place and what travellers see.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkFolder } from './check-folder.ts';

const OPERATORS = join(import.meta.dirname, '../../../../operators');
const OURS = join(OPERATORS, 'kansai');
const TODAY = '2026-11-30';
const dir = mkdtempSync(join(tmpdir(), 'kippu-folder-'));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const FOLDERS = readdirSync(OPERATORS, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test('there are several operators, each with an id of its own', async () => {
  const checks = await Promise.all(FOLDERS.map(({ name }) => checkFolder(join(OPERATORS, name), TODAY)));
  const ids = checks.map(({ parts }) => parts?.settings.operatorId);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the command checks a folder in a process of its own', () => {
  const command = join(import.meta.dirname, 'check-operator.ts');
  for (const { name } of FOLDERS) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, join(OPERATORS, name)], {
      encoding: 'utf8',
    });
    expect({ status, stderr }, name).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Travellers see ');
  }
});

test('the command does not say that there is nothing to report where a file has a fault', () => {
  cpSync(OURS, dir, { recursive: true });
  rmSync(join(dir, 'icons/icon.svg'));
  const command = join(import.meta.dirname, 'check-operator.ts');
  const { status, stdout } = spawnSync(process.execPath, [command, dir], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toContain('icons/icon.svg:1: the icon is missing');
  expect(stdout).not.toContain('Nothing to report');
  expect(stdout).toContain('The server would not start with this folder.');
});

test.each(FOLDERS.map(({ name }) => name))('the folder of %s has no fault', async (name) => {
  const { problems, findings, parts } = await checkFolder(join(OPERATORS, name), TODAY);
  expect(problems).toEqual([]);
  expect(findings.map(({ code }) => code)).toEqual([]);
  expect(parts?.trips.size).toBeGreaterThan(30);
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
