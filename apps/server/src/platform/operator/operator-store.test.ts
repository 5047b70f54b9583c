// A database belongs to the operator of its first start: another's folder is refused, by the server and by its commands.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { openOperator } from './open-operator.ts';
import { keepOperator, requireOperator } from './operator-store.ts';

let deps: TestDeps;
let dir: string;
beforeEach(async () => {
  deps = await openTestDeps();
  dir = mkdtempSync(join(tmpdir(), 'kippu-operator-'));
});
afterEach(async () => {
  await deps.close();
  rmSync(dir, { recursive: true });
});

const REFUSAL =
  "OPERATOR_DIR: this is the folder of 'other', but the database holds the data of 'first'; name the folder of 'first', or give 'other' a database and a DATA_DIR of its own";

test('the first operator stays, and another one is refused in one sentence', async () => {
  await requireOperator(deps.db, 'other');
  await Promise.all([keepOperator(deps.db, 'first'), keepOperator(deps.db, 'first')]);
  await keepOperator(deps.db, 'first');
  await expect(keepOperator(deps.db, 'other')).rejects.toThrow(REFUSAL);
  await requireOperator(deps.db, 'first');
});

test('a command with another folder is refused too', async () => {
  cpSync(deps.config.operatorDir, dir, { recursive: true });
  const file = join(dir, 'operator.json');
  const { operatorId } = deps.operator.settings;
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"${operatorId}"`, '"other"'));
  await keepOperator(deps.db, 'first');
  await expect(openOperator(deps.db, { operatorDir: dir }, deps.clock())).rejects.toThrow(REFUSAL);
});
