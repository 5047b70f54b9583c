// A proof of work that the device solves in place of a captcha. It costs a phone a second or two and a password-guessing program as much
// for each guess; the person does nothing.
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { levelOfAddress } from '../login/login-attempts.ts';
import { issuePass } from '../proofs/one-time-pass.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { useOnce } from '../password-crypto/used-once.ts';

/** PBKDF2 rounds for each number tried. The server pays this once to make a puzzle. */
const ROUNDS = 2_000;
/** The range of the number to find at level 0; it doubles with each level. */
const NUMBERS = { min: 400, max: 800 } as const;

const secretsOf = (keys: Keys) => ({
  hmacSignatureSecret: keys.mac('work challenge'),
  hmacKeySignatureSecret: keys.mac('work answer'),
});

/** Makes a puzzle as JSON text. Nothing is stored: the puzzle is signed, expires after five minutes and names its level. */
export async function makeWork(db: Db, keys: Keys, address: string, now: number): Promise<string> {
  const level = await inTransaction(db, (trx) => levelOfAddress(trx, keys, address, now));
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(NUMBERS.min << level, NUMBERS.max << level),
    data: { level, until: now + VERIFY_CODE_SECONDS * 1000 },
    deriveKey,
    ...secretsOf(keys),
  });
  return JSON.stringify(challenge);
}

export interface SolvedWork {
  /** The puzzle's text, unchanged. */
  readonly work: string;
  readonly counter: number;
  /** In hexadecimal digits. */
  readonly derivedKey: string;
}

/** Parses the text as a puzzle. The caller must verify its signature before using anything in it. */
function readChallenge(work: string): Challenge | undefined {
  try {
    const read: unknown = JSON.parse(work);
    if (typeof read !== 'object' || read === null || !('parameters' in read)) return undefined;
    return typeof read.parameters === 'object' && read.parameters !== null ? (read as Challenge) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the pass for a solved puzzle. Costs two HMACs. Throws AppError MFA-0024 for a wrong answer or a puzzle not made by this server,
 * MFA-0023 for an expired or used one.
 */
export async function checkWork(
  db: Db,
  keys: Keys,
  { work, counter, derivedKey }: SolvedWork,
  now: number,
): Promise<string> {
  const challenge = readChallenge(work);
  if (!challenge) throw new AppError('MFA-0024');
  const solution = { counter, derivedKey, time: 0 };
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(keys) });
  if (!verified) throw new AppError('MFA-0024');
  const { level, until } = challenge.parameters.data ?? {};
  if (typeof until !== 'number' || until <= now || typeof level !== 'number') throw new AppError('MFA-0023');
  return inTransaction(db, async (trx) => {
    const hash = keys.mac(`work\n${challenge.parameters.nonce}`);
    if (!(await useOnce(trx, [hash], { now, expiresAt: until }))) throw new AppError('MFA-0023');
    return issuePass(trx, 'captcha', null, now, level);
  });
}
