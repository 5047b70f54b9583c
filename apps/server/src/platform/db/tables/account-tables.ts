// The tables of accounts, their proofs, sessions and remembered answers, as Kysely sees them.
import type { Generated } from 'kysely';

export interface AccountTable {
  account_id: string;
  /** Trimmed, NFC, lower case: the key. Null once the account is deleted. */
  email: string | null;
  username: string;
  fullname: string;
  country: string;
  language: string;
  password_hash: string;
  password_changed_at: Date;
  status: 'active' | 'suspended' | 'deleted';
  created_at: Date;
}

export interface PasswordHistoryTable {
  account_id: string;
  password_hash: string;
  created_at: Date;
}

export interface VerifyCodeTable {
  email: string;
  purpose: string;
  code_hash: string;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

export interface LoginFailureTable {
  failure_id: Generated<string>;
  /** `account:`, `staff:` or `address:`, and a keyed hash. */
  subject: string;
  failed_at: Date;
}

export interface AttemptTable {
  /** What was asked for, and a keyed hash of who asked. */
  subject: string;
  at: Date;
}

export interface CaptchaTable {
  captcha_id: string;
  answer_hash: string;
  expires_at: Date;
}

export interface OneTimePassTable {
  pass_hash: string;
  /** A solved captcha, or the right to set a new password. */
  kind: 'captcha' | 'reset';
  account_id: string | null;
  tries: Generated<number>;
  expires_at: Date;
}

export type SessionEnd = 'elsewhere' | 'logout' | 'inactive' | 'reuse' | 'password' | 'deleted';

export interface SessionTable {
  session_id: string;
  account_id: string;
  device_id: string;
  created_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
  end_reason: SessionEnd | null;
}

export interface SessionTokenTable {
  token_hash: string;
  session_id: string;
  kind: 'access' | 'refresh';
  expires_at: Date;
  used_at: Date | null;
  /** Of a spent refresh token: what its successors were derived with. */
  successor_salt: string | null;
}

export interface IdempotencyTable {
  /** Whose key: an account's id, or `desk` for the sales systems. */
  account_id: string;
  key: string;
  fingerprint: string;
  /** The answer's `data` as JSON text. */
  answer: string | null;
  created_at: Date;
}
