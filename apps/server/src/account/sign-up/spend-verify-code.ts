// Checks a mailed code: five wrong tries, five minutes, used once.
import { VERIFY_CODE_TRIES } from '@kippu/contract/limits';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import * as store from '../record/account-store.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { codeKey, codeMac, type CodeOwner } from './send-verify-code.ts';

/** Proof that an email is the traveller's: its code, typed on the device that asked for it. */
export interface Proof extends CodeOwner {
  readonly code: string;
}

const isRight = (
  keys: Keys,
  { email, purpose, code }: Proof,
  stored: { device_hash: string; code_hash: string },
) => stored.code_hash === codeMac(keys, { email, purpose, device: stored.device_hash, code });

/**
 * Checks the code. A right code stays valid until `takeVerifyCode`. Returns undefined when it is right, else a refusal, which must be
 * committed because it counts the try. Only wrong tries count: a right code may be checked when it is typed and again when it is used.
 */
export async function tryVerifyCode(
  trx: Trx,
  keys: Keys,
  proof: Proof,
  now: number,
): Promise<AppError | undefined> {
  const stored = await store.lockVerifyCode(trx, codeKey(keys, proof));
  if (!stored) return new AppError('ACC-0004');
  if (stored.expires_at.getTime() <= now || stored.tries >= VERIFY_CODE_TRIES)
    return new AppError('ACC-0005');
  if (isRight(keys, proof, stored)) return undefined;
  await store.countVerifyTry(trx, stored);
  return new AppError('ACC-0004');
}

/** How long a sign-up may take from the moment its code was mailed, once the code was typed in time. */
const SIGN_UP_MS = 30 * 60_000;

/**
 * Checks the code of a sign-up without using it up. A right one is then valid for the rest of the form. Returns the seconds that are left,
 * or a refusal, which must be committed because it counts the try. Throws nothing. The answer is the same for a registered email, to which
 * no code was mailed, as for any wrong code.
 */
export async function checkSignUpCode(
  trx: Trx,
  keys: Keys,
  proof: Omit<Proof, 'purpose'>,
  now: number,
): Promise<number | AppError> {
  const whole = { ...proof, purpose: 'registry' } as const;
  const refusal = await tryVerifyCode(trx, keys, whole, now);
  if (refusal) return refusal;
  const until = await store.extendVerifyCode(trx, codeKey(keys, whole), SIGN_UP_MS);
  return Math.floor((until.getTime() - now) / 1000);
}

/** Deletes a code that `tryVerifyCode` found right. Returns false where another call was first or a newer code replaced it. */
export async function takeVerifyCode(trx: Trx, keys: Keys, proof: Proof): Promise<boolean> {
  const key = codeKey(keys, proof);
  const stored = await store.lockVerifyCode(trx, key);
  if (!stored || !isRight(keys, proof, stored)) return false;
  await store.deleteVerifyCode(trx, key);
  return true;
}

/** Checks and deletes a code. Returns undefined when it was right, else a refusal, which must be committed because it counts the try. */
export async function spendVerifyCode(
  trx: Trx,
  keys: Keys,
  proof: Proof,
  now: number,
): Promise<AppError | undefined> {
  const refusal = await tryVerifyCode(trx, keys, proof, now);
  if (refusal) return refusal;
  await store.deleteVerifyCode(trx, codeKey(keys, proof));
  return undefined;
}
