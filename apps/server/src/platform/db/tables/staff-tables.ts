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

/**
 * Every write at the desk, every view of a traveller's data, and every refusal that reveals the state of something; rows are only added. The
 * names are as they were at the act, null in rows that are older than these columns.
 */
export interface StaffActionTable {
  /** bigint, read as a string. */
  action_id: ColumnType<string, never, never>;
  at: Date;
  /** `desk:<staff id>`, `desk:api-key`, or `desk:host` for a command on the server's machine. */
  actor: string;
  /** The call's name. */
  call: string;
  /** Null for a sales system, like the next two. */
  actor_name: string | null;
  actor_email: string | null;
  actor_role: StaffRole | null;
  /** What the action changed or showed: a ticket's number, an id, a list and its filter. */
  subject: string | null;
  /** The name of a member of staff whom the action was about, after the action. */
  subject_name: string | null;
  /** Their name before, if the action changed it. */
  old_name: string | null;
  /** The code of the refusal; null for what was done. */
  refusal: string | null;
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
