// The check of docs/specification.md finds each kind of fault, and the document has none.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { faultsOfTable } from './table.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const FILES = {
  'a.test.ts': "test('holds', () => {}); test('an owner\\'s', () => {});",
  'a.ts': "'holds'",
  'docs/decisions/001-why.md': '# 001',
};
const read = (/** @type {string} */ file) => FILES[file];
const faults = (/** @type {string[]} */ ...lines) => faultsOfTable(['## 1 First', ...lines].join('\n'), read);
const HELD = '| 1.1 | It does. | held | `a.test.ts`: "holds" |';

test('a line that names a test, a decision or what is missing has no fault', () => {
  expect(
    faults(
      HELD,
      '| 1.2 | Its owner. | held | `a.test.ts`: "holds"; `a.test.ts`: "an owner\'s" |',
      '| 1.3 | It differs. | on purpose | Because ([decision 001](decisions/001-why.md)). |',
      '| 1.4 | It lacks. | open | Nothing does it. |',
      '## 2 Second',
      '| 2.1 | More. | held | `a.test.ts`: "holds" |',
    ),
  ).toEqual([]);
});

test.each([
  ['without lines', []],
  ['a test that does not exist', ['| 1.1 | It does. | held | `a.test.ts`: "hold" |']],
  ['a file that does not exist', ['| 1.1 | It does. | held | `b.test.ts`: "holds" |']],
  ['a file without tests', ['| 1.1 | It does. | held | `a.ts`: "holds" |']],
  ['no test', ['| 1.1 | It does. | held | Surely. |']],
  ['no decision', ['| 1.1 | It differs. | on purpose | Because. |']],
  ['a decision that does not exist', ['| 1.1 | It differs. | on purpose | [002](decisions/002-no.md) |']],
  ['an unknown state', ['| 1.1 | It does. | maybe | `a.test.ts`: "holds" |']],
  ['a missing number', [HELD.replace('1.1', '1.2')]],
  ['a number of another section', [HELD.replace('1.1', '2.1')]],
  ['a missing section', [HELD, '## 3 Third']],
  ['one statement twice', [HELD, HELD.replace('1.1', '1.2')]],
  ['a cell too few', ['| 1.1 | It does. | held |']],
])('%s is a fault', (_what, lines) => {
  expect(faults(...lines)).toHaveLength(1);
});

test('the table of this repository has no fault', () => {
  const inRoot = (/** @type {string} */ file) => path.join(ROOT, file);
  const table = readFileSync(inRoot('docs/specification.md'), 'utf8');
  const text = (/** @type {string} */ file) =>
    existsSync(inRoot(file)) ? readFileSync(inRoot(file), 'utf8') : undefined;
  expect(faultsOfTable(table, text)).toEqual([]);
});
