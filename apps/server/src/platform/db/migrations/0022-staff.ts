// The desk's staff, their sessions, and the append-only record of their actions.
export const staffMigration = {
  name: '0022-staff',
  statements: [
    `create table staff (
      staff_id text primary key,
      email text not null unique,
      name text not null,
      role text not null check (role in ('counter', 'editor', 'manager')),
      password_hash text not null,
      must_change_password boolean not null,
      created_at timestamptz not null,
      closed_at timestamptz)`,
    `create table staff_session (
      token_hash text primary key,
      staff_id text not null references staff,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_seen_at timestamptz not null,
      ended_at timestamptz)`,
    `create index staff_session_staff on staff_session (staff_id)`,
    `create table staff_action (
      action_id bigint generated always as identity primary key,
      at timestamptz not null,
      actor text not null,
      call text not null,
      subject text)`,
    `create index staff_action_actor on staff_action (actor, action_id)`,
    `create index staff_action_subject on staff_action (subject, action_id)`,
    `create trigger staff_action_append_only before update or delete on staff_action
      for each row execute function refuse_rewrite()`,
  ],
} as const;
