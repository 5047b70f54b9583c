// Checks an emailed code once: five tries, five minutes.
import { VERIFY_CODE_TRIES } from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import * as store from './account-store.ts';
import type { Keys } from './password-crypto.ts';
import { codeMac, type CodePurpose } from './send-verify-code.ts';

/** Undefined when the code was right (and is gone now); a refusal must be committed, for it counts the try. */
export async function spendVerifyCode(
  trx: Trx,
  keys: Keys,
  { email, purpose, code }: { email: string; purpose: CodePurpose; code: string },
  now: number,
): Promise<AppError | undefined> {
  const stored = await store.lockVerifyCode(trx, email, purpose);
  if (!stored) return new AppError('ACC-0004');
  if (stored.expires_at.getTime() <= now || stored.tries >= VERIFY_CODE_TRIES)
    return new AppError('ACC-0005');
  if (stored.code_hash !== codeMac(keys, email, purpose, code)) {
    await store.countVerifyTry(trx, email, purpose);
    return new AppError('ACC-0004');
  }
  await store.deleteVerifyCode(trx, email, purpose);
  return undefined;
}
