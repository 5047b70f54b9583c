// Stores the message of somebody without a login: at a limited rate by address, and beyond a few only after a check.
import type { BodyOf } from '@kippu/contract/call';
import type { visitorFeedback } from '@kippu/contract/calls/traveller/feedback';
import type { Language } from '@kippu/contract/languages';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { countAttempt, readAttempts, secondsToWait } from '../account/login/attempt-limit.ts';
import { spendCaptchaPass } from '../account/proofs/one-time-pass.ts';
import type { Trx } from '../platform/db/database.ts';
import type { Keys } from '../platform/keys/password-keys.ts';
import { networksOf } from '../platform/limits/client-address.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { requireLine, requireText } from '../platform/wire/require-text.ts';
import { insertFeedback } from './feedback-store.ts';

const HOUR_MS = 3_600_000;
/** Messages of an address in an hour: so many without a check, and so many in all. Guests of a station share an address. */
const OF_ADDRESS = { free: 3, max: 60 } as const;

interface Message {
  readonly body: BodyOf<typeof visitorFeedback>;
  readonly language: Language;
  /** The client's address. */
  readonly address: string;
}

/** Counts the message by address and wider network. Throws AppError REQ-0004, or imgCodeError where a check is required. */
async function countMessage(trx: Trx, keys: Keys, message: Message, now: number): Promise<void> {
  const counted = [];
  for (const { network, share } of networksOf(message.address)) {
    const attempts = await readAttempts(trx, `feedback-address:${keys.mac(network)}`, HOUR_MS, now);
    counted.push({ attempts, share });
  }
  const wait = Math.max(
    ...counted.map(({ attempts, share }) => secondsToWait(attempts, OF_ADDRESS.max * share, now)),
  );
  if (wait > 0) throw new AppError('REQ-0004', { retryAfter: wait, limit: 'visitorFeedback' });
  const many = counted.some(({ attempts, share }) => attempts.times.length >= OF_ADDRESS.free * share);
  if (many && !(await spendCaptchaPass(trx, message.body.captchaPass, 0, now)))
    throw new AppError('imgCodeError');
  for (const { attempts } of counted) await countAttempt(trx, attempts, now);
}

/**
 * Writes the message; one with the same id is written once. Throws AppError REQ-0001 for an empty text or a wrong email, REQ-0004 or
 * imgCodeError after too many from the address.
 */
export async function saveVisitorFeedback(
  trx: Trx,
  keys: Keys,
  message: Message,
  now: number,
): Promise<void> {
  const { body, language } = message;
  const topic = requireLine('topic', body.topic);
  const text = requireText('text', body.text);
  const email = normaliseEmail(body.email);
  if (!isEmail(email)) throw new AppError('REQ-0001', { values: { field: 'email' } });
  const isNew = await insertFeedback(trx, {
    feedback_id: body.messageId,
    account_id: null,
    reply_to: email,
    topic,
    body: text,
    ticket_id: null,
    picture: null,
    picture_type: null,
    language,
    created_at: new Date(now),
  });
  // A refusal takes the message back.
  if (isNew) await countMessage(trx, keys, message, now);
}
