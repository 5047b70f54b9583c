// The tables of what the operator tells travellers and they tell it, as Kysely sees them.
import type { Language } from '@kippu/contract/limits';
import type { ColumnType, Generated } from 'kysely';

/** A text in each of the five languages; written as JSON text. */
type FiveTexts = ColumnType<Readonly<Record<Language, string>>, string, string>;

export interface NoticeTable {
  /** A bigint, told as text. */
  notice_id: ColumnType<string, never, never>;
  shown_from: Date;
  /** Its last second belongs to it. */
  shown_until: Date;
  level: 'info' | 'important';
  once: boolean;
  title: FiveTexts;
  body: FiveTexts;
  /** One more with each change. */
  version: number;
  /** One more each time those who read it are told again. */
  edition: number;
  told_again_at: Date | null;
  written_at: Date;
  written_by: string;
  /** The last change; at first its writing. */
  saved_at: Date;
  saved_by: string;
  withdrawn_at: Date | null;
  withdrawn_by: string | null;
}

export interface FeedbackTable {
  feedback_id: string;
  account_id: string;
  topic: string;
  body: string;
  ticket_id: string | null;
  picture: Uint8Array | null;
  picture_type: 'png' | 'jpeg' | 'webp' | null;
  /** What the traveller reads, for an answer. */
  language: string;
  created_at: Date;
  handled: Generated<boolean>;
}

/** What staff did about a message; it goes with it. */
export interface FeedbackActTable {
  /** A bigint, told as text. */
  act_id: ColumnType<string, never, never>;
  feedback_id: string;
  at: Date;
  staff_id: string;
  handled: boolean;
  note: string;
}
