// Every refusal of the account's calls over HTTP. A code that the contract names without a row here fails the test.
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as account from '@kippu/contract/calls/traveller/account';
import { ERROR_STATUS, type ErrorCode } from '@kippu/contract/errors';
import {
  AUTH,
  EMAIL,
  MEMBER,
  OPEN,
  PASSWORD,
  WRONG,
  openAccountApp,
  type AccountFixture,
} from '../../test/account.ts';
import { relayDown } from '../../test/mails.ts';

let phone: AccountFixture;
let own: { token: string; refreshToken: string };
const MINUTE = 60_000;
const NEXT = 'Ginkaku-41-moss';
const NOBODY = 'nobody@example.jp';

type Answer = Promise<LightMyRequestResponse>;
type Row = readonly [call: string, code: ErrorCode, run: () => Answer | Promise<Answer>];

beforeAll(async () => {
  phone = await openAccountApp();
});
afterAll(() => phone.close());
beforeEach(async () => {
  solved = undefined;
  await phone.reset();
  own = await phone.newAccount();
  await phone.askCode('new@example.jp');
  phone.deps.advance(MINUTE);
});

const post = (url: string, body: object) => phone.call('POST', url, body);
const fresh = (change: object = {}) => {
  const email = 'new@example.jp';
  return phone.register({ email, emailRepeat: email, verifyCode: phone.mailedCode(email), ...change });
};
const checkSignUp = (verifyCode: string, email = 'new@example.jp') =>
  post(`${OPEN}/checkVerifyCode`, { email, verifyCode });
const unreadable = () => ({ kid: 'gone', value: phone.encrypted('x').value });
const wrongCode = (right: string) => (right === '000000' ? '000001' : '000000');
const passwords = (password: string, repeat = password) => ({
  password: phone.encrypted(password),
  passwordRepeat: phone.encrypted(repeat),
});
const change = (oldPassword: string, password: string, repeat = password) => {
  const body = { oldPassword: phone.encrypted(oldPassword), ...passwords(password, repeat) };
  return phone.call('PUT', `${MEMBER}/changePassword`, body, own);
};
const leave = (password: object) => phone.call('POST', `${MEMBER}/logOff`, { password }, own);
const send = (email = EMAIL) => post(`${OPEN}/resetPasswordSend`, { email });
const checkCode = (verifyCode: string) => post(`${OPEN}/resetPasswordCheck`, { email: EMAIL, verifyCode });
const reset = (resetTicket: string, body: object = passwords(NEXT)) =>
  post(`${OPEN}/resetPassword`, { resetTicket, ...body });
async function ticket(): Promise<string> {
  await send();
  return (await checkCode(phone.mailedCode())).json().data.resetTicket;
}
async function withoutRelay(run: () => Answer): Answer {
  await relayDown(phone.deps.db, phone.deps.clock());
  return run();
}
async function picture(url: string): Answer {
  for (let i = 0; i < 60; i += 1) await phone.call('GET', url);
  return phone.call('GET', url);
}
async function times(count: number, run: () => Answer): Answer {
  for (let i = 1; i < count; i += 1) await run();
  return run();
}
const suspend = () => phone.deps.db.updateTable('account').set({ status: 'suspended' }).execute();
const authLogin = (password: string, more: object = {}) =>
  post(`${AUTH}/auth/login`, {
    loginType: 'password',
    loginAgent: 'guest',
    saasId: 11950,
    account: EMAIL,
    password: phone.encrypted(password, 'login'),
    deviceId: 'phone-0001',
    ...more,
  });
/** The request of a page from before the update, a week after the update. */
async function longAfterUpdate(run: () => Answer): Answer {
  const { db } = phone.deps;
  const set = (at: string) =>
    sql`update migration set applied_at = ${at}::timestamptz where name = '0043-used-once'`.execute(db);
  await set('2026-03-20T00:00:00Z');
  try {
    return await run();
  } finally {
    await set('2026-11-29T00:00:00Z');
  }
}

let solved: object | undefined;
/** Solves the same puzzle the same way each time. */
async function solvedWork(): Answer {
  solved ??= await phone.solveWork();
  return post(`${AUTH}/auth/checkWork`, solved);
}

type Login = (password: string, more?: object) => Answer;
/** Both login calls refuse alike. */
const loginRows = (call: string, run: Login): Row[] => [
  [call, 'AccountUnavailable', async () => (await suspend(), run(PASSWORD))],
  [call, 'AccountOrPwdError', () => run(WRONG)],
  [call, 'AccountOrPwdError', () => run(PASSWORD, { account: NOBODY })],
  [call, 'imgCodeError', () => times(4, () => run(WRONG))],
  [call, 'MFA-0011', async () => (await phone.failLogin(5), run(PASSWORD))],
  [call, 'AUTH-0001', () => run(PASSWORD, { loginType: 'sms' })],
  [call, 'AUTH-0002', () => run(PASSWORD, { loginAgent: 'operator' })],
  [call, 'AUTH-0003', () => run(PASSWORD, { account: ' ' })],
  [call, 'AUTH-0003', () => run('')],
  [call, 'ACC-0012', () => run(PASSWORD, { password: unreadable() })],
  [call, 'REQ-0009', () => longAfterUpdate(() => run(PASSWORD, { password: phone.encrypted(PASSWORD) }))],
];

const ROWS: Row[] = [
  ['genCaptcha', 'MFA-0021', () => picture(`${OPEN}/genCaptcha`)],
  ['authGenCaptcha', 'MFA-0021', () => picture(`${AUTH}/auth/genCaptcha`)],
  ['checkCaptcha', 'imgCodeError', () => post(`${AUTH}/auth/checkCaptcha`, { captchaId: 'x', answer: '' })],
  ['checkCaptcha', 'MFA-0023', () => post(`${AUTH}/auth/checkCaptcha`, { captchaId: 'x', answer: 'A' })],
  [
    'checkCaptcha',
    'MFA-0024',
    async () => post(`${AUTH}/auth/checkCaptcha`, { captchaId: await phone.knownCaptcha(), answer: 'A' }),
  ],
  ['checkWork', 'MFA-0023', async () => (await solvedWork(), solvedWork())],
  [
    'checkWork',
    'MFA-0024',
    () => post(`${AUTH}/auth/checkWork`, { work: '{}', counter: 1, derivedKey: '00' }),
  ],
  ['sendVerifyCode', 'MFA-0031', () => times(2, () => phone.askCode(NOBODY))],
  ['sendVerifyCode', 'MFA-0032', () => withoutRelay(() => phone.askCode(NOBODY))],
  ['resetPasswordSend', 'MFA-0032', () => withoutRelay(() => send(NOBODY))],
  [
    'sendVerifyCode',
    'imgCodeError',
    () => times(4, () => (phone.deps.advance(MINUTE), phone.askCode(NOBODY))),
  ],
  ['sendVerifyCode', 'REQ-0001', () => phone.askCode('no email')],
  ['resetPasswordSend', 'MFA-0031', () => times(2, () => send())],
  ['resetPasswordSend', 'imgCodeError', () => times(4, () => (phone.deps.advance(MINUTE), send(NOBODY)))],
  ['checkVerifyCode', 'REQ-0001', () => checkSignUp('123456', 'no email')],
  ['checkVerifyCode', 'ACC-0003', () => checkSignUp('12345')],
  ['checkVerifyCode', 'ACC-0004', () => checkSignUp(wrongCode(phone.mailedCode('new@example.jp')))],
  ['checkVerifyCode', 'ACC-0005', () => (phone.deps.advance(5 * MINUTE), checkSignUp('123456'))],
  ['registry', 'ACC-0002', () => fresh({ emailRepeat: EMAIL })],
  ['registry', 'ACC-0003', () => fresh({ verifyCode: '12345' })],
  ['registry', 'ACC-0004', () => fresh({ verifyCode: wrongCode(phone.mailedCode('new@example.jp')) })],
  ['registry', 'ACC-0005', () => (phone.deps.advance(5 * MINUTE), fresh())],
  ['registry', 'ACC-0006', () => fresh(passwords('nodigits'))],
  ['registry', 'ACC-0006', () => fresh(passwords('P@ssw0rd1'))],
  ['registry', 'ACC-0007', () => fresh(passwords(PASSWORD, NEXT))],
  ['registry', 'ACC-0009', () => fresh({ fullname: 'A <B>' })],
  ['registry', 'ACC-0010', () => fresh({ privacyAccepted: false })],
  ['registry', 'REQ-0009', () => longAfterUpdate(() => fresh({ password: phone.encrypted(PASSWORD) }))],
  ['registry', 'ACC-0012', () => fresh({ password: unreadable() })],
  [
    'registry',
    'ACC-0001',
    async () => {
      // Two phones hold codes for one email: the second finds it registered.
      const email = 'new@example.jp';
      const code = await phone.deps.db.selectFrom('verify_code').selectAll().executeTakeFirstOrThrow();
      const verifyCode = phone.mailedCode(email);
      await fresh();
      await phone.deps.db.insertInto('verify_code').values(code).execute();
      return fresh({ verifyCode });
    },
  ],
  ...loginRows('login', (password, more) => phone.login(password, more)),
  ...loginRows('authLogin', authLogin),
  ['resetPasswordCheck', 'ACC-0003', () => checkCode('12')],
  ['resetPasswordCheck', 'ACC-0004', async () => (await send(), checkCode(wrongCode(phone.mailedCode())))],
  [
    'resetPasswordCheck',
    'ACC-0005',
    async () => (await send(), times(6, () => checkCode(wrongCode(phone.mailedCode())))),
  ],
  [
    'resetPassword',
    'ACC-0005',
    async () => {
      const late = await ticket();
      phone.deps.advance(5 * MINUTE);
      return reset(late);
    },
  ],
  ['resetPassword', 'ACC-0006', async () => reset(await ticket(), passwords('kippu2026'))],
  ['resetPassword', 'ACC-0006', async () => reset(await ticket(), passwords('Kansai2026'))],
  ['resetPassword', 'ACC-0007', async () => reset(await ticket(), passwords(NEXT, PASSWORD))],
  ['resetPassword', 'ACC-0008', async () => reset(await ticket(), passwords(PASSWORD))],
  ['resetPassword', 'REQ-0009', async () => longAfterUpdate(async () => reset(await ticket()))],
  ['resetPassword', 'ACC-0012', () => reset('x', { ...passwords(NEXT), password: unreadable() })],
  ['resetPassword', 'AUTH-0021', () => reset('made-up')],
  ['refreshToken', 'SES-0003', () => phone.refresh('made-up')],
  ['refreshToken', 'SES-0004', async () => (await phone.login(), phone.refresh(own.refreshToken))],
  ['refreshToken', 'SES-0005', () => (phone.deps.advance(120 * MINUTE), phone.refresh(own.refreshToken))],
  ['updateInfo', 'ACC-0009', () => phone.call('PUT', `${MEMBER}/updateInfo`, { username: '<' }, own)],
  ['updateInfo', 'REQ-0001', () => phone.call('PUT', `${MEMBER}/updateInfo`, { country: 'ZZ' }, own)],
  ['changePassword', 'AUTH-0020', () => change(WRONG, NEXT)],
  ['changePassword', 'AUTH-0022', () => change(PASSWORD, PASSWORD)],
  ['changePassword', 'ACC-0006', () => change(PASSWORD, 'Ｋippu2026')],
  ['changePassword', 'ACC-0006', () => change(PASSWORD, 'Kansai2026')],
  ['changePassword', 'ACC-0007', () => change(PASSWORD, NEXT, PASSWORD)],
  [
    'changePassword',
    'ACC-0008',
    async () => {
      await change(PASSWORD, NEXT);
      own = (await phone.refresh(own.refreshToken)).json().data;
      return change(NEXT, PASSWORD);
    },
  ],
  [
    'changePassword',
    'ACC-0012',
    () =>
      phone.call('PUT', `${MEMBER}/changePassword`, { oldPassword: unreadable(), ...passwords(NEXT) }, own),
  ],
  ['changePassword', 'REQ-0009', () => longAfterUpdate(() => change(PASSWORD, NEXT))],
  ['changePassword', 'MFA-0011', () => times(6, () => change(WRONG, NEXT))],
  ['logOff', 'ACC-0011', () => leave(phone.encrypted(PASSWORD))],
  ['logOff', 'REQ-0009', () => longAfterUpdate(() => leave(phone.encrypted(PASSWORD)))],
  ['logOff', 'ACC-0012', () => leave(unreadable())],
  ['logOff', 'AUTH-0020', () => leave(phone.encrypted(WRONG))],
  ['logOff', 'MFA-0011', () => times(6, () => leave(phone.encrypted(WRONG)))],
];

/** Codes that the contract allows and this server never returns. */
const NEVER: Readonly<Record<string, string>> = {
  // Drawing has no part that can fail.
  genCaptcha: 'MFA-0022',
  authGenCaptcha: 'MFA-0022',
};

describe('a rule refuses', () => {
  test.each(ROWS)('%s: %s', async (_call, code, run) => {
    const answer = await run();
    expect([answer.json().code, answer.statusCode]).toEqual([code, ERROR_STATUS[code]]);
    expect(answer.json()).toMatchObject({ state: 'fail', data: null, msg: expect.stringMatching(/\S/) });
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('with every code that the contract names', () => {
    for (const call of Object.values(account)) {
      if (typeof call !== 'object' || !('refusals' in call)) continue;
      const walked = new Set(ROWS.filter(([name]) => name === call.name).map(([, code]) => code));
      const owed = call.refusals.filter((code) => !walked.has(code) && NEVER[call.name] !== code);
      expect(owed, call.name).toEqual([]);
    }
  });
});

describe('a session refuses', () => {
  const guestCalls = Object.values(account).filter(
    (call) => typeof call === 'object' && 'auth' in call && call.auth === 'guest',
  );
  const STATES: readonly (readonly [number, ErrorCode, () => Promise<string | undefined>])[] = [
    [401, 'SES-0001', async () => undefined],
    [406, 'SES-0003', async () => 'x'.repeat(43)],
    [409, 'SES-0004', async () => (await phone.login(), own.token)],
    [498, 'SES-0002', async () => (phone.deps.advance(31 * MINUTE), own.token)],
    [401, 'SES-0005', async () => (phone.deps.advance(120 * MINUTE), own.token)],
  ];
  test.each(STATES)('%i %s, whatever the call and its body', async (status, code, tokenOf) => {
    const token = await tokenOf();
    expect(guestCalls.length).toBeGreaterThan(5);
    for (const call of guestCalls) {
      if (typeof call !== 'object' || !('path' in call)) continue;
      const from = token === undefined ? {} : { token };
      const answer = await phone.call(call.method, call.path, undefined, from);
      expect([answer.statusCode, answer.json().code], call.name).toEqual([status, code]);
    }
  });
});

describe('the door refuses', () => {
  test('what the schema does not know, a key used for another body, too much, too often', async () => {
    const put = (body: object) => {
      const headers = { 'idempotency-key': 'door-0001' };
      return phone.call('PUT', `${MEMBER}/updateInfo`, body, { token: own.token, headers });
    };
    expect((await put({ admin: true })).statusCode).toBe(400);
    await put({ username: 'Hana' });
    const reused = await put({ username: 'Taro' });
    expect([reused.statusCode, reused.json().code]).toEqual([422, 'REQ-0002']);
    const large = await put({ username: 'x'.repeat(2 * 1024 * 1024) });
    expect([large.statusCode, large.json().code]).toEqual([413, 'REQ-0003']);
    // Tests have higher limits than travellers; this server has the travellers' limits.
    const strict = await openAccountApp((deps) => ({ ...deps, config: { ...deps.config, limitFactor: 1 } }));
    const often = () =>
      strict.call('POST', `${AUTH}/auth/refreshToken?loginAgent=guest&refreshToken=x`, undefined, {
        address: '192.0.2.9',
      });
    const refused = await times(301, often);
    await strict.close();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'REQ-0004']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
