// One-time passes: 256 random bits for the phone, a hash for us, five minutes.
import { VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
import { hashToken, randomToken } from '../http/session.ts';
import { insertPass, takePass, type PassKind } from './proof-store.ts';

/** Hands out a pass; `accountId` is whose password it resets. */
export async function givePass(
  trx: Trx,
  kind: PassKind,
  accountId: string | null,
  now: number,
): Promise<string> {
  const pass = randomToken();
  const row = { pass_hash: hashToken(pass), kind, account_id: accountId };
  await insertPass(trx, { ...row, expires_at: new Date(now + VERIFY_CODE_SECONDS * 1000) }, new Date(now));
  return pass;
}

/** Takes the pass of a solved captcha; false where there is none, or no longer. */
export async function spendCaptchaPass(trx: Trx, pass: string | undefined, now: number): Promise<boolean> {
  if (pass === undefined) return false;
  const taken = await takePass(trx, hashToken(pass), 'captcha');
  return taken !== undefined && taken.expires_at.getTime() > now;
}
