// Captchas, one-time passes, counted attempts, and the salts that give a second tab the same refreshed tokens.
export const proofsMigration = {
  name: '0005-proofs',
  statements: [
    `create table captcha (
      captcha_id text primary key,
      answer_hash text not null,
      expires_at timestamptz not null)`,
    `create index captcha_expires on captcha (expires_at)`,
    `create table one_time_pass (
      pass_hash text primary key,
      kind text not null check (kind in ('captcha', 'reset')),
      account_id text references account on delete cascade,
      tries integer not null default 0,
      expires_at timestamptz not null,
      check ((kind = 'reset') = (account_id is not null)))`,
    `create index one_time_pass_expires on one_time_pass (expires_at)`,
    `create index one_time_pass_account on one_time_pass (account_id)`,
    // Rate-limited attempts; failed logins have their own table.
    `create table attempt (subject text not null, at timestamptz not null)`,
    `create index attempt_subject on attempt (subject, at)`,
    `create index attempt_at on attempt (at)`,
    // A successful login deletes its own failure, and no other of the same millisecond.
    `alter table login_failure add column failure_id bigint generated always as identity primary key`,
    `create index login_failure_at on login_failure (failed_at)`,
    `alter table session_token add column successor_salt text`,
  ],
} as const;
