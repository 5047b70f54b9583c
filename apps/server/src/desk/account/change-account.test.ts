// A manager ends a traveller's session, suspends an account and resumes it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';

let fixture: TicketFixture;
let manager: AskDesk;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  manager = await staffAtDesk(fixture, 'manager');
  [hanako, taro] = [await fixture.traveller('hanako'), await fixture.traveller('taro')];
});

const act = (name: 'end-session' | 'suspend' | 'resume', accountId = hanako.accountId) =>
  manager('POST', `accounts/${name}`, { accountId });
const seen = async ({ get }: TestUser) => (await get('list', { tab: 'active' })).json().code;
const signIn = async ({ email }: TestUser) => {
  const payload = {
    loginType: 'password',
    loginAgent: 'guest',
    saasId: 11950,
    account: email,
    deviceId: 'phone-0002',
    password: fixture.encrypted(PASSWORD, 'login'),
  };
  const url = '/jtr-jwqs-app/open/account/info/login';
  return (await fixture.app.inject({ method: 'POST', url, payload })).json().code;
};

test('a session that a manager ends is refused at its next call, for that traveller alone', async () => {
  expect((await act('end-session')).json().data).toMatchObject({ email: hanako.email, status: 'active' });
  expect([await seen(hanako), await seen(taro)]).toEqual(['SES-0003', 'OK']);
  // A second time changes nothing, and the password still works.
  expect((await act('end-session')).statusCode).toBe(200);
  expect(await signIn(hanako)).toBe('OK');
});

test('a suspended account is signed out and cannot sign in until it is resumed, and ended sessions stay ended', async () => {
  for (let time = 0; time < 2; time += 1)
    expect((await act('suspend')).json().data).toMatchObject({ status: 'suspended' });
  expect([await seen(hanako), await seen(taro)]).toEqual(['SES-0003', 'OK']);
  expect(await signIn(hanako)).toBe('AccountUnavailable');
  const found = (await manager('POST', 'accounts/find', { email: hanako.email })).json().data;
  expect(found.account.status).toBe('suspended');
  expect((await act('resume')).json().data).toMatchObject({ status: 'active' });
  expect(await seen(hanako)).toBe('SES-0003');
  expect(await signIn(hanako)).toBe('OK');
});

test('an unknown or deleted account is not found; what was done stays in the audit record', async () => {
  fixture.deps.advance(15 * 86_400_000);
  await hanako.signIn();
  await hanako.logOff();
  manager = await staffAtDesk(fixture, 'manager');
  for (const name of ['end-session', 'suspend', 'resume'] as const) {
    expect((await act(name)).json().code, name).toBe('REQ-0005');
    expect((await act(name, 'nobody')).json().code, name).toBe('REQ-0005');
    expect((await act(name, taro.accountId)).statusCode, name).toBe(200);
  }
  const stored = await fixture.deps.db
    .selectFrom('staff_action')
    .select(['call', 'subject'])
    .where('call', '!=', 'deskSignIn')
    .orderBy('action_id')
    .execute();
  expect(stored).toEqual(
    ['deskEndSession', 'deskSuspendAccount', 'deskResumeAccount'].map((call) => ({
      call,
      subject: taro.accountId,
    })),
  );
});
