// Staff at the desk: who can sign in, for how long, what their role allows, and what is audited.
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { STAFF_ROLES } from '@kippu/contract/values';
import { accountSubject, lockOf } from '../../account/login/login-attempts.ts';
import { readConfig } from '../../platform/start/config.ts';
import { findStaffByEmail, updateStaff } from '../../session/staff-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { openTicketApp, orderOf, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { seedFirstManager } from './first-manager.ts';
import { STAFF_PASSWORD, addStaff, asking, emailOf, staffAtDesk, tryToSignIn } from '../../../test/staff.ts';

let fixture: TicketFixture;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const MINUTE_MS = 60_000;
const said = ({ statusCode, json }: { statusCode: number; json: () => { code: string } }) =>
  `${statusCode} ${json().code}`;
const actions = () =>
  fixture.deps.db
    .selectFrom('staff_action')
    .select(['actor', 'call', 'subject'])
    .orderBy('action_id')
    .execute();
const closeStaff = async (email: string) => {
  const staff = await findStaffByEmail(fixture.deps.db, email);
  if (!staff) throw new Error('nobody has this email');
  const at = new Date(fixture.deps.clock());
  await inTransaction(fixture.deps.db, (trx) => updateStaff(trx, staff.staff_id, { closed_at: at }));
};

test('the password signs in, however the email is typed; others do not learn whether the email is known', async () => {
  await addStaff(fixture.deps, 'counter');
  const { data } = (await tryToSignIn(fixture, ` COUNTER@operator.example`)).json();
  expect(data.staff).toMatchObject({ name: 'Test counter', role: 'counter', mustChangePassword: false });
  expect(data.expiresAt).toBe('2026-04-01 21:00:00');
  const me = await asking(fixture, data.token)('GET', 'me');
  expect(me.json().data).toEqual(data.staff);

  const wrong = await tryToSignIn(fixture, emailOf('counter'), 'Hozugawa-58-boot');
  const unknown = await tryToSignIn(fixture, 'nobody@operator.example');
  expect([said(wrong), wrong.body]).toEqual(['422 AccountOrPwdError', unknown.body]);
  await closeStaff(emailOf('counter'));
  expect((await tryToSignIn(fixture, emailOf('counter'))).body).toBe(unknown.body);
});

test('a password hash of an earlier cost is renewed at the next sign-in', async () => {
  await addStaff(fixture.deps, 'counter');
  const stored = async () => (await findStaffByEmail(fixture.deps.db, emailOf('counter')))?.password_hash;
  const cheap = await hash(STAFF_PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await fixture.deps.db.updateTable('staff').set({ password_hash: cheap }).execute();
  expect((await tryToSignIn(fixture, emailOf('counter'))).statusCode).toBe(200);
  const renewed = await stored();
  expect(renewed).not.toBe(cheap);
  expect((await tryToSignIn(fixture, emailOf('counter'))).statusCode).toBe(200);
  expect(await stored()).toBe(renewed);
});

test('five wrong passwords, even at once, lock for ten minutes, even for the right password', async () => {
  await addStaff(fixture.deps, 'counter');
  const email = emailOf('counter');
  const codes = await Promise.all(
    Array.from({ length: 8 }, () => tryToSignIn(fixture, email, 'Wrong-pass-1')),
  );
  expect(codes.map(said).toSorted()).toEqual([
    ...Array<string>(5).fill('422 AccountOrPwdError'),
    ...Array<string>(3).fill('423 MFA-0011'),
  ]);
  expect(said(await tryToSignIn(fixture, email))).toBe('423 MFA-0011');
  fixture.deps.advance(10 * MINUTE_MS);
  expect((await tryToSignIn(fixture, email)).statusCode).toBe(200);
});

test('a traveller with the same email is neither locked nor signed in by the desk', async () => {
  const traveller = await fixture.traveller('hanako');
  await addStaff(fixture.deps, 'counter', 'hanako@example.jp');
  const headers = { authorization: traveller.authorization() };
  expect(said(await fixture.app.inject({ url: '/desk/me', headers }))).toBe('406 SES-0003');
  const { token } = (await tryToSignIn(fixture, 'hanako@example.jp')).json().data;
  const member = await fixture.app.inject({
    url: '/jtr-jwqs-app/guest/member/info/load',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(said(member)).toBe('406 SES-0003');
  for (let time = 0; time < 5; time += 1) await tryToSignIn(fixture, 'hanako@example.jp', 'Wrong-pass-1');
  const account = accountSubject(fixture.deps.keys, 'hanako@example.jp');
  const lock = await inTransaction(fixture.deps.db, (trx) => lockOf(trx, account, fixture.deps.clock()));
  expect(lock).toBeUndefined();
});

test('a session lives for a shift and ends after an idle hour, by signing out, and when the person is closed', async () => {
  const desk = await staffAtDesk(fixture, 'counter');
  for (let minutes = 0; minutes < 11 * 60; minutes += 50) {
    expect((await desk('GET', 'me')).statusCode).toBe(200);
    fixture.deps.advance(50 * MINUTE_MS);
  }
  expect((await desk('GET', 'me')).statusCode).toBe(200);
  fixture.deps.advance(20 * MINUTE_MS);
  expect(said(await desk('GET', 'me'))).toBe('406 SES-0003');

  const again = (await tryToSignIn(fixture, emailOf('counter'))).json().data.token;
  fixture.deps.advance(60 * MINUTE_MS);
  expect(said(await asking(fixture, again)('GET', 'me'))).toBe('401 SES-0005');

  const [first, second] = await Promise.all([1, 2].map(() => tryToSignIn(fixture, emailOf('counter'))));
  const [left, stays] = [
    asking(fixture, first?.json().data.token),
    asking(fixture, second?.json().data.token),
  ];
  expect((await left('POST', 'sign-out')).statusCode).toBe(200);
  expect(said(await left('GET', 'me'))).toBe('406 SES-0003');
  expect((await stays('GET', 'me')).statusCode).toBe(200);
  await closeStaff(emailOf('counter'));
  expect(said(await stays('GET', 'me'))).toBe('406 SES-0003');
});

test('a role can make its own calls, a manager all, and a sales system none that need a person', async () => {
  const desks = new Map(
    await Promise.all(STAFF_ROLES.map(async (role) => [role, await staffAtDesk(fixture, role)] as const)),
  );
  const calls = ALL_CALLS.filter(({ auth, name }) => auth === 'desk' && name !== 'deskSignOut');
  for (const { method, path, callers = [], name } of calls) {
    for (const [role, desk] of desks) {
      if (method === 'DELETE') throw new Error(`${name}: the test knows no such call`);
      const answer = await desk(method, path.slice('/desk/'.length));
      const refused = answer.json().code === 'SES-0006';
      expect(refused, `${name} by ${role}`).toBe(role !== 'manager' && !callers.includes(role));
    }
    const sales = await fixture.app.inject({
      method,
      url: path,
      headers: { authorization: `ApiKey ${fixture.deps.config.deskApiKey}` },
      ...(method === 'GET' ? {} : { payload: {} }),
    });
    expect(sales.json().code === 'SES-0006', `${name} by a sales system`).toBe(!callers.includes('sales'));
  }
});

test('with a password that somebody else knows nothing can be done but change it; the change ends all earlier sessions', async () => {
  const { deps } = fixture;
  const deskManager = { email: 'Boss@operator.example', password: STAFF_PASSWORD };
  const withManager = { ...deps, config: { ...deps.config, deskManager } };
  await seedFirstManager(withManager);
  await seedFirstManager(withManager);
  const tokens = await Promise.all([1, 2].map(() => tryToSignIn(fixture, 'boss@operator.example')));
  const [desk, other] = tokens.map((answer) => asking(fixture, answer.json().data.token));
  if (!desk || !other) throw new Error('nobody signed in');
  expect((await desk('GET', 'me')).json().data).toMatchObject({ role: 'manager', mustChangePassword: true });
  expect(said(await desk('GET', 'gate-conflicts'))).toBe('403 SES-0006');

  const change = (oldPassword: string, newPassword: string) =>
    desk('PUT', 'password', { oldPassword, newPassword });
  expect(said(await change('Wrong-pass-1', 'Katsura-77-moon'))).toBe('422 AUTH-0020');
  expect(said(await change(STAFF_PASSWORD, STAFF_PASSWORD))).toBe('422 AUTH-0022');
  expect(said(await change(STAFF_PASSWORD, 'short'))).toBe('422 ACC-0006');
  const changed = (await change(STAFF_PASSWORD, 'Katsura-77-moon')).json().data;
  expect(changed.mustChangePassword).toBe(false);
  expect((await asking(fixture, changed.token)('GET', 'gate-conflicts')).statusCode).toBe(200);
  for (const before of [desk, other]) expect(said(await before('GET', 'me'))).toBe('406 SES-0003');
  expect(said(await tryToSignIn(fixture, 'boss@operator.example'))).toBe('422 AccountOrPwdError');
  // A restart with the same settings does not restore the known password.
  await seedFirstManager(withManager);
  expect(said(await tryToSignIn(fixture, 'boss@operator.example'))).toBe('422 AccountOrPwdError');
});

test('wrong old passwords lock that session’s next tries, but neither a sign-in nor another session', async () => {
  const desk = await staffAtDesk(fixture, 'editor');
  const change = (own = desk, oldPassword = 'Wrong-pass-1') =>
    own('PUT', 'password', { oldPassword, newPassword: 'Katsura-77-moon' });
  for (let time = 0; time < 5; time += 1) expect(said(await change())).toBe('422 AUTH-0020');
  expect(said(await change(desk, STAFF_PASSWORD))).toBe('423 MFA-0011');
  const { token } = (await tryToSignIn(fixture, emailOf('editor'))).json().data;
  expect(said(await change(asking(fixture, token), STAFF_PASSWORD))).toBe('200 OK');
});

test('every write and every view of one ticket is audited with who did it; a retry is not', async () => {
  const desk = await staffAtDesk(fixture, 'counter');
  const staff = await findStaffByEmail(fixture.deps.db, emailOf('counter'));
  const actor = `desk:${staff?.staff_id}`;
  const order = orderOf('kansai-pass-2day', 1);
  const key = { 'idempotency-key': 'order-4711-a' };
  const [ticket] = (await desk('POST', 'tickets', order, key)).json().data;
  await desk('POST', 'tickets', order, key);
  await desk('GET', 'ticket', { ticketNo: ticket.ticketNo });
  expect(said(await desk('GET', 'ticket', { ticketNo: '000000000000' }))).toBe('404 REQ-0005');
  await desk('GET', 'gate-conflicts');
  const seen = { status: 'unbound' };
  const changeIt = { ticketNo: ticket.ticketNo, action: 'suspend', reason: 'lost phone', seen };
  expect((await desk('POST', 'tickets/change', changeIt)).statusCode).toBe(200);
  expect((await desk('POST', 'tickets/change', changeIt)).statusCode).toBe(422);
  expect(await actions()).toEqual([
    { actor, call: 'deskSignIn', subject: null },
    { actor, call: 'deskTickets', subject: order.orderId },
    { actor, call: 'deskTicket', subject: ticket.ticketNo },
    { actor, call: 'deskGateConflicts', subject: 'all' },
    { actor, call: 'deskChangeTicket', subject: ticket.ticketNo },
    // The second try was refused. That refusal reveals that the first had succeeded, so it is recorded.
    { actor, call: 'deskChangeTicket', subject: ticket.ticketNo },
  ]);
  const events = (await desk('GET', 'ticket', { ticketNo: ticket.ticketNo })).json().data.events;
  expect(events[0]).toMatchObject({ kind: 'suspend', by: actor, reason: 'lost phone' });
});

test("one person's idempotency key does not give another the answer", async () => {
  const [counter, manager] = [await staffAtDesk(fixture, 'counter'), await staffAtDesk(fixture, 'manager')];
  const key = { 'idempotency-key': 'order-4711-a' };
  expect((await counter('POST', 'tickets', orderOf('kansai-pass-2day', 1), key)).statusCode).toBe(200);
  const other = await manager(
    'POST',
    'tickets',
    { ...orderOf('kansai-pass-2day', 1), orderId: 'another' },
    key,
  );
  expect(other.statusCode).toBe(200);
});

test('the first manager comes from two settings, both valid', () => {
  const read = (email: string, password: string) =>
    readConfig({ DESK_MANAGER: email, DESK_MANAGER_PASSWORD: password }).deskManager;
  expect(read('boss@operator.example', STAFF_PASSWORD)).toEqual({
    email: 'boss@operator.example',
    password: STAFF_PASSWORD,
  });
  expect(readConfig({}).deskManager).toBeUndefined();
  expect(() => read('boss', STAFF_PASSWORD)).toThrow(/^DESK_MANAGER:/);
  expect(() => read('', STAFF_PASSWORD)).toThrow(/^DESK_MANAGER:/);
  expect(() => read('boss@operator.example', 'short')).toThrow(/^DESK_MANAGER_PASSWORD: (?!.*short)/);
});
