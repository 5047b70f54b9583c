// Sessions: token rotation that allows a second tab and detects a thief, inactivity, maximum life, no fixation.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/database.ts';
import { emptyTables } from '../../test/test-database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { requireSession, rotateSession, startSession, type Tokens } from './session.ts';
import { openTestDeps, type TestDeps } from '../../test/app-context.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let deps: TestDeps;
let tokens: Tokens;

const signIn = (device = 'phone') =>
  inTransaction(deps.db, (trx) => startSession(trx, 'a', device, deps.clock()));
const rotate = (token: string) => inTransaction(deps.db, (trx) => rotateSession(trx, token, deps.clock()));
const codeOfRotation = async (token: string) => {
  const answer = await rotate(token);
  return answer instanceof AppError ? answer.code : 'OK';
};
async function rotated(token: string): Promise<Tokens> {
  const answer = await rotate(token);
  if (answer instanceof AppError) throw answer;
  return answer;
}
const use = async (token: string): Promise<string> => {
  try {
    return (await requireSession(deps.db, `Bearer ${token}`, deps.clock())).accountId;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  await emptyTables(deps.db);
  const at = new Date(deps.clock());
  const person = { email: 'a@example.jp', username: 'a', fullname: 'A', country: 'JP', language: 'ja' };
  const rest = { password_hash: 'x', password_changed_at: at, status: 'active' as const, created_at: at };
  await deps.db
    .insertInto('account')
    .values({ account_id: 'a', ...person, ...rest })
    .execute();
  tokens = await signIn();
});

test('tabs that refresh at the same moment get identical tokens', async () => {
  const first = await rotated(tokens.refreshToken);
  deps.advance(9_999);
  expect(await rotated(tokens.refreshToken)).toEqual(first);
  expect(await use(first.token)).toBe('a');
  expect(first.refreshToken).not.toBe(tokens.refreshToken);
});

test('twenty refreshes at once leave one live session with one pair of tokens', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => rotated(tokens.refreshToken)));
  expect(new Set(all.map((pair) => JSON.stringify(pair))).size).toBe(1);
  expect(await use(all[0]?.token ?? '')).toBe('a');
  const live = await deps.db.selectFrom('session').selectAll().where('ended_at', 'is', null).execute();
  expect(live).toHaveLength(1);
  const stored = await deps.db.selectFrom('session_token').selectAll().execute();
  expect(stored).toHaveLength(4);
});

test('a used refresh token that is presented again after ten seconds ends the session for both', async () => {
  const { token, refreshToken } = await rotated(tokens.refreshToken);
  deps.advance(10_000);
  expect(await codeOfRotation(tokens.refreshToken)).toBe('SES-0003');
  expect([await use(token), await codeOfRotation(refreshToken)]).toEqual(['SES-0003', 'SES-0003']);
  const { end_reason: reason } = await deps.db.selectFrom('session').selectAll().executeTakeFirstOrThrow();
  expect(reason).toBe('reuse');
});

test('within ten seconds too, once its successor has been used', async () => {
  const { refreshToken } = await rotated(tokens.refreshToken);
  const { token } = await rotated(refreshToken);
  expect(await codeOfRotation(tokens.refreshToken)).toBe('SES-0003');
  expect(await use(token)).toBe('SES-0003');
});

test('a thief as quick as a second tab is detected at the next refresh', async () => {
  const victim = await rotated(tokens.refreshToken);
  const thief = await rotated(tokens.refreshToken);
  deps.advance(31 * MINUTE);
  const { token } = await rotated(victim.refreshToken);
  deps.advance(10_000);
  expect(await codeOfRotation(thief.refreshToken)).toBe('SES-0003');
  expect(await use(token)).toBe('SES-0003');
});

test('nothing stored in the tables is accepted as a token', async () => {
  const next = await rotated(tokens.refreshToken);
  const stored = JSON.stringify(await deps.db.selectFrom('session_token').selectAll().execute());
  for (const secret of [tokens.token, tokens.refreshToken, next.token, next.refreshToken])
    expect(stored).not.toContain(secret);
  const rows = await deps.db.selectFrom('session_token').selectAll().execute();
  for (const row of rows) {
    expect(await use(row.token_hash)).toBe('SES-0003');
    expect(await codeOfRotation(row.token_hash)).toBe('SES-0003');
  }
});

test('a token is made by the server, new at each login, and has one purpose', async () => {
  const chosen = 'x'.repeat(43);
  expect([await use(chosen), await codeOfRotation(chosen)]).toEqual(['SES-0003', 'SES-0003']);
  expect(await use(tokens.refreshToken)).toBe('SES-0003');
  expect(await codeOfRotation(tokens.token)).toBe('SES-0003');
  const again = await signIn('other phone');
  const four = [tokens.token, tokens.refreshToken, again.token, again.refreshToken];
  expect(new Set(four).size).toBe(4);
  for (const token of four) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const session = await requireSession(deps.db, `Bearer ${again.token}`, deps.clock());
  expect(session.deviceId).toBe('other phone');
});

test('a newer sign-in ends the older session and its refresh token', async () => {
  await signIn('other phone');
  expect([await use(tokens.token), await codeOfRotation(tokens.refreshToken)]).toEqual([
    'SES-0004',
    'SES-0004',
  ]);
});

test('a suspended account’s session is refused, and works again afterwards', async () => {
  const setStatus = (status: 'active' | 'suspended') =>
    deps.db.updateTable('account').set({ status }).execute();
  await setStatus('suspended');
  expect([await use(tokens.token), await codeOfRotation(tokens.refreshToken)]).toEqual([
    'SES-0003',
    'SES-0003',
  ]);
  await setStatus('active');
  expect(await use(tokens.token)).toBe('a');
});

test('two hours without a call end a session, and no refresh revives it; a call in time keeps it', async () => {
  deps.advance(29 * MINUTE);
  expect(await use(tokens.token)).toBe('a');
  deps.advance(2 * HOUR - 1);
  expect(await use(tokens.token)).toBe('SES-0002');
  const next = await rotated(tokens.refreshToken);
  deps.advance(2 * HOUR);
  expect([await use(next.token), await codeOfRotation(next.refreshToken)]).toEqual(['SES-0005', 'SES-0005']);
});

test('the busiest session ends after thirty days, and its old access tokens are deleted', async () => {
  let { token, refreshToken } = tokens;
  const end = deps.clock() + 30 * 24 * HOUR;
  while (deps.clock() + 7 * HOUR < end) {
    deps.advance(7 * HOUR);
    // As if a call had been made a moment ago.
    await deps.db
      .updateTable('session')
      .set({ last_seen_at: new Date(deps.clock() - MINUTE) })
      .execute();
    ({ token, refreshToken } = await rotated(refreshToken));
  }
  const access = deps.db.selectFrom('session_token').selectAll().where('kind', '=', 'access');
  expect((await access.execute()).length).toBeLessThan(6);
  await deps.db
    .updateTable('session')
    .set({ last_seen_at: new Date(end - 1) })
    .execute();
  deps.advance(end - 1 - deps.clock());
  ({ token, refreshToken } = await rotated(refreshToken));
  expect(await use(token)).toBe('a');
  deps.advance(1);
  expect(await use(token)).toBe('SES-0002');
  expect(await codeOfRotation(refreshToken)).toBe('SES-0003');
  const { end_reason: reason } = await deps.db.selectFrom('session').selectAll().executeTakeFirstOrThrow();
  expect(reason).toBeNull();
});

test('anything but a bearer token is refused', async () => {
  const answer = (header: string | undefined) =>
    requireSession(deps.db, header, deps.clock()).catch((error: unknown) =>
      error instanceof AppError ? error.code : 'a bug',
    );
  for (const header of [undefined, '', 'Bearer', 'Bearer short', `Basic ${tokens.token}`, `Bearer a b`])
    expect(await answer(header)).toBe('SES-0001');
});
