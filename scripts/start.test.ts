// `npm start -- --operator <name>` refuses a name that no folder has.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

test('an unknown operator is refused with the names that exist', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'scripts/start.mjs'), '--operator', 'nowhere'],
    { encoding: 'utf8' },
  );
  const names = readdirSync(path.join(ROOT, 'operators'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  expect(names.length).toBeGreaterThan(1);
  expect(stderr).toBe(
    `There is no operator 'nowhere'. Choose one of ${names.join(', ')}, or set OPERATOR_DIR to a folder elsewhere.\n`,
  );
  expect(status).toBe(1);
});
