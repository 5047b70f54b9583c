// The tables of accounts, their proofs, sessions and stored answers, as Kysely sees them.
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
  /** Whether the traveller gets a mail on the evening before a trip. */
  eve_mails: Generated<boolean>;
}

export interface PasswordHistoryTable {
  account_id: string;
  password_hash: string;
  created_at: Date;
}

export interface VerifyCodeTable {
  /** A keyed hash, so that no email is stored of somebody who never signs up. */
  email_hash: string;
  purpose: string;
  /** A keyed hash of the device that asked. */
  device_hash: string;
  /** The account whose password the code resets; null for a sign-up code and for an unusable one. */
  account_id: string | null;
  code_hash: string;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

export interface LoginFailureTable {
  failure_id: Generated<string>;
  /** Who failed, by keyed hashes: see login-attempts.ts. */
  subject: string;
  failed_at: Date;
}

export interface AttemptTable {
  /** The kind of request, and a keyed hash of its caller. */
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
  /** The level of a solved puzzle; null for other passes. */
  level: number | null;
  tries: Generated<number>;
  expires_at: Date;
}

/** Hashes of values that may be used once. */
export interface UsedOnceTable {
  hash: string;
  expires_at: Date;
}

export type SessionEnd = 'elsewhere' | 'logout' | 'inactive' | 'reuse' | 'password' | 'deleted' | 'desk';

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
  /** For a used refresh token: the salt that its successors were derived with. */
  successor_salt: string | null;
}

export interface IdempotencyTable {
  /** The key's owner: an account's id, or `desk` for the sales systems. */
  account_id: string;
  key: string;
  fingerprint: string;
  /** The answer's `data` as JSON text. */
  answer: string | null;
  created_at: Date;
}
