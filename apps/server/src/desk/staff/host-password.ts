// Gives a manager of the desk a first password from the host, for one who has lost everything.
import { randomUUID } from 'node:crypto';
import { HOST } from '@kippu/contract/values';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { liftLocks } from '../../account/login/login-attempts.ts';
import { hashPassword } from '../../account/password-crypto/hash-password.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { actorOf } from '../../session/staff-session.ts';
import * as store from '../../session/staff-store.ts';
import { firstPasswordEnd, randomFirstPassword } from './first-password.ts';

/** The act's name in the record. */
const ACT = 'hostFirstPassword';

export interface HostPassword {
  /** Normalised. */
  readonly email: string;
  /** Stored nowhere. */
  readonly password: string;
  readonly validUntil: Date;
}

/** Throws an Error of one line unless the person may get a password in this way. */
function requireManager(
  staff: store.StaffRow | undefined,
  email: string,
  isNew: boolean,
): asserts staff is store.StaffRow {
  if (!staff)
    throw new Error(
      `nobody at the desk has the email ${email}; correct it, or add --new to add this manager`,
    );
  if (isNew) throw new Error(`${email} is at the desk already; leave out --new`);
  if (staff.role !== 'manager')
    throw new Error(`${email} is no manager; a manager gives first passwords to other staff at the desk`);
  if (staff.closed_at)
    throw new Error(`${email} is closed at the desk; a manager can reopen it there, or name another email`);
}

/**
 * Sets a first password, valid for a week, which must be changed at the first sign-in. Ends the person's sessions, lifts
 * the lock of sign-ins that failed, and records the act as the host's. With `isNew`, adds the manager. Throws an Error of one line for an unknown email without `isNew`, a known one with it, and for
 * somebody who is no manager, or closed.
 */
export async function setHostPassword(
  { db, clock, keys }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  typed: string,
  { isNew }: { readonly isNew: boolean },
): Promise<HostPassword> {
  const email = normaliseEmail(typed);
  if (!isEmail(email)) throw new Error('give the email of a manager, such as head@rail.example');
  const password = randomFirstPassword();
  const given = {
    password_hash: await hashPassword(password),
    must_change_password: true,
    first_password_until: firstPasswordEnd(clock()),
  };
  await inTransaction(db, async (trx) => {
    const at = new Date(clock());
    const known = await store.findStaffByEmail(trx, email);
    const staffId = known?.staff_id ?? randomUUID();
    if (known || !isNew) {
      const staff = await store.lockStaff(trx, staffId);
      requireManager(staff, email, isNew);
      await store.endStaffSessions(trx, staffId, at);
      await store.updateStaff(trx, staffId, given);
    } else {
      const row = {
        staff_id: staffId,
        email,
        name: email,
        role: 'manager',
        created_at: at,
        closed_at: null,
      } as const;
      if (!(await store.insertStaff(trx, { ...row, ...given })))
        throw new Error(`${email} has just been added by somebody else; run the command again without --new`);
    }
    await liftLocks(trx, keys, { kind: 'staff', email });
    await store.insertStaffActions(trx, [{ at, actor: actorOf(HOST), call: ACT, subject: staffId }], null);
  });
  return { email, password, validUntil: given.first_password_until };
}
