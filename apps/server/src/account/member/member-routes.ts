// The calls of a signed-in guest about their own account.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/account';
import type { BodyOf } from '@kippu/contract/call';
import type { Db, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import {
  bindGuest,
  bindGuestSlowBooking,
  bindGuestSlowWrite,
  bindGuestWrite,
  type GuestInput,
  type SlowCall,
} from '../../platform/calls/bind-guest.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { endSession } from '../../session/session-store.ts';
import type { GuestSession } from '../../session/session.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { chooseLanguage } from '@kippu/contract/languages';
import { languageOf, memberAnswer } from '../record/account-answer.ts';
import { requireName, requireNewPassword } from '../record/account-input.ts';
import { deletedMail, passwordChangedMail } from '../record/account-mails.ts';
import * as store from '../record/account-store.ts';
import { changePassword, checkPasswordChange, type CheckedChange } from '../password/change-password.ts';
import { checkOwnPassword } from '../password/check-own-password.ts';
import { isCountry } from '../record/countries.ts';
import { logOff, reasonsAgainstLogOff, type GivenTickets } from './log-off.ts';
import { withPasswords } from '../password-crypto/hash-password.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { openSecrets } from '../password-crypto/secret-field.ts';

async function ownAccount(db: Db, accountId: string): Promise<store.AccountRow> {
  const account = await store.findAccount(db, accountId);
  if (!account) throw new AppError('SES-0003');
  return account;
}

async function updateInfo(
  trx: Trx,
  { accountId, startedAt }: GuestSession,
  body: BodyOf<typeof calls.updateInfo>,
) {
  const { username, fullname, country, language, eveMails } = body;
  if (country !== undefined && !isCountry(country))
    throw new AppError('REQ-0001', { values: { field: 'country' } });
  const done = await store.updateAccount(trx, accountId, {
    ...(username === undefined ? {} : { username: requireName('username', username) }),
    ...(fullname === undefined ? {} : { fullname: requireName('fullname', fullname) }),
    ...(country === undefined ? {} : { country }),
    ...(language === undefined ? {} : { language: chooseLanguage([language]) }),
    ...(eveMails === undefined ? {} : { eve_mails: eveMails }),
  });
  // The account was deleted after its session was checked.
  if (!done) throw new AppError('SES-0003');
  return memberAnswer(await ownAccount(trx, accountId), startedAt);
}

/** Handles the call that changes the password. */
function changing(
  deps: Deps,
): SlowCall<typeof calls.changePassword, GuestInput<typeof calls.changePassword>, CheckedChange> {
  return {
    prepare: async ({ session: { accountId, sessionId }, body, now }) => {
      const fields = [body.oldPassword, body.password, body.passwordRepeat];
      const secrets = { purpose: calls.changePassword.name, fields };
      const [oldPassword = '', next = '', repeat = ''] = await openSecrets(deps.db, deps.keys, secrets, now);
      const password = requireNewPassword(next, repeat);
      return checkPasswordChange(deps.db, { accountId, sessionId, oldPassword, password }, now);
    },
    write: async (trx, { prepared, now }, afterCommit) => {
      const account = await changePassword(trx, prepared, now);
      const { publicOrigin } = deps.config;
      const mail = passwordChangedMail(account.email ?? '', languageOf(account), wireTime(now), publicOrigin);
      await queueMail(trx, deps.queue, mail, { accountId: account.account_id }, now);
      afterCommit(deps.queue.wake);
      return null;
    },
  };
}

/** Handles the call that deletes the account. */
function deleting(
  deps: Deps,
  given: GivenTickets,
): SlowCall<typeof calls.logOff, GuestInput<typeof calls.logOff>, store.AccountRow> {
  const { db, keys } = deps;
  return {
    prepare: async ({ session: { accountId, sessionId }, body, now }) => {
      const secrets = { purpose: calls.logOff.name, fields: [body.password] };
      const [password = ''] = await openSecrets(db, keys, secrets, now);
      const own = { accountId, sessionId, password };
      return withPasswords(accountId, (passwords) => checkOwnPassword(db, passwords, own, now));
    },
    write: async (trx, { prepared, now, operator }, afterCommit) => {
      const { account, ended } = await logOff(trx, prepared, given, momentOf(operator, now));
      const mail = deletedMail(account.email ?? '', languageOf(account), wireTime(now), ended);
      // It belongs to no account any more, so that the deletion does not delete it.
      await queueMail(trx, deps.queue, mail, { accountId: null }, now);
      afterCommit(deps.queue.wake);
      return null;
    },
  };
}

/** Binds the calls. */
export function addMemberRoutes(app: FastifyInstance, deps: Deps, given: GivenTickets): void {
  bindGuest(app, deps, calls.memberLoad, async ({ session }) =>
    memberAnswer(await ownAccount(deps.db, session.accountId), session.startedAt),
  );
  bindGuestWrite(app, deps, calls.logout, async (trx, { session, now }) => {
    await endSession(trx, session.sessionId, 'logout', new Date(now));
    return null;
  });
  bindGuestWrite(app, deps, calls.updateInfo, (trx, { session, body }) => updateInfo(trx, session, body));
  bindGuestSlowWrite(app, deps, calls.changePassword, changing(deps));
  bindGuest(app, deps, calls.logOffCheck, async ({ session, now, operator }) => {
    const account = await ownAccount(deps.db, session.accountId);
    const reasons = await reasonsAgainstLogOff(deps.db, account, momentOf(operator, now));
    return { allowed: reasons.length === 0, reasons };
  });
  bindGuestSlowBooking(app, deps, calls.logOff, deleting(deps, given));
}
