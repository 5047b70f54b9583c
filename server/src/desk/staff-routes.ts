// The calls by which staff come and go.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/desk-staff';
import { AppError } from '../http/app-error.ts';
import { bindDesk } from '../http/bind-desk.ts';
import { bindOpen } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { personOf } from '../http/staff-session.ts';
import { endStaffSession } from '../http/staff-store.ts';
import { wireTime } from '../http/wire-time.ts';
import { changeStaffPassword } from './change-staff-password.ts';
import { signIn } from './sign-in.ts';
import { staffAnswer } from './staff-answer.ts';

/** Binds the feature's calls. */
export function addStaffRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keys } = deps;
  bindOpen(app, deps, calls.deskSignIn, async ({ body, address, now }) => {
    const { token, expiresAt, staff } = await signIn(db, keys, { ...body, address }, now);
    return { token, expiresAt: wireTime(expiresAt), staff: staffAnswer(staff) };
  });
  bindDesk(app, deps, calls.deskMe, async (_trx, { caller }) => staffAnswer(personOf(caller).row), {
    beforeOwnPassword: true,
  });
  bindDesk(
    app,
    deps,
    calls.deskSignOut,
    async (trx, { caller, now }) => {
      await endStaffSession(trx, personOf(caller).tokenHash, new Date(now));
      return null;
    },
    { beforeOwnPassword: true },
  );
  bindDesk(
    app,
    deps,
    calls.deskChangePassword,
    async (trx, { caller, body, now }) => {
      const { staffId, tokenHash } = personOf(caller);
      const staff = await changeStaffPassword(trx, keys, { staffId, tokenHash, ...body }, now);
      return staff instanceof AppError ? staff : staffAnswer(staff);
    },
    { beforeOwnPassword: true },
  );
}
