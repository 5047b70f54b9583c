// Makes a captcha: five characters in a picture, or four digits with sound.
import { randomInt } from 'node:crypto';
import type { Language } from '@kippu/contract/languages';
import { VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { refuseInTransaction } from '../../platform/db/transaction-scope.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { randomToken } from '../../session/session.ts';
import { countAttempt, readAttempts, secondsToWait } from '../login/attempt-limit.ts';
import { PICTURE_ALPHABET, SOUND_ALPHABET } from './captcha-glyphs.ts';
import { drawCaptcha } from './captcha-picture.ts';
import { soundCaptcha } from './captcha-sound.ts';
import { pictureWords } from '@kippu/words/server-words';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { insertCaptcha } from '../proofs/proof-store.ts';

const MAX_PICTURES = 60;
const PICTURES_WINDOW_MS = 10 * 60_000;

interface MadeCaptcha {
  readonly captchaId: string;
  readonly image: string;
  readonly audio?: string;
}

/** The stored form of an answer. Keyed, because few characters are quickly guessed from a plain hash. */
export const answerMac = (keys: Keys, captchaId: string, answer: string): string =>
  keys.mac(`captcha\n${captchaId}\n${answer}`);

const pick = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/**
 * Makes a captcha and stores its hashed answer for five minutes. Draws it after the commit. Throws AppError MFA-0021 when the address
 * asked for too many.
 */
export async function makeCaptcha(
  db: Db,
  keys: Keys,
  { address, audio, language }: { address: string; audio: boolean; language: Language },
  now: number,
): Promise<MadeCaptcha> {
  const captchaId = randomToken();
  const answer = audio ? pick(SOUND_ALPHABET, 4) : pick(PICTURE_ALPHABET, 5);
  await inTransaction(db, async (trx) => {
    const asked = await readAttempts(trx, `picture:${keys.mac(address)}`, PICTURES_WINDOW_MS, now);
    const wait = secondsToWait(asked, MAX_PICTURES, now);
    if (wait > 0) throw new AppError('MFA-0021', { retryAfter: wait, limit: 'captchas' });
    await countAttempt(trx, asked, now);
    const expiresAt = new Date(now + VERIFY_CODE_SECONDS * 1000);
    const row = { captcha_id: captchaId, answer_hash: answerMac(keys, captchaId, answer) };
    await insertCaptcha(trx, { ...row, expires_at: expiresAt }, new Date(now));
  });
  refuseInTransaction('drawing a captcha');
  const words = pictureWords(language);
  const image = drawCaptcha(answer, audio ? words.captchaWithSound : words.captcha);
  return audio ? { captchaId, image, audio: soundCaptcha(answer) } : { captchaId, image };
}
