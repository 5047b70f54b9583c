// Checks an emailed code once: five tries, five minutes.
import { VERIFY_CODE_TRIES } from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import * as store from './account-store.ts';
import type { Keys } from './password-crypto.ts';
import { codeMac, type CodePurpose } from './send-verify-code.ts';

/** What shows that an email is the traveller's: its code, typed on the phone that asked for it. */
export interface Proof {
  /** Normalised. */
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly deviceId: string;
  readonly code: string;
}

/** Undefined when the code was right (and is gone now); a refusal must be committed, for it counts the try. */
export async function spendVerifyCode(
  trx: Trx,
  keys: Keys,
  proof: Proof,
  now: number,
): Promise<AppError | undefined> {
  const { email, purpose } = proof;
  const stored = await store.lockVerifyCode(trx, email, purpose);
  if (!stored) return new AppError('ACC-0004');
  if (stored.expires_at.getTime() <= now || stored.tries >= VERIFY_CODE_TRIES)
    return new AppError('ACC-0005');
  if (stored.code_hash !== codeMac(keys, proof)) {
    await store.countVerifyTry(trx, email, purpose);
    return new AppError('ACC-0004');
  }
  await store.deleteVerifyCode(trx, email, purpose);
  return undefined;
}
