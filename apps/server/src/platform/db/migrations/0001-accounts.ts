// Accounts, their codes, sessions and idempotency keys.
export const accountsMigration = {
  name: '0001-accounts',
  statements: [
    `create table account (
      account_id text primary key,
      email text unique check (email = lower(email)),
      username text not null,
      fullname text not null,
      country text not null,
      language text not null,
      password_hash text not null,
      password_changed_at timestamptz not null,
      status text not null check (status in ('active', 'suspended', 'deleted')),
      created_at timestamptz not null)`,
    `create table password_history (
      account_id text not null references account on delete cascade,
      password_hash text not null,
      created_at timestamptz not null,
      primary key (account_id, created_at, password_hash))`,
    `create table verify_code (
      email text not null,
      purpose text not null,
      code_hash text not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (email, purpose))`,
    `create table login_failure (subject text not null, failed_at timestamptz not null)`,
    `create index login_failure_subject on login_failure (subject, failed_at)`,
    `create table session (
      session_id text primary key,
      account_id text not null references account on delete cascade,
      device_id text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      ended_at timestamptz,
      end_reason text,
      check ((ended_at is null) = (end_reason is null)))`,
    // At most one live session for each account, even if two logins run at once.
    `create unique index session_live on session (account_id) where ended_at is null`,
    `create table session_token (
      token_hash text primary key,
      session_id text not null references session on delete cascade,
      kind text not null check (kind in ('access', 'refresh')),
      expires_at timestamptz not null,
      used_at timestamptz)`,
    `create index session_token_session on session_token (session_id)`,
    `create table idempotency (
      account_id text not null references account on delete cascade,
      key text not null,
      fingerprint text not null,
      answer text,
      created_at timestamptz not null,
      primary key (account_id, key))`,
    `create index idempotency_created on idempotency (created_at)`,
  ],
} as const;
