// Failed sign-ins at the desk: no stranger locks staff out, no address is refused, and a manager sees an attack.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { STAFF_PASSWORD, addStaff, emailOf, staffAtDesk, tryToSignIn } from '../../../test/staff.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const HOUR_MS = 3_600_000;
const codeOf = (answer: LightMyRequestResponse) => answer.json().code;
/** A sign-in without a solved puzzle, by a browser that may have a cookie. */
const plainly = (email: string, password = STAFF_PASSWORD, cookie = '') =>
  fixture.app.inject({
    method: 'POST',
    url: '/desk/sign-in',
    payload: { email, password },
    headers: cookie === '' ? {} : { cookie },
  });

test('fifty sign-ins with invented emails make the address solve a puzzle, and lock nobody', async () => {
  await addStaff(fixture.deps, 'counter');
  const known = await tryToSignIn(fixture, emailOf('counter'));
  const cookie = known.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const at = new Date(fixture.deps.clock());
  const subject = `address:staff:${fixture.deps.keys.mac('127.0.0.1')}`;
  const rows = Array.from({ length: 50 }, () => ({ subject, failed_at: at }));
  await fixture.deps.db.insertInto('login_failure').values(rows).execute();
  const asked = await plainly(emailOf('counter'));
  expect([asked.statusCode, codeOf(asked)]).toEqual([423, 'imgCodeError']);
  expect(codeOf(await tryToSignIn(fixture, emailOf('counter')))).toBe('OK');
  expect(codeOf(await plainly(emailOf('counter'), STAFF_PASSWORD, cookie))).toBe('OK');
  // Travellers at the address are counted separately.
  const login = await fixture.app.inject({
    method: 'POST',
    url: '/jtr-jwqs-app/open/account/info/login',
    payload: {
      loginType: 'password',
      loginAgent: 'guest',
      saasId: 11950,
      account: 'a@example.jp',
      password: fixture.encrypted('x', 'login'),
      deviceId: 'phone',
    },
  });
  expect(codeOf(login)).toBe('AccountOrPwdError');
});

test('a stranger’s failures lock an email for strangers, not for the device that signed in before', async () => {
  await addStaff(fixture.deps, 'counter');
  const known = await tryToSignIn(fixture, emailOf('counter'));
  const cookie = known.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  for (let time = 0; time < 5; time += 1) await tryToSignIn(fixture, emailOf('counter'), 'Wrong-pass-1');
  expect(codeOf(await tryToSignIn(fixture, emailOf('counter')))).toBe('MFA-0011');
  expect(codeOf(await plainly(emailOf('counter'), STAFF_PASSWORD, cookie))).toBe('OK');
});

test('a manager sees how many failed since when, for which staff, and whether it goes on; few rows are stored', async () => {
  const { deps } = fixture;
  const manager = await staffAtDesk(fixture, 'manager');
  const counter = await staffAtDesk(fixture, 'counter');
  const seen = async () => (await manager('GET', 'failed-sign-ins')).json().data;
  expect(await seen()).toEqual({ failures: 0, ofNobody: 0, siege: false, staff: [] });
  for (let time = 0; time < 6; time += 1) await tryToSignIn(fixture, emailOf('counter'), 'Wrong-pass-1');
  deps.advance(60_000);
  for (let time = 0; time < 3; time += 1) await tryToSignIn(fixture, `no${time}@operator.example`);
  expect(await seen()).toMatchObject({
    failures: 9,
    ofNobody: 3,
    siege: false,
    since: '2026-04-01 09:00:00',
    last: '2026-04-01 09:01:00',
    staff: [{ name: 'Test counter', email: emailOf('counter'), failures: 6, last: '2026-04-01 09:00:00' }],
  });
  await tryToSignIn(fixture, 'another@operator.example');
  expect((await seen()).siege).toBe(true);
  expect(codeOf(await counter('GET', 'failed-sign-ins'))).toBe('SES-0006');

  const rows = () => deps.db.selectFrom('staff_sign_in_failure').selectAll().execute();
  expect(await rows()).toHaveLength(2);
  expect(JSON.stringify(await rows())).not.toContain('operator.example');
  deps.advance(31 * 24 * HOUR_MS);
  await tryToSignIn(fixture, 'another@operator.example');
  expect(await rows()).toHaveLength(1);
});

test('neither a successful sign-in nor one that needs a puzzle counts as a failure', async () => {
  const manager = await staffAtDesk(fixture, 'manager');
  await addStaff(fixture.deps, 'counter');
  const at = new Date(fixture.deps.clock());
  const subject = `address:staff:${fixture.deps.keys.mac('127.0.0.1')}`;
  const rows = Array.from({ length: 3 }, () => ({ subject, failed_at: at }));
  await fixture.deps.db.insertInto('login_failure').values(rows).execute();
  expect(codeOf(await plainly(emailOf('counter')))).toBe('imgCodeError');
  expect(codeOf(await tryToSignIn(fixture, emailOf('counter')))).toBe('OK');
  expect((await manager('GET', 'failed-sign-ins')).json().data.failures).toBe(0);
});
