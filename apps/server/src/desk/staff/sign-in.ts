// Signs a member of staff in by email and password. Five failures within ten minutes lock for ten minutes.
import { normaliseEmail } from '@kippu/domain/account/rules';
import type { Device } from '../../account/login/known-device.ts';
import { countLoginAttempt, forgetFailures, turnOf } from '../../account/login/login-attempts.ts';
import { withPasswords } from '../../account/password-crypto/hash-password.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { actorOf, startStaffSession } from '../../session/staff-session.ts';
import * as store from '../../session/staff-store.ts';

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** The browser, identified by its cookie. */
  readonly device: Device;
  readonly captchaPass: string | undefined;
}

interface SignedIn {
  readonly token: string;
  readonly expiresAt: Date;
  readonly staff: store.StaffRow;
}

/**
 * Returns the new session and its member of staff. The password is checked outside transactions. Throws AppError
 * AccountOrPwdError (also for a closed person, or an expired first password), MFA-0011 while locked, imgCodeError when a
 * puzzle must be solved first, REQ-0008.
 */
export function signIn(
  db: Db,
  keys: Keys,
  { email: typed, password, address, device, captchaPass }: SignIn,
  now: number,
) {
  const email = normaliseEmail(typed);
  const attempt = { kind: 'staff', email, device, address, captchaPass } as const;
  return withPasswords(turnOf(keys, attempt, now), async (passwords): Promise<SignedIn> => {
    const counted = await inTransaction(db, (trx) => countLoginAttempt(trx, keys, attempt, now));
    const known = await store.findStaffByEmail(db, email);
    if (!known) {
      await passwords.spendTime(password);
      throw new AppError('AccountOrPwdError');
    }
    if (!(await passwords.matches(known.password_hash, password))) throw new AppError('AccountOrPwdError');
    const renewed = await passwords.renewed(known.password_hash, password);
    return inTransaction(db, async (trx) => {
      const staff = await store.lockStaff(trx, known.staff_id);
      if (!staff || staff.closed_at || staff.password_hash !== known.password_hash)
        throw new AppError('AccountOrPwdError');
      if (staff.first_password_until && staff.first_password_until.getTime() <= now)
        throw new AppError('AccountOrPwdError');
      await forgetFailures(trx, counted);
      if (renewed !== undefined) await store.updateStaff(trx, staff.staff_id, { password_hash: renewed });
      const act = { at: new Date(now), actor: actorOf(staff.staff_id), call: 'deskSignIn' };
      await store.insertStaffActions(trx, [act], staff);
      return { ...(await startStaffSession(trx, staff.staff_id, now)), staff };
    });
  });
}
