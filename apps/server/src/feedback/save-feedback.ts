// Stores a traveller's feedback: about one of their tickets, with a checked picture, at a limited rate.
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kippu/contract/call';
import type { feedbackSave } from '@kippu/contract/calls/traveller/feedback';
import type { Language } from '@kippu/contract/languages';
import type { Db, Trx } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { requireLine, requireText } from '../platform/wire/require-text.ts';
import { cleanPicture, type Picture } from './feedback-picture.ts';
import { insertFeedback, listFeedbackTimes, lockOwnTicket, lockWriter } from './feedback-store.ts';

const FEEDBACK_PER_HOUR = 10;
const HOUR_MS = 3_600_000;

interface Feedback {
  readonly accountId: string;
  readonly language: Language;
  readonly body: BodyOf<typeof feedbackSave>;
}

async function refuseTooMany(db: Db, accountId: string, now: number): Promise<void> {
  const times = await listFeedbackTimes(db, accountId, new Date(now - HOUR_MS));
  const oldest = times.at(-FEEDBACK_PER_HOUR);
  if (!oldest) return;
  const retryAfter = Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now) / 1000));
  throw new AppError('REQ-0004', { retryAfter, limit: 'feedback' });
}

/** Checked feedback, to be written by `saveFeedback`. */
export interface CheckedFeedback {
  /** Both without invisible characters. */
  readonly topic: string;
  readonly text: string;
  readonly picture: Picture | null;
}

/**
 * The slow part, outside transactions. Throws AppError REQ-0001 for an empty text or a broken picture, REQ-0003, REQ-0004 for too many in
 * an hour, REQ-0008.
 */
export async function checkFeedback(
  db: Db,
  { accountId, body }: Pick<Feedback, 'accountId' | 'body'>,
  now: number,
): Promise<CheckedFeedback> {
  const topic = requireLine('topic', body.topic);
  const text = requireText('text', body.text);
  await refuseTooMany(db, accountId, now);
  const picture = body.screenshot === undefined ? null : await cleanPicture(body.screenshot, accountId);
  return { topic, text, picture };
}

/** Writes the feedback and returns its id. Throws AppError TKT-0001, SES-0003 where the account was deleted, REQ-0004. */
export async function saveFeedback(
  trx: Trx,
  { accountId, language, body }: Feedback,
  { topic, text, picture }: CheckedFeedback,
  now: number,
): Promise<string> {
  if (body.ticketId !== undefined && !(await lockOwnTicket(trx, accountId, body.ticketId)))
    throw new AppError('TKT-0001');
  // If the account was deleted since its session was checked, its feedback would outlive it.
  if (!(await lockWriter(trx, accountId))) throw new AppError('SES-0003');
  await refuseTooMany(trx, accountId, now);
  const feedbackId = randomUUID();
  await insertFeedback(trx, {
    feedback_id: feedbackId,
    account_id: accountId,
    reply_to: null,
    topic,
    body: text,
    ticket_id: body.ticketId ?? null,
    picture: picture?.bytes ?? null,
    picture_type: picture?.type ?? null,
    language,
    created_at: new Date(now),
  });
  return feedbackId;
}
