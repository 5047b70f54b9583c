// Checks a captcha's answer once and gives a pass for it.
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { answerMac } from './make-captcha.ts';
import { givePass } from './one-time-pass.ts';
import type { Keys } from './password-crypto.ts';
import { takeCaptcha } from './proof-store.ts';

/** As typed by a thumb: any case, full width, with spaces. */
const normaliseAnswer = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** The pass, or the refusal, which must be committed: the captcha is used up. */
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
  return givePass(trx, 'captcha', null, now);
}
