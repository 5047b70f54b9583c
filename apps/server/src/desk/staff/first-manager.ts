// Adds the first member of staff: the manager of the settings, or demonstration staff.
import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '@kippu/domain/account/rules';
import { hashPassword } from '../../account/password-crypto/hash-password.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { findStaffByEmail, insertStaff } from '../../session/staff-store.ts';
import type { StaffRole } from '@kippu/contract/values';

interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly password: string;
  /** True when another person chose the password. */
  readonly mustChangePassword: boolean;
}

/** Adds a member of staff. Does nothing when the email is taken, so that a restart changes nobody. */
export async function seedStaff({ db, clock }: Pick<Deps, 'db' | 'clock'>, staff: NewStaff): Promise<void> {
  const email = normaliseEmail(staff.email);
  if (await findStaffByEmail(db, email)) return;
  const row = {
    staff_id: randomUUID(),
    email,
    name: staff.name,
    role: staff.role,
    password_hash: await hashPassword(staff.password),
    must_change_password: staff.mustChangePassword,
    first_password_until: null,
    created_at: new Date(clock()),
    closed_at: null,
  };
  await inTransaction(db, (trx) => insertStaff(trx, row));
}

/** Adds the manager of the settings, who must change the password at the first sign-in. Does nothing without that setting. */
export async function seedFirstManager(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const { deskManager } = deps.config;
  if (!deskManager) return;
  await seedStaff(deps, {
    ...deskManager,
    name: deskManager.email,
    role: 'manager',
    mustChangePassword: true,
  });
}
