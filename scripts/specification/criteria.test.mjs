// The check of docs/accessibility.md finds each kind of fault, and the document has none.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { faultsOfCriteria } from './criteria.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (/** @type {string} */ file) =>
  existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file), 'utf8') : undefined;
const text = read('docs/accessibility.md') ?? '';

test('the document has no fault', () => {
  expect(faultsOfCriteria(text, read)).toEqual([]);
});

test.each([
  ['a line is missing', text.replace(/^\| 1\.1\.1 .*$/m, ''), '1.1.1 has no line'],
  ['a line stands twice', text.replace(/^(\| 1\.1\.1 .*)$/m, '$1\n$1'), '1.1.1 has two lines'],
  [
    'a criterion is of no such level',
    `${text}\n| 1.4.6 | Contrast | open | No. |`,
    '1.4.6 is no criterion of level A or AA',
  ],
  [
    'a state is unknown',
    text.replace(/^(\| 1\.2\.1 \|[^|]*\|) none/m, '$1 met'),
    "1.2.1 is 'met'; a state is held, none, open",
  ],
  [
    'a test does not exist',
    text.replace(/"the screen %s has its title"/, '"no such test"'),
    '2.4.2 names "no such test", which is not in apps/web/src/app/boot/specification.test.tsx',
  ],
])('a fault is found: %s', (_name, changed, fault) => {
  expect(faultsOfCriteria(changed, read)).toEqual([fault]);
});
