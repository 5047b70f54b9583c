// Makes a captcha: five characters in a picture, or four digits that can be heard too.
import { randomInt } from 'node:crypto';
import { VERIFY_CODE_SECONDS, type Language } from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { randomToken } from '../http/session.ts';
import { countAttempt, readAttempts, secondsToWait } from './attempt-limit.ts';
import { PICTURE_ALPHABET, SOUND_ALPHABET } from './captcha-glyphs.ts';
import { drawCaptcha } from './captcha-picture.ts';
import { soundCaptcha } from './captcha-sound.ts';
import { PICTURE_TITLE, SOUND_TITLE } from './captcha-words.ts';
import type { Keys } from './password-crypto.ts';
import { insertCaptcha } from './proof-store.ts';

const PICTURES_MOST = 60;
const PICTURES_WINDOW_MS = 10 * 60_000;

interface MadeCaptcha {
  readonly captchaId: string;
  readonly image: string;
  readonly audio?: string;
}

/** What a stored answer looks like: keyed, for a few characters are quickly tried through. */
export const answerMac = (keys: Keys, captchaId: string, answer: string): string =>
  keys.mac(`captcha\n${captchaId}\n${answer}`);

const pick = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Keeps the answer hashed for five minutes. Throws MFA-0021 to an address that asked for too many. */
export async function makeCaptcha(
  trx: Trx,
  keys: Keys,
  { address, audio, language }: { address: string; audio: boolean; language: Language },
  now: number,
): Promise<MadeCaptcha> {
  const asked = await readAttempts(trx, `picture:${keys.mac(address)}`, PICTURES_WINDOW_MS, now);
  const wait = secondsToWait(asked, PICTURES_MOST, now);
  if (wait > 0) throw new AppError('MFA-0021', { retryAfter: wait });
  await countAttempt(trx, asked, now);
  const captchaId = randomToken();
  const answer = audio ? pick(SOUND_ALPHABET, 4) : pick(PICTURE_ALPHABET, 5);
  const expiresAt = new Date(now + VERIFY_CODE_SECONDS * 1000);
  const row = { captcha_id: captchaId, answer_hash: answerMac(keys, captchaId, answer) };
  await insertCaptcha(trx, { ...row, expires_at: expiresAt }, new Date(now));
  const image = drawCaptcha(answer, (audio ? SOUND_TITLE : PICTURE_TITLE)[language]);
  return audio ? { captchaId, image, audio: soundCaptcha(answer) } : { captchaId, image };
}
