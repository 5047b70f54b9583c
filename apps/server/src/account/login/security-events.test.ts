// The security events in the log: what each line contains, and what no line may contain.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { AUTHENTICATION } from '../../platform/wire/security-log.ts';
import {
  EMAIL,
  MEMBER,
  PASSWORD,
  WRONG,
  codeOf,
  openAccountApp,
  type AccountFixture,
} from '../../../test/account.ts';

type Line = Record<string, unknown>;

let phone: AccountFixture;
let written = '';
const lines = (): Line[] =>
  written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const events = (event: string) => lines().filter((line) => line['event'] === event);

beforeAll(async () => {
  phone = await openAccountApp((deps) => ({
    ...deps,
    config: { ...deps.config, logLevel: 'trace' },
    logStream: { write: (line) => void (written += line) },
  }));
});
afterAll(() => phone.close());
beforeEach(async () => {
  await phone.reset();
  written = '';
});

test('each sign-in is logged with when, where, who, what and by which factor, whether it succeeds or fails', async () => {
  await phone.newAccount();
  const [account] = await phone.deps.db.selectFrom('account').select('account_id').execute();
  const who = `account:${account?.account_id}`;
  expect(events('authentication.accepted')).toMatchObject([{ call: 'registry', factor: 'mailedCode', who }]);
  written = '';
  expect(await codeOf(phone.login(WRONG))).toBe('AccountOrPwdError');
  expect(await codeOf(phone.login(PASSWORD))).toBe('OK');
  const [refused] = events('authentication.refused');
  const [accepted] = events('authentication.accepted');
  expect(refused).toMatchObject({
    level: 40,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    hostname: expect.any(String),
    pid: expect.any(Number),
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    who: expect.stringMatching(/^email:[0-9a-f]{16}$/),
    path: expect.stringMatching(/\/login$/),
    code: 'AccountOrPwdError',
  });
  expect(accepted).toMatchObject({ call: 'login', factor: 'password', who });
});

test('a lock, a limit, a puzzle and an unknown credential are logged by their names', async () => {
  await phone.newAccount();
  for (let i = 0; i < 4; i += 1) await phone.login(WRONG, { account: 'nobody@example.jp' });
  await phone.failLogin(5);
  await phone.login(WRONG);
  await phone.askCode('taro@example.jp');
  await phone.askCode('taro@example.jp');
  await phone.load('made-up-token-0123456789');
  expect(events('authentication.locked')).toMatchObject([{ code: 'MFA-0011' }]);
  expect(events('puzzle.demanded')[0]).toMatchObject({ code: 'imgCodeError' });
  expect(events('limit.hit')).toMatchObject([{ code: 'MFA-0031' }]);
  expect(events('authentication.refused').at(-1)).toMatchObject({ code: 'SES-0003', who: 'unknown' });
});

test('a call without permission is logged with its caller', async () => {
  const { token } = await phone.newAccount();
  await phone.call('GET', '/jtr-jwqs-app/guest/ticket/info/load?ticketId=of-somebody-else', undefined, {
    token,
  });
  const key = { authorization: `ApiKey ${phone.deps.config.deskApiKey}` };
  await phone.call('GET', '/desk/staff', undefined, { headers: key });
  expect(events('access.refused')).toMatchObject([
    { code: 'TKT-0001', who: expect.stringMatching(/^account:/), level: 40 },
    { code: 'SES-0006', who: 'desk:api-key', path: '/desk/staff' },
  ]);
});

test('input that breaks a schema and addresses that do not exist are logged', async () => {
  await phone.call('POST', '/uw-auth-center/auth/login', { account: { $ne: '' } });
  await phone.call('GET', '/.git/config');
  expect(events('input.refused')).toMatchObject([
    { code: 'REQ-0001', path: '/uw-auth-center/auth/login' },
    { code: 'REQ-0005', path: 'unknown' },
  ]);
});

test('no line holds a password, a token, a code, a cookie, an email or a name, at any level', async () => {
  const { token, refreshToken } = await phone.newAccount();
  const code = phone.mailedCode();
  const [cookie] = (await phone.login(PASSWORD)).cookies;
  await phone.login(WRONG);
  await phone.refresh(refreshToken);
  await phone.load(token);
  await phone.call('PUT', `${MEMBER}/updateInfo`, { fullname: 'Yamada Hanako' }, { token });
  const key = phone.deps.config.deskApiKey ?? '';
  await phone.call('GET', '/desk/staff', undefined, { headers: { authorization: `ApiKey ${key}` } });
  await phone.call('POST', '/desk/sign-in', { email: EMAIL, password: PASSWORD });
  expect(lines().length).toBeGreaterThan(10);
  expect(cookie?.value).toEqual(expect.stringMatching(/.{20}/));
  for (const secret of [
    PASSWORD,
    WRONG,
    token,
    refreshToken,
    code,
    key,
    EMAIL,
    'hanako',
    'Hanako',
    cookie?.value ?? '',
  ])
    expect(written, secret).not.toContain(secret);
});

test('what a caller sends cannot add a line to the log', async () => {
  const forged = 'x"}\n{"level":60,"msg":"forged"}\r\n';
  await phone.call('GET', `/nowhere/${encodeURIComponent(forged)}?${encodeURIComponent(forged)}`);
  await phone.login(PASSWORD, { account: forged });
  await phone.call('GET', '/healthz', undefined, { headers: { 'user-agent': encodeURIComponent(forged) } });
  expect(lines().length).toBeGreaterThan(3);
  expect(lines().filter(({ msg }) => msg === 'forged')).toEqual([]);
});

test('each call listed as an authentication call exists', () => {
  const names = new Set<string>(ALL_CALLS.map(({ name }) => name));
  expect(Object.keys(AUTHENTICATION).filter((name) => !names.has(name))).toEqual([]);
});
