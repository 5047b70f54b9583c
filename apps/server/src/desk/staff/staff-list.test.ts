// A manager manages the staff, and reads the audit record.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RecordedAction } from '@kippu/contract/calls/desk/record';
import type { StaffEntry } from '@kippu/contract/calls/desk/staff-list';
import { checkPassword } from '@kippu/domain/account/password-rule';
import { findStaffByEmail } from '../../session/staff-store.ts';
import { openTicketApp, orderOf, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { staffVersion } from './staff-answer.ts';
import { addStaff, asking, emailOf, staffAtDesk, tryToSignIn, type AskDesk } from '../../../test/staff.ts';
import { findListed } from './staff-list-store.ts';

let fixture: TicketFixture;
let manager: AskDesk;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  manager = await staffAtDesk(fixture, 'manager');
});

const DAY_MS = 24 * 3_600_000;
const NEW = { email: 'Sato@operator.example', name: '佐藤 花子', role: 'counter' };
const codeOf = (answer: { json: () => { code: string } }) => answer.json().code;
const idOf = async (email: string) => {
  const staff = await findStaffByEmail(fixture.deps.db, email);
  if (!staff) throw new Error(`nobody is ${email}`);
  return staff.staff_id;
};
const versionOf = async (staffId: string) => {
  const staff = await findListed(fixture.deps.db, staffId);
  return staff ? staffVersion(staff) : 'none';
};
/** An act of a manager, decided on the person's current version by default. */
const act = async (
  path: string,
  body: { readonly staffId: string } & Record<string, unknown>,
  desk = manager,
) => desk('POST', path, { version: await versionOf(body.staffId), ...body });
const list = async (query: Record<string, string> = {}): Promise<{ items: StaffEntry[]; next?: string }> =>
  (await manager('GET', 'staff', query)).json().data;
const record = async (
  query: Record<string, string> = {},
): Promise<{ items: RecordedAction[]; next?: string }> => (await manager('GET', 'record', query)).json().data;

test('a new person signs in with a strong first password that is shown once, stored nowhere, and changed at once', async () => {
  const key = { 'idempotency-key': 'add-sato-1' };
  const answer = (await manager('POST', 'staff', NEW, key)).json().data;
  expect(answer.staff).toMatchObject({
    email: 'sato@operator.example',
    role: 'counter',
    mustChangePassword: true,
  });
  expect(answer.password).toMatch(/^[A-Z][a-z]\d[a-z](-[A-Z][a-z]\d[a-z]){2}$/);
  expect(checkPassword(answer.password, answer.password)).toEqual({ ok: true });
  // A retry after a lost answer: the same person and password. The stored answer has no password.
  expect((await manager('POST', 'staff', NEW, key)).json().data).toEqual(answer);
  const kept = await fixture.deps.db.selectFrom('idempotency').select('answer').execute();
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(answer.password);

  const { token, staff } = (await tryToSignIn(fixture, NEW.email, answer.password)).json().data;
  expect(staff.mustChangePassword).toBe(true);
  expect(codeOf(await asking(fixture, token)('GET', 'gate-conflicts'))).toBe('SES-0006');
  expect(codeOf(await manager('POST', 'staff', { ...NEW, name: 'Another' }))).toBe('ACC-0001');
  const other = (
    await manager('POST', 'staff', { ...NEW, name: '鈴木 健', email: 'b@operator.example' })
  ).json().data;
  expect(other.password).not.toBe(answer.password);
  for (const [wrong, code] of [
    [{ email: 'no email' }, 'REQ-0001 email'],
    [{ email: 'c@operator.example', name: '\u3164 ' }, 'REQ-0001 name'],
    [{ email: 'c@operator.example', name: '<b>' }, 'ACC-0009 name'],
    [{ email: 'c@operator.example', role: 'sales' }, 'REQ-0001 role'],
  ] as const) {
    const refusal = await manager('POST', 'staff', { ...NEW, ...wrong });
    expect(`${codeOf(refusal)} ${refusal.json().values.field}`).toBe(code);
  }
});

test('a first password expires after a week, unused or not; a chosen one does not', async () => {
  const { password } = (await manager('POST', 'staff', NEW)).json().data;
  fixture.deps.advance(7 * DAY_MS - 1);
  expect((await tryToSignIn(fixture, NEW.email, password)).statusCode).toBe(200);
  fixture.deps.advance(1);
  expect(codeOf(await tryToSignIn(fixture, NEW.email, password))).toBe('AccountOrPwdError');
  manager = asking(fixture, (await tryToSignIn(fixture, emailOf('manager'))).json().data.token);
  const again = (await act('staff/password', { staffId: await idOf('sato@operator.example') })).json().data;
  const desk = asking(fixture, (await tryToSignIn(fixture, NEW.email, again.password)).json().data.token);
  await desk('PUT', 'password', { oldPassword: again.password, newPassword: 'Katsura-77-moon' });
  fixture.deps.advance(400 * DAY_MS);
  expect((await tryToSignIn(fixture, NEW.email, 'Katsura-77-moon')).statusCode).toBe(200);
});

test('another role ends the person’s sessions, another name does not; a new first password ends them and the lock', async () => {
  const counter = await staffAtDesk(fixture, 'counter');
  const staffId = await idOf(emailOf('counter'));
  const renamed = { staffId, name: 'Hanako Sato', role: 'counter' };
  expect((await act('staff/change', renamed)).json().data).toMatchObject({ name: 'Hanako Sato' });
  expect((await counter('GET', 'me')).json().data.name).toBe('Hanako Sato');
  await act('staff/change', { ...renamed, role: 'editor' });
  expect(codeOf(await counter('GET', 'me'))).toBe('SES-0003');

  for (let time = 0; time < 5; time += 1) await tryToSignIn(fixture, emailOf('counter'), 'Wrong-pass-1');
  expect(codeOf(await tryToSignIn(fixture, emailOf('counter')))).toBe('MFA-0011');
  const { password } = (await act('staff/password', { staffId })).json().data;
  expect(codeOf(await tryToSignIn(fixture, emailOf('counter')))).toBe('AccountOrPwdError');
  const signedIn = await tryToSignIn(fixture, emailOf('counter'), password);
  expect(signedIn.json().data.staff).toMatchObject({ role: 'editor', mustChangePassword: true });
});

test('a closed person is signed out at once and stays in the list and the record; after reopening the old password is invalid', async () => {
  const counter = await staffAtDesk(fixture, 'counter');
  const staffId = await idOf(emailOf('counter'));
  const order = orderOf('kansai-pass-2day', 1);
  await counter('POST', 'tickets', order);
  expect(codeOf(await act('staff/reopen', { staffId }))).toBe('REQ-0005');
  const closed = (await act('staff/close', { staffId })).json().data;
  expect(closed.closedAt).toBe('2026-04-01 09:00:00');
  fixture.deps.advance(60_000);
  expect((await act('staff/close', { staffId })).json().data).toEqual(closed);
  expect(codeOf(await counter('GET', 'me'))).toBe('SES-0003');
  expect(codeOf(await tryToSignIn(fixture, emailOf('counter')))).toBe('AccountOrPwdError');
  expect(codeOf(await act('staff/password', { staffId }))).toBe('REQ-0005');
  expect((await list({ state: 'closed' })).items).toEqual([closed]);
  expect((await list({ state: 'open' })).items.map(({ role }) => role)).toEqual(['manager']);
  expect((await record({ subject: order.orderId })).items).toMatchObject([
    { call: 'deskTickets', staff: { name: 'Test counter', closed: true } },
  ]);

  const { staff, password } = (await act('staff/reopen', { staffId })).json().data;
  expect(staff).not.toHaveProperty('closedAt');
  expect(codeOf(await tryToSignIn(fixture, emailOf('counter')))).toBe('AccountOrPwdError');
  expect((await tryToSignIn(fixture, emailOf('counter'), password)).statusCode).toBe(200);
  const nobody = { staffId: 'nobody', name: 'Nobody', role: 'editor' };
  for (const path of ['staff/close', 'staff/reopen', 'staff/password'])
    expect(codeOf(await act(path, { staffId: 'nobody' }))).toBe('REQ-0005');
  expect(codeOf(await act('staff/change', nobody))).toBe('REQ-0005');
});

test('no manager can end their own rights', async () => {
  const staffId = await idOf(emailOf('manager'));
  for (const path of ['staff/close', 'staff/reopen', 'staff/password'])
    expect(codeOf(await act(path, { staffId })), path).toBe('SES-0006');
  expect(codeOf(await act('staff/change', { staffId, name: 'Me', role: 'editor' }))).toBe('SES-0006');
  const mine = await act('staff/change', { staffId, name: 'Me', role: 'manager' });
  expect(mine.json().data.name).toBe('Me');
  expect((await manager('GET', 'me')).json().data).toMatchObject({ name: 'Me', role: 'manager' });
});

test('of managers who close one another at the same moment one is left, every time', async () => {
  const changes: readonly ((
    staffId: string,
  ) => readonly [string, { staffId: string } & Record<string, unknown>])[] = [
    (staffId) => ['staff/close', { staffId }],
    (staffId) => ['staff/change', { staffId, name: `Other ${staffId}`, role: 'counter' }],
    (staffId) => ['staff/password', { staffId }],
  ];
  for (const [round, change] of [...changes, ...changes].entries()) {
    const emails = ['a', 'b', 'c'].map((name) => `${name}${round}@operator.example`);
    for (const email of emails) await addStaff(fixture.deps, 'manager', email);
    const desks = await Promise.all(
      emails.map(async (email) => asking(fixture, (await tryToSignIn(fixture, email)).json().data.token)),
    );
    const ids = await Promise.all(emails.map(idOf));
    const before = (await list({ state: 'open' })).items.filter(({ role }) => role === 'manager');
    expect(before).toHaveLength(4);
    const outsider = await idOf(emailOf('manager'));
    // Each of the three closes the next one. The fourth only watches.
    expect(ids).not.toContain(outsider);
    const answers = await Promise.all(desks.map((desk, at) => act(...change(ids[(at + 1) % 3] ?? ''), desk)));
    const done = answers.filter(({ statusCode }) => statusCode === 200).length;
    const managers = (await list({ state: 'open' })).items.filter(({ role }) => role === 'manager');
    if (change === changes[2]) expect(done).toBeGreaterThan(0);
    else {
      expect([1, 2]).toContain(done);
      expect(managers).toHaveLength(4 - done);
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['OK', 'SES-0003']));
    }
    for (const { staffId } of managers) if (staffId !== outsider) await act('staff/close', { staffId });
  }
});

test('pages of staff and of the record list each entry once, by person, subject and day', async () => {
  const at = new Date(fixture.deps.clock());
  const people = Array.from({ length: 120 }, (_, n) => ({
    staff_id: `s${n}`,
    email: `s${n}@operator.example`,
    name: n % 2 ? '田中 🚄' : `B ${n % 7}`,
    role: 'counter' as const,
    password_hash: 'x',
    must_change_password: false,
    created_at: at,
    closed_at: n % 3 ? null : at,
  }));
  await fixture.deps.db.insertInto('staff').values(people).execute();
  const day = 86_400_000;
  const acts = Array.from({ length: 250 }, (_, n) => ({
    actor: n % 5 ? `desk:s${n % 2}` : 'desk:api-key',
    call: 'deskTicket',
    subject: `no-${n % 10}`,
    at: new Date(at.getTime() - day + n * 1_000),
  }));
  await fixture.deps.db.insertInto('staff_action').values(acts).execute();

  const all = async <T>(read: (query: Record<string, string>) => Promise<{ items: T[]; next?: string }>) => {
    const seen: T[] = [];
    let page = await read({});
    seen.push(...page.items);
    while (page.next !== undefined) {
      page = await read({ cursor: page.next });
      seen.push(...page.items);
    }
    return seen;
  };
  const staff = await all(list);
  expect(new Set(staff.map(({ staffId }) => staffId)).size).toBe(121);
  expect(staff.findIndex(({ closedAt }) => closedAt !== undefined)).toBe(81);
  const actions = await all(record);
  expect(new Set(actions.map(({ actionId }) => actionId)).size).toBe(251);
  expect(await all((query) => record({ by: 's1', ...query }))).toHaveLength(100);
  expect(await all((query) => record({ by: 's1', subject: 'no-3', ...query }))).toHaveLength(25);
  expect(await all((query) => record({ date: '2026-03-31', ...query }))).toHaveLength(250);
  expect((await record({ date: '2026-04-01' })).items).toMatchObject([{ call: 'deskSignIn' }]);
  const [system] = (await record({ by: 'api-key' })).items;
  expect(system).toMatchObject({ call: 'deskTicket' });
  expect(system).not.toHaveProperty('staff');
  for (const [path, place] of [
    ['staff', [2, 'a', 'b']],
    ['staff', [0, 'a\0', 'b']],
    ['record', [1]],
    ['record', ['1e3']],
  ] as const) {
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    expect(codeOf(await manager('GET', path, { cursor }))).toBe('REQ-0001');
  }
  for (const date of ['2026-02-30', '0001-01-01', '9999-12-31'])
    expect(codeOf(await manager('GET', 'record', { date }))).toBe('REQ-0001');
});

test.each([
  ['staff/change', { name: 'Late', role: 'counter' }],
  ['staff/password', {}],
  ['staff/close', {}],
  ['staff/reopen', {}],
])('%s, decided before another manager changed the person, is refused', async (path, input) => {
  await staffAtDesk(fixture, 'counter');
  const staffId = await idOf(emailOf('counter'));
  if (path === 'staff/reopen') await act('staff/close', { staffId });
  const entry = async () => (await list()).items.find((each) => each.staffId === staffId);
  const version = (await entry())?.version;
  expect(codeOf(await act('staff/change', { staffId, name: 'Other', role: 'editor' }))).toBe('OK');
  const now = await entry();
  expect(codeOf(await manager('POST', path, { staffId, version, ...input }))).toBe('DESK-0001');
  expect(await entry()).toEqual(now);
  expect(codeOf(await manager('POST', path, { staffId, version: now?.version, ...input }))).toBe('OK');
});

test('two managers who set a first password at once: one password is valid, and only it is returned', async () => {
  await staffAtDesk(fixture, 'counter');
  const staffId = await idOf(emailOf('counter'));
  const version = await versionOf(staffId);
  const answers = await Promise.all(
    [1, 2].map(() => manager('POST', 'staff/password', { staffId, version })),
  );
  expect(answers.map(codeOf).toSorted()).toEqual(['DESK-0001', 'OK']);
  const given = answers.find((answer) => answer.statusCode === 200)?.json().data.password;
  expect((await tryToSignIn(fixture, emailOf('counter'), given)).statusCode).toBe(200);
});

test('the record shows names as they were, and a renaming with both', async () => {
  const mine = await idOf(emailOf('manager'));
  await staffAtDesk(fixture, 'counter');
  const staffId = await idOf(emailOf('counter'));
  await act('staff/change', { staffId, name: 'Hanako Sato', role: 'counter' });
  await act('staff/change', { staffId: mine, name: 'Somebody else', role: 'manager' });
  await act('staff/change', { staffId: mine, name: 'Somebody else', role: 'manager' });
  const { items } = await record({ by: mine });
  const before = { name: 'Test manager', email: emailOf('manager'), role: 'manager' };
  expect(items).toMatchObject([
    { call: 'deskChangeStaff', staff: { name: 'Somebody else' }, subjectName: 'Somebody else' },
    { call: 'deskChangeStaff', staff: before, subjectName: 'Somebody else', oldName: 'Test manager' },
    { call: 'deskChangeStaff', staff: before, subjectName: 'Hanako Sato', oldName: 'Test counter' },
    { call: 'deskSignIn', staff: before },
  ]);
  expect(items[0]).not.toHaveProperty('oldName');
});

test('two people who may sign in do not have names that look the same', async () => {
  const staff = (await manager('POST', 'staff', NEW)).json().data.staff;
  for (const name of ['佐藤花子', '佐藤\u3000花子', '佐藤\u3164花子 ', 'ＴＥＳＴ\u2800MANAGER']) {
    const namesake = await manager('POST', 'staff', { ...NEW, email: 'other@operator.example', name });
    expect(namesake.json(), name).toMatchObject({ code: 'REQ-0001', values: { field: 'name' } });
  }
  const { staffId } = staff;
  expect(codeOf(await act('staff/change', { staffId, name: 'test Manager', role: 'counter' }))).toBe(
    'REQ-0001',
  );
  expect(codeOf(await act('staff/change', { staffId, name: '佐藤 花子', role: 'editor' }))).toBe('OK');
  expect(codeOf(await act('staff/change', { staffId, name: '佐藤花子', role: 'editor' }))).toBe('OK');
  // A closed person's name is free, but then they cannot come back under it.
  await act('staff/close', { staffId });
  expect(codeOf(await manager('POST', 'staff', { ...NEW, email: 'other@operator.example' }))).toBe('OK');
  expect(codeOf(await act('staff/reopen', { staffId }))).toBe('REQ-0001');
});
