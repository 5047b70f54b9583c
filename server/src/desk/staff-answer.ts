// A member of staff as the wire shows them.
import type { Staff } from '@kippu/contract/desk-staff';
import type { StaffRow } from '../http/staff-store.ts';

export const staffAnswer = ({ staff_id, email, name, role, must_change_password }: StaffRow): Staff => ({
  staffId: staff_id,
  email,
  name,
  role,
  mustChangePassword: must_change_password,
});
