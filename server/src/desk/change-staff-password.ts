// Changes one's own password at the desk; whoever else is signed in by the old one is out.
import { deleteLoginFailures, insertLoginFailure } from '../account/attempt-store.ts';
import { requireNewPassword } from '../account/account-input.ts';
import { lockOf, staffSubject } from '../account/login-attempts.ts';
import { hashPassword, isPassword, type Keys } from '../account/password-crypto.ts';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import * as store from '../http/staff-store.ts';

interface ChangePassword {
  readonly staffId: string;
  /** The session that goes on. */
  readonly tokenHash: string;
  readonly oldPassword: string;
  readonly newPassword: string;
}

/**
 * The person's row as it is then. Returns AppError AUTH-0020 (a wrong password counts as a failed sign-in, so the refusal must be
 * committed) and MFA-0011; throws AUTH-0022 for the same password, ACC-0006 for one against the rule.
 */
export async function changeStaffPassword(
  trx: Trx,
  keys: Keys,
  { staffId, tokenHash, oldPassword, newPassword }: ChangePassword,
  now: number,
): Promise<store.StaffRow | AppError> {
  const staff = await store.lockStaff(trx, staffId);
  if (!staff || staff.closed_at) throw new AppError('SES-0003');
  const subject = staffSubject(keys, staff.email);
  const lock = await lockOf(trx, subject, now);
  if (lock) return lock;
  if (!(await isPassword(staff.password_hash, oldPassword))) {
    await insertLoginFailure(trx, subject, new Date(now));
    return new AppError('AUTH-0020');
  }
  if (oldPassword === newPassword) throw new AppError('AUTH-0022');
  const password = requireNewPassword(newPassword, newPassword);
  await deleteLoginFailures(trx, subject);
  await store.endStaffSessions(trx, staffId, new Date(now), tokenHash);
  return store.updateStaff(trx, staffId, {
    password_hash: await hashPassword(password),
    must_change_password: false,
  });
}
