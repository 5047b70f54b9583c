// Takes a traveller's words to the operator: about a ticket of their own, with a real picture, not too often.
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kippu/contract/call';
import type { feedbackSave } from '@kippu/contract/feedback';
import type { Language } from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { decodePicture } from './feedback-picture.ts';
import { insertFeedback, listFeedbackTimes, lockOwnTicket, lockWriter } from './feedback-store.ts';

const FEEDBACK_PER_HOUR = 10;
const HOUR_MS = 3_600_000;

interface Feedback {
  readonly accountId: string;
  readonly language: Language;
  readonly body: BodyOf<typeof feedbackSave>;
}

async function refuseTooMany(trx: Trx, accountId: string, now: number): Promise<void> {
  // Deleted since its session was looked at: its words would outlive it.
  if (!(await lockWriter(trx, accountId))) throw new AppError('SES-0003');
  const times = await listFeedbackTimes(trx, accountId, new Date(now - HOUR_MS));
  const oldest = times.at(-FEEDBACK_PER_HOUR);
  if (!oldest) return;
  const retryAfter = Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now) / 1000));
  throw new AppError('REQ-0004', { retryAfter });
}

/** Gives the new feedback's id. */
export async function saveFeedback(
  trx: Trx,
  { accountId, language, body }: Feedback,
  now: number,
): Promise<string> {
  const text = body.text.trim();
  if (text === '') throw new AppError('REQ-0001', { values: { field: 'text' } });
  const picture = body.screenshot === undefined ? null : decodePicture(body.screenshot);
  if (body.ticketId !== undefined && !(await lockOwnTicket(trx, accountId, body.ticketId)))
    throw new AppError('TKT-0001');
  await refuseTooMany(trx, accountId, now);
  const feedbackId = randomUUID();
  await insertFeedback(trx, {
    feedback_id: feedbackId,
    account_id: accountId,
    topic: body.topic,
    body: text,
    ticket_id: body.ticketId ?? null,
    picture: picture?.bytes ?? null,
    picture_type: picture?.type ?? null,
    language,
    created_at: new Date(now),
  });
  return feedbackId;
}
