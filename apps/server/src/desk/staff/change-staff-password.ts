// Changes a member of staff's own password. All their sessions end, and the caller gets a new one.
import { deleteLoginFailures, insertLoginFailure } from '../../account/login/attempt-store.ts';
import { requireNewPassword } from '../../account/record/account-input.ts';
import { lockOf, sessionSubject } from '../../account/login/login-attempts.ts';
import { withPasswords } from '../../account/password-crypto/hash-password.ts';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { startStaffSession } from '../../session/staff-session.ts';
import * as store from '../../session/staff-store.ts';

interface ChangePassword {
  readonly staffId: string;
  /** The token hash of the calling session. Wrong passwords count against the session. */
  readonly tokenHash: string;
  readonly oldPassword: string;
  readonly newPassword: string;
}

/** A checked change, ready for `changeStaffPassword`. */
export interface CheckedStaffChange {
  /** The row when its password was checked. */
  readonly staff: store.StaffRow;
  readonly passwordHash: string;
}

/**
 * The slow part of a change, outside transactions. The try is counted as failed before the password is checked, so that
 * parallel tries count; a right password clears the failures. Throws AppError AUTH-0020 for a wrong password, MFA-0011 while
 * locked, AUTH-0022 for the same password, ACC-0006 for one against the rule, SES-0003, REQ-0008.
 */
export function checkStaffChange(
  db: Db,
  { staffId, tokenHash, oldPassword, newPassword }: ChangePassword,
  now: number,
): Promise<CheckedStaffChange> {
  return withPasswords(`staff:${staffId}`, async (passwords) => {
    const staff = await store.findStaff(db, staffId);
    if (!staff || staff.closed_at) throw new AppError('SES-0003');
    const subject = sessionSubject('staff', tokenHash);
    await inTransaction(db, async (trx) => {
      const lock = await lockOf(trx, subject, now);
      if (lock) throw lock;
      await insertLoginFailure(trx, subject, new Date(now));
    });
    if (!(await passwords.matches(staff.password_hash, oldPassword))) throw new AppError('AUTH-0020');
    await inTransaction(db, (trx) => deleteLoginFailures(trx, subject));
    if (oldPassword === newPassword) throw new AppError('AUTH-0022');
    const password = requireNewPassword(newPassword, newPassword);
    return { staff, passwordHash: await passwords.hash(password) };
  });
}

/**
 * Saves a checked change. Returns the updated row and the token of the new session. Throws AppError SES-0003 when the person
 * was closed since the check, AUTH-0020 when their password was changed since.
 */
export async function changeStaffPassword(
  trx: Trx,
  { staff: checked, passwordHash }: CheckedStaffChange,
  now: number,
): Promise<{ readonly staff: store.StaffRow; readonly token: string }> {
  const staff = await store.lockStaff(trx, checked.staff_id);
  if (!staff || staff.closed_at) throw new AppError('SES-0003');
  if (staff.password_hash !== checked.password_hash) throw new AppError('AUTH-0020');
  const { staff_id: staffId } = staff;
  await store.endStaffSessions(trx, staffId, new Date(now));
  const { token } = await startStaffSession(trx, staffId, now);
  const own = { password_hash: passwordHash, must_change_password: false, first_password_until: null };
  return { token, staff: await store.updateStaff(trx, staffId, own) };
}
