// The calls by which staff sign in and out and change their password.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/staff';
import { normaliseEmail } from '@kippu/domain/account/rules';
import { emailInLog } from '../../account/record/email-in-log.ts';
import { readDevice, rememberDevice } from '../../account/login/known-device.ts';
import { bindDesk, bindDeskSlowWrite } from '../../platform/calls/bind-desk.ts';
import { bindOpen } from '../../platform/calls/bind-open.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { nameCaller } from '../../platform/wire/security-log.ts';
import { actorOf, personOf, type DeskIdentity } from '../../session/staff-session.ts';
import { endStaffSession } from '../../session/staff-store.ts';
import { withMark } from '../../session/token-mark.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { changeStaffPassword, checkStaffChange } from './change-staff-password.ts';
import { countingFailures } from '../record/failed-sign-ins.ts';
import { signIn } from './sign-in.ts';
import { staffAnswer } from './staff-answer.ts';

export function addStaffRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, keys } = deps;
  const newTokens = new WeakMap<DeskIdentity, string>();
  bindOpen(app, deps, calls.deskSignIn, async ({ body, address, cookies, setCookie, now, request }) => {
    const device = readDevice(keys, config, cookies);
    nameCaller(request, emailInLog(keys, normaliseEmail(body.email)));
    const { email, password, captchaPass } = body;
    const input = { email, password, captchaPass, address, device };
    const { token, expiresAt, staff } = await countingFailures(db, email, now, () =>
      signIn(db, keys, input, now),
    );
    nameCaller(request, actorOf(staff.staff_id));
    rememberDevice({ keys, config, setCookie, now }, device, { kind: 'staff', email: staff.email });
    return { token: withMark(keys, token), expiresAt: wireTime(expiresAt), staff: staffAnswer(staff) };
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
  bindDeskSlowWrite(
    app,
    deps,
    calls.deskChangePassword,
    {
      prepare: ({ caller, body, now }) => {
        const { staffId, tokenHash } = personOf(caller);
        return checkStaffChange(db, { staffId, tokenHash, ...body }, now);
      },
      write: async (trx, { prepared, caller, now }) => {
        const { staff, token } = await changeStaffPassword(trx, prepared, now);
        newTokens.set(caller, withMark(keys, token));
        return { ...staffAnswer(staff), token: '' };
      },
    },
    {
      beforeOwnPassword: true,
      // The answer stored for retries has no token, and a retry with the old token is refused anyway.
      complete: (answer, { caller }) => ({ ...answer, token: newTokens.get(caller) ?? '' }),
    },
  );
}
