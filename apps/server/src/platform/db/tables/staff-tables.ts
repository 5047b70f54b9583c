// The tables of the desk's staff, as Kysely sees them.
import type { StaffRole } from '@kippu/contract/call';
import type { ColumnType } from 'kysely';

export interface StaffTable {
  staff_id: string;
  /** Normalised: the key they sign in by. */
  email: string;
  name: string;
  role: StaffRole;
  password_hash: string;
  /** Somebody else chose the password. */
  must_change_password: boolean;
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

/** Every write at the desk, and every look at one traveller's things; never changed. */
export interface StaffActionTable {
  /** A bigint, told as text. */
  action_id: ColumnType<string, never, never>;
  at: Date;
  /** `desk:<staff id>`, or `desk:api-key`. */
  actor: string;
  /** The call's name. */
  call: string;
  /** What it was done to: a ticket's number, an id. */
  subject: string | null;
}
