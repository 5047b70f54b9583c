// The tables of the desk's staff, as Kysely sees them.
import type { StaffRole } from '@kippu/contract/values';
import type { ColumnType } from 'kysely';

export interface StaffTable {
  staff_id: string;
  /** Normalised; staff sign in with it. */
  email: string;
  name: string;
  role: StaffRole;
  password_hash: string;
  /** True while somebody else knows the password. */
  must_change_password: boolean;
  /** When a first password made by the server expires; null for any other. */
  first_password_until: Date | null;
  created_at: Date;
  closed_at: Date | null;
}

export interface StaffSessionTable {
  token_hash: string;
  staff_id: string;
  created_at: Date;
  expires_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
}

/** Every write at the desk and every look at a traveller's data; append-only. */
export interface StaffActionTable {
  /** bigint, read as a string. */
  action_id: ColumnType<string, never, never>;
  at: Date;
  /** `desk:<staff id>`, or `desk:api-key`. */
  actor: string;
  /** The call's name. */
  call: string;
  /** What the action changed or showed: a ticket's number, an id. */
  subject: string | null;
}

/** Failed sign-ins of one hour. */
export interface StaffSignInFailureTable {
  /** The start of the hour. */
  hour: Date;
  /** Whose email was tried; '' for all unknown emails together, so that the rows stay few. */
  staff_id: string;
  failures: number;
  first_at: Date;
  last_at: Date;
}
