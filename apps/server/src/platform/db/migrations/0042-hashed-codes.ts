// Mailed codes are stored by a keyed hash of the email, one for each device that asked. Codes of the older form are deleted, because the
// database does not know the key. They were valid for five minutes only, and can be requested again.
export const hashedCodesMigration = {
  name: '0042-hashed-codes',
  statements: [
    `drop table verify_code`,
    `create table verify_code (
      email_hash text not null,
      purpose text not null,
      device_hash text not null,
      account_id text,
      code_hash text not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (email_hash, purpose, device_hash))`,
    `create index verify_code_account on verify_code (account_id)`,
    `create index verify_code_expires on verify_code (expires_at)`,
  ],
} as const;
