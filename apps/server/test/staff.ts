// Staff signed in at the desk, for tests.
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { StaffRole } from '@kippu/contract/values';
import { issuePass } from '../src/account/proofs/one-time-pass.ts';
import { inTransaction } from '../src/platform/db/database.ts';
import type { TestDeps } from './app-context.ts';
import type { TicketFixture } from './ticket/ticket.ts';
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
