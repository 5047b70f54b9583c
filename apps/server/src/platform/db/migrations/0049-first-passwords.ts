// A first password expires a week after it was issued.
export const firstPasswordsMigration = {
  name: '0049-first-passwords',
  statements: [
    `alter table staff add column first_password_until timestamptz`,
    // Earlier ones expire a week after the update, except the first manager's, which is a setting, and a demonstration's.
    `update staff set first_password_until = now() + interval '7 days'
      where must_change_password and exists (
        select 1 from staff_action where call in ('deskAddStaff', 'deskResetStaffPassword', 'deskReopenStaff')
          and subject = staff.staff_id)`,
  ],
} as const;
