// The first of the staff, whom nobody at the desk could have added: named by the settings, or made for the demo.
import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '@kippu/domain/account-rules';
import { hashPassword } from '../account/password-crypto.ts';
import { inTransaction } from '../db/database.ts';
import type { Deps } from '../http/deps.ts';
import { findStaffByEmail, insertStaff } from '../http/staff-store.ts';
import type { StaffRole } from '@kippu/contract/call';

interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly password: string;
  /** Where somebody else chose the password. */
  readonly mustChangePassword: boolean;
}

/** Adds somebody to the staff; who has the email already stays as they are, so that a restart changes nobody. */
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
    created_at: new Date(clock()),
    closed_at: null,
  };
  await inTransaction(db, (trx) => insertStaff(trx, row));
}

/** Adds the manager that the settings name, with a password to be changed at the first sign-in; nobody where they name none. */
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
