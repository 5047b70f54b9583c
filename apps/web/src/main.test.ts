// The first file of the app never waits as a module: a screen's file imports from it, and would wait for it in turn.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the first file has no top-level await', () => {
  const code = readFileSync(join(import.meta.dirname, 'main.tsx'), 'utf8');
  expect(code).toContain('await ');
  expect(code).not.toMatch(/^(?!\s|\/\/| \*).*\bawait\b/m);
});
