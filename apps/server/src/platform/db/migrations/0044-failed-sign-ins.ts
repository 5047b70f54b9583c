// Failed sign-ins at the desk: one row an hour for each member of staff, and one for all unknown emails together.
export const failedSignInsMigration = {
  name: '0044-failed-sign-ins',
  statements: [
    `create table staff_sign_in_failure (
      hour timestamptz not null,
      staff_id text not null default '',
      failures integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (hour, staff_id))`,
  ],
} as const;
