// Signs a member of staff in by email and password; five failures within ten minutes lock for ten.
import { normaliseEmail } from '@kippu/domain/account-rules';
import { deleteLoginFailure, deleteLoginFailures } from '../account/attempt-store.ts';
import { countLoginAttempt, staffSubject } from '../account/login-attempts.ts';
import { isPassword, spendPasswordTime, type Keys } from '../account/password-crypto.ts';
import { inTransaction, type Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { actorOf, startStaffSession } from '../http/staff-session.ts';
import * as store from '../http/staff-store.ts';

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

interface SignedIn {
  readonly token: string;
  readonly expiresAt: Date;
  readonly staff: store.StaffRow;
}

/**
 * Gives the session and whose it is. The slow check of the password holds no transaction. Throws AppError AccountOrPwdError, of
 * somebody who is closed too, MFA-0011 and MFA-0012 while locked.
 */
export async function signIn(
  db: Db,
  keys: Keys,
  { email: typed, password, address }: SignIn,
  now: number,
): Promise<SignedIn> {
  const email = normaliseEmail(typed);
  const subject = staffSubject(keys, email);
  const attempt = { subject, address, captcha: null };
  const failureId = await inTransaction(db, (trx) => countLoginAttempt(trx, keys, attempt, now));
  const known = await store.findStaffByEmail(db, email);
  if (!known) {
    await spendPasswordTime(password);
    throw new AppError('AccountOrPwdError');
  }
  if (!(await isPassword(known.password_hash, password))) throw new AppError('AccountOrPwdError');
  return inTransaction(db, async (trx) => {
    const staff = await store.lockStaff(trx, known.staff_id);
    if (!staff || staff.closed_at || staff.password_hash !== known.password_hash)
      throw new AppError('AccountOrPwdError');
    await deleteLoginFailures(trx, subject);
    await deleteLoginFailure(trx, failureId);
    await store.insertStaffAction(trx, {
      at: new Date(now),
      actor: actorOf(staff.staff_id),
      call: 'deskSignIn',
    });
    return { ...(await startStaffSession(trx, staff.staff_id, now)), staff };
  });
}
