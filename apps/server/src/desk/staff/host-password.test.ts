// A manager who has lost everything gets a first password from the host.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emailOf, addStaff, asking, staffAtDesk, STAFF_PASSWORD, tryToSignIn } from '../../../test/staff.ts';
import { startProcess } from '../../../test/start-process.ts';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { setHostPassword } from './host-password.ts';

const EMAIL = emailOf('manager');
const WEEK_MS = 7 * 24 * 3_600_000;

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const codeOf = (answer: { json: () => { code: string } }) => answer.json().code;
const set = (email: string, isNew = false) => setHostPassword(fixture.deps, email, { isNew });

test('the manager signs in with it and must choose another; the old password and open sessions end', async () => {
  const manager = await staffAtDesk(fixture, 'manager');
  expect(codeOf(await manager('GET', 'me'))).toBe('OK');
  const { email, password, validUntil } = await set(` ${EMAIL.toUpperCase()}`.trim());
  expect([email, validUntil.getTime()]).toEqual([EMAIL, fixture.deps.clock() + WEEK_MS]);
  expect(codeOf(await manager('GET', 'me'))).toBe('SES-0003');
  expect(codeOf(await tryToSignIn(fixture, EMAIL, STAFF_PASSWORD))).toBe('AccountOrPwdError');
  const signedIn = (await tryToSignIn(fixture, EMAIL, password)).json().data;
  expect(signedIn.staff.mustChangePassword).toBe(true);
  expect(codeOf(await asking(fixture, signedIn.token)('GET', 'record'))).toBe('SES-0006');
});

test('it lifts the lock of wrong passwords, also that of the manager’s own browser', async () => {
  await addStaff(fixture.deps, 'manager');
  const signedIn = await tryToSignIn(fixture, EMAIL);
  const [known = ''] = String(signedIn.headers['set-cookie']).split(';');
  const tries = async (password: string) => [
    codeOf(await tryToSignIn(fixture, EMAIL, password)),
    codeOf(await tryToSignIn(fixture, EMAIL, password, known)),
  ];
  for (let n = 0; n < 5; n += 1)
    expect(await tries('Wrong-pass-1')).toEqual(['AccountOrPwdError', 'AccountOrPwdError']);
  expect(await tries(STAFF_PASSWORD)).toEqual(['MFA-0011', 'MFA-0011']);
  const { password } = await set(EMAIL);
  expect(await tries(password)).toEqual(['OK', 'OK']);
});

test('it ends after a week', async () => {
  await addStaff(fixture.deps, 'manager');
  const { password } = await set(EMAIL);
  fixture.deps.advance(WEEK_MS);
  expect(codeOf(await tryToSignIn(fixture, EMAIL, password))).toBe('AccountOrPwdError');
});

test('the record says that the host did it, and can be asked for such acts', async () => {
  const manager = await staffAtDesk(fixture, 'manager');
  await set('second@operator.example', true);
  const { items } = (await manager('GET', 'record', { by: 'host' })).json().data;
  expect(items).toMatchObject([
    { byHost: true, call: 'hostFirstPassword', subjectName: 'second@operator.example' },
  ]);
  expect(items[0]).not.toHaveProperty('staff');
});

test('an unknown email is refused unless it is new, and so are other roles, closed managers and no email', async () => {
  await addStaff(fixture.deps, 'counter');
  await addStaff(fixture.deps, 'manager');
  const refusal = (email: string, isNew = false) =>
    set(email, isNew).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  expect(await refusal('nobody@operator.example')).toMatch(/^nobody at the desk has the email .* --new /);
  expect(await refusal(EMAIL, true)).toMatch(/ is at the desk already; /);
  expect(await refusal(emailOf('counter'))).toMatch(/ is no manager; /);
  expect(await refusal('no email')).toMatch(/^give the email of a manager/);
  await fixture.deps.db
    .updateTable('staff')
    .set({ closed_at: new Date(fixture.deps.clock()) })
    .where('email', '=', EMAIL)
    .execute();
  expect(await refusal(EMAIL)).toMatch(/ is closed at the desk; /);
  expect(await fixture.deps.db.selectFrom('staff_action').select('call').execute()).toEqual([]);
});

test('the command prints the password of a new manager, and one line for an unknown email', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kippu-host-'));
  const run = async (...args: string[]) => {
    const started = startProcess('apps/server/src/commands/manager-password.ts', { DATA_DIR: dir }, args);
    return { code: await started.ended, out: started.stdout(), err: started.stderr() };
  };
  const unknown = await run('head@rail.example');
  expect(unknown).toMatchObject({ code: 1, out: '' });
  expect(unknown.err).toMatch(
    /^manager-password: nobody at the desk has the email head@rail\.example; .*\n$/,
  );
  const added = await run('head@rail.example', '--new');
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(added.out).toMatch(
    /^First password of head@rail\.example, .*: [A-Z][a-z]\d[a-z](-[A-Z][a-z]\d[a-z]){2}\n/,
  );
  rmSync(dir, { recursive: true });
});
