// The tables of notices and feedback, as Kysely sees them.
import type { ByLanguage } from '@kippu/contract/names';
import type { ColumnType, Generated } from 'kysely';

/** A text in each language offered when it was written; written as JSON text. */
type Texts = ColumnType<ByLanguage, string, string>;

export interface NoticeTable {
  /** bigint, read as a string. */
  notice_id: ColumnType<string, never, never>;
  shown_from: Date;
  /** Inclusive: the last second it is shown. */
  shown_until: Date;
  level: 'info' | 'important';
  /** Whether the app shows it over the page, once, and then never again. */
  once: boolean;
  title: Texts;
  body: Texts;
  /** Increases with each change. */
  version: number;
  /** Increases each time the notice is published again. */
  edition: number;
  /** When staff last published it again. */
  told_again_at: Date | null;
  written_at: Date;
  written_by: string;
  /** The last change; at first the time of writing. */
  saved_at: Date;
  saved_by: string;
  withdrawn_at: Date | null;
  withdrawn_by: string | null;
}

export interface FeedbackTable {
  feedback_id: string;
  /** Null for a visitor. */
  account_id: string | null;
  /** A visitor's email, for an answer; null for an account. */
  reply_to: string | null;
  topic: string;
  body: string;
  ticket_id: string | null;
  picture: Uint8Array | null;
  picture_type: 'png' | 'jpeg' | 'webp' | null;
  /** The traveller's language, for an answer. */
  language: string;
  created_at: Date;
  handled: Generated<boolean>;
}

/** What staff did about a message; deleted with it. */
export interface FeedbackActTable {
  /** bigint, read as a string. */
  act_id: ColumnType<string, never, never>;
  feedback_id: string;
  at: Date;
  staff_id: string;
  handled: boolean;
  note: string;
}
