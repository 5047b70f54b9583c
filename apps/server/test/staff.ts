// Staff who are signed in at the desk, for tests.
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { StaffRole } from '@kippu/contract/call';
import type { TestDeps } from '../http/test-deps.ts';
import type { TicketFixture } from '../ticket/ticket-fixture.ts';
import { seedStaff } from './first-manager.ts';

export const STAFF_PASSWORD = 'Hozugawa-58-boat';
export const emailOf = (role: StaffRole) => `${role}@operator.example`;

export type AskDesk = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  content?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

/** Adds one of the staff with STAFF_PASSWORD, who need not change it. */
export const addStaff = (deps: TestDeps, role: StaffRole, email = emailOf(role)): Promise<void> =>
  seedStaff(deps, { email, name: `Test ${role}`, role, password: STAFF_PASSWORD, mustChangePassword: false });

/** Signs in; the answer whatever it is. */
export const tryToSignIn = (
  { app }: Pick<TicketFixture, 'app'>,
  email: string,
  password = STAFF_PASSWORD,
): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'POST', url: '/desk/sign-in', payload: { email, password } });

/** Adds one of the staff, signs them in, and gives how they ask the desk: a query with GET, else a body. */
export async function staffAtDesk(fixture: TicketFixture, role: StaffRole): Promise<AskDesk> {
  await addStaff(fixture.deps, role);
  const { token } = (await tryToSignIn(fixture, emailOf(role))).json().data;
  return asking(fixture, token);
}

/** How the holder of a token asks the desk. */
export const asking =
  ({ app }: Pick<TicketFixture, 'app'>, token: string): AskDesk =>
  (method, path, content = {}, headers = {}) => {
    const options: InjectOptions = { headers: { authorization: `Bearer ${token}`, ...headers } };
    return method === 'GET'
      ? app.inject({ ...options, method, url: `/desk/${path}`, query: content as Record<string, string> })
      : app.inject({ ...options, method, url: `/desk/${path}`, payload: content });
  };
