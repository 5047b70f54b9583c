// One-time passes: the phone gets 256 random bits, the database stores their hash. Valid for five minutes.
import { VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import type { Trx } from '../../platform/db/database.ts';
import { hashToken, randomToken } from '../../session/session.ts';
import { insertPass, takePass, type PassKind } from './proof-store.ts';

/** Issues a pass. `accountId` is the account whose password it may reset, `level` the level of the solved puzzle. */
export async function issuePass(
  trx: Trx,
  kind: PassKind,
  accountId: string | null,
  now: number,
  level: number | null = null,
): Promise<string> {
  const pass = randomToken();
  const row = { pass_hash: hashToken(pass), kind, account_id: accountId, level };
  await insertPass(trx, { ...row, expires_at: new Date(now + VERIFY_CODE_SECONDS * 1000) }, new Date(now));
  return pass;
}

/**
 * Spends the pass of a solved captcha. Returns false where there is none, it has expired, or its puzzle was too easy. A puzzle may be one
 * level below the current one. A picture counts at any level, because an address gets few of them.
 */
export async function spendCaptchaPass(
  trx: Trx,
  pass: string | undefined,
  level: number,
  now: number,
): Promise<boolean> {
  if (pass === undefined) return false;
  const taken = await takePass(trx, hashToken(pass), 'captcha');
  if (!taken || taken.expires_at.getTime() <= now) return false;
  return taken.level === null || taken.level >= level - 1;
}
