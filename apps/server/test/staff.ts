// Staff signed in at the desk, for tests.
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { StaffRole } from '@kippu/contract/values';
import { issuePass } from '../src/account/proofs/one-time-pass.ts';
import { inTransaction } from '../src/platform/db/database.ts';
import type { TestDeps } from './app-context.ts';
import type { TicketFixture } from './ticket/ticket.ts';
import { hashToken } from '../src/session/session.ts';
import { seedStaff } from '../src/desk/staff/first-manager.ts';

export const STAFF_PASSWORD = 'Hozugawa-58-boat';
export const emailOf = (role: StaffRole) => `${role}@operator.example`;

export type AskDesk = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  content?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

/** Adds a member of staff with STAFF_PASSWORD, who need not change it. */
export const addStaff = (deps: TestDeps, role: StaffRole, email = emailOf(role)): Promise<void> =>
  seedStaff(deps, { email, name: `Test ${role}`, role, password: STAFF_PASSWORD, mustChangePassword: false });

/** Gives a member of staff another name, as a manager does. */
export async function renameStaff({ db }: TestDeps, role: StaffRole, name: string): Promise<void> {
  await db.updateTable('staff').set({ name }).where('email', '=', emailOf(role)).execute();
}

/** Signs in with a solved captcha, from a browser with `cookie` or a new one. Returns the answer, accepted or not. */
export async function tryToSignIn(
  { app, deps }: Pick<TicketFixture, 'app' | 'deps'>,
  email: string,
  password = STAFF_PASSWORD,
  cookie?: string,
): Promise<LightMyRequestResponse> {
  const captchaPass = await inTransaction(deps.db, (trx) => issuePass(trx, 'captcha', null, deps.clock()));
  return app.inject({
    method: 'POST',
    url: '/desk/sign-in',
    payload: { email, password, captchaPass },
    headers: cookie === undefined ? {} : { cookie },
  });
}

/**
 * Returns the headers of a manager with the id `tester`, who is signed in: added at the first call, and again when the tables were emptied.
 */
export async function managerHeaders({ db, clock }: TestDeps): Promise<{ readonly authorization: string }> {
  const token = 'a-managers-token-for-tests';
  const [now, hash] = [clock(), hashToken(token)];
  const seen = { last_seen_at: new Date(now), expires_at: new Date(now + 3_600_000) };
  await db
    .insertInto('staff')
    .values({
      staff_id: 'tester',
      email: 'tester@operator.example',
      name: 'Test desk',
      role: 'manager',
      password_hash: '',
      must_change_password: false,
      first_password_until: null,
      created_at: new Date(now),
      closed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('staff_session')
    .values({ token_hash: hash, staff_id: 'tester', created_at: new Date(now), ended_at: null, ...seen })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(seen))
    .execute();
  return { authorization: `Bearer ${token}` };
}

/** Adds a member of staff and signs them in. Returns a function that calls the desk. */
export async function staffAtDesk(fixture: TicketFixture, role: StaffRole): Promise<AskDesk> {
  await addStaff(fixture.deps, role);
  const { token } = (await tryToSignIn(fixture, emailOf(role))).json().data;
  return asking(fixture, token);
}

/** Returns a function that calls the desk with a token: with a query for GET, else with a body. */
export const asking =
  ({ app }: Pick<TicketFixture, 'app'>, token: string): AskDesk =>
  (method, path, content = {}, headers = {}) => {
    const options: InjectOptions = { headers: { authorization: `Bearer ${token}`, ...headers } };
    return method === 'GET'
      ? app.inject({ ...options, method, url: `/desk/${path}`, query: content as Record<string, string> })
      : app.inject({ ...options, method, url: `/desk/${path}`, payload: content });
  };
