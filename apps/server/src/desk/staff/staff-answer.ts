// A member of staff as the contract's answer.
import { createHash } from 'node:crypto';
import type { Staff } from '@kippu/contract/calls/desk/staff';
import type { StaffRow } from '../../session/staff-store.ts';

export const staffAnswer = ({ staff_id, email, name, role, must_change_password }: StaffRow): Staff => ({
  staffId: staff_id,
  email,
  name,
  role,
  mustChangePassword: must_change_password,
});

/** The version of a person that a manager decides on. It changes with any part of the person's state. */
export function staffVersion(row: StaffRow): string {
  const { name, role, password_hash, must_change_password, closed_at } = row;
  const state = JSON.stringify([
    name,
    role,
    password_hash,
    must_change_password,
    closed_at?.getTime() ?? null,
  ]);
  return createHash('sha256').update(state).digest('base64url').slice(0, 16);
}
