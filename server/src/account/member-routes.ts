// The calls of a signed-in member about the own account.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/account';
import type { BodyOf } from '@kippu/contract/call';
import type { Db, Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { bindGuest, bindGuestWrite, type GuestInput } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import type { AfterCommit } from '../http/idempotency.ts';
import { endSession } from '../http/session-store.ts';
import { wireTime } from '../http/wire-time.ts';
import { languageOf, memberAnswer } from './account-answer.ts';
import { requireName, requireNewPassword } from './account-input.ts';
import { deletedMail, passwordChangedMail } from './account-mails.ts';
import * as store from './account-store.ts';
import { changePassword } from './change-password.ts';
import { isCountry } from './countries.ts';
import { logOff, reasonsAgainstLogOff } from './log-off.ts';
import { decryptField } from './password-crypto.ts';
import { insistOnMail } from './post-mail.ts';

async function ownAccount(db: Db, accountId: string): Promise<store.AccountRow> {
  const account = await store.findAccount(db, accountId);
  if (!account) throw new AppError('SES-0003');
  return account;
}

async function updateInfo(trx: Trx, accountId: string, body: BodyOf<typeof calls.updateInfo>) {
  const { username, fullname, country, language } = body;
  if (country !== undefined && !isCountry(country))
    throw new AppError('REQ-0001', { values: { field: 'country' } });
  const done = await store.updateAccount(trx, accountId, {
    ...(username === undefined ? {} : { username: requireName('username', username) }),
    ...(fullname === undefined ? {} : { fullname: requireName('fullname', fullname) }),
    ...(country === undefined ? {} : { country }),
    ...(language === undefined ? {} : { language }),
  });
  // Deleted since its session was looked at.
  if (!done) throw new AppError('SES-0003');
  return memberAnswer(await ownAccount(trx, accountId));
}

async function passwordChanged(
  deps: Deps,
  trx: Trx,
  { session, body, now, log }: GuestInput<typeof calls.changePassword>,
) {
  const oldPassword = decryptField(deps.keys, body.oldPassword);
  const password = requireNewPassword(
    decryptField(deps.keys, body.password),
    decryptField(deps.keys, body.passwordRepeat),
  );
  const change = { accountId: session.accountId, oldPassword, password };
  const account = await changePassword(trx, deps.keys, change, now);
  if (account instanceof AppError) return account;
  // Posted before the commit: a warning too many is better than one too few.
  const { publicOrigin } = deps.config;
  const mail = passwordChangedMail(account.email ?? '', languageOf(account), wireTime(now), publicOrigin);
  insistOnMail(deps.mail, mail, log);
  return null;
}

async function loggedOff(
  deps: Deps,
  trx: Trx,
  { session, body, now, log }: GuestInput<typeof calls.logOff>,
  afterCommit: AfterCommit,
) {
  const own = { accountId: session.accountId, password: decryptField(deps.keys, body.password) };
  const account = await logOff(trx, deps.keys, own, now);
  if (account instanceof AppError) return account;
  const mail = deletedMail(account.email ?? '', languageOf(account), wireTime(now));
  // Not before: nobody is told of a deletion that was undone.
  afterCommit(() => insistOnMail(deps.mail, mail, log));
  return null;
}

/** Binds them. */
export function addMemberRoutes(app: FastifyInstance, deps: Deps): void {
  bindGuest(app, deps, calls.memberLoad, async ({ session }) =>
    memberAnswer(await ownAccount(deps.db, session.accountId)),
  );
  bindGuestWrite(app, deps, calls.logout, async (trx, { session, now }) => {
    await endSession(trx, session.sessionId, 'logout', new Date(now));
    return null;
  });
  bindGuestWrite(app, deps, calls.updateInfo, (trx, { session, body }) =>
    updateInfo(trx, session.accountId, body),
  );
  bindGuestWrite(app, deps, calls.changePassword, (trx, input) => passwordChanged(deps, trx, input));
  bindGuest(app, deps, calls.logOffCheck, async ({ session, now }) => {
    const account = await ownAccount(deps.db, session.accountId);
    const reasons = await reasonsAgainstLogOff(deps.db, account, now);
    return { allowed: reasons.length === 0, reasons };
  });
  bindGuestWrite(app, deps, calls.logOff, (trx, input, afterCommit) =>
    loggedOff(deps, trx, input, afterCommit),
  );
}
