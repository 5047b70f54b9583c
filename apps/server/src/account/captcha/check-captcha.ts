// Checks a captcha's answer and issues a one-time pass for a right one.
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { answerMac } from './make-captcha.ts';
import { issuePass } from '../proofs/one-time-pass.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { takeCaptcha } from '../proofs/proof-store.ts';

/** Accepts any case, full width and spaces. */
const normaliseAnswer = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** Returns the pass, or a refusal. Commit either: the captcha is used up. */
export async function checkCaptcha(
  trx: Trx,
  keys: Keys,
  { captchaId, answer }: { captchaId: string; answer: string },
  now: number,
): Promise<string | AppError> {
  const typed = normaliseAnswer(answer);
  if (typed === '') return new AppError('imgCodeError');
  const captcha = await takeCaptcha(trx, captchaId);
  if (!captcha || captcha.expires_at.getTime() <= now) return new AppError('MFA-0023');
  if (captcha.answer_hash !== answerMac(keys, captchaId, typed)) return new AppError('MFA-0024');
  return issuePass(trx, 'captcha', null, now);
}
