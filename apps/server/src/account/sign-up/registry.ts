// Creates an account for a proven email and signs it in.
import { randomUUID } from 'node:crypto';
import type { Language } from '@kippu/contract/languages';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { startSession, type Tokens } from '../../session/session.ts';
import * as store from '../record/account-store.ts';
import { withPasswords } from '../password-crypto/hash-password.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { takeVerifyCode, tryVerifyCode } from './spend-verify-code.ts';

interface Registry {
  /** Normalised. */
  readonly email: string;
  readonly verifyCode: string;
  /** Already checked by the password rule. */
  readonly password: string;
  readonly fullname: string;
  readonly username: string;
  readonly country: string;
  readonly language: Language;
  readonly deviceId: string;
  /** From `deviceHashes`: the keys that the code may be stored under. */
  readonly devices: readonly string[];
  /** The caller's. */
  readonly address: string;
}

export interface SignedIn {
  readonly tokens: Tokens;
  readonly account: store.AccountRow;
}

/** Throws AppError ACC-0004 where the code was used since, ACC-0001 where the email was registered since. */
async function insertRegistered(
  trx: Trx,
  keys: Keys,
  { input, passwordHash }: { readonly input: Registry; readonly passwordHash: string },
  now: number,
): Promise<SignedIn> {
  if (!(await takeVerifyCode(trx, keys, proofOf(input)))) throw new AppError('ACC-0004');
  const at = new Date(now);
  const account: store.AccountRow = {
    account_id: randomUUID(),
    email: input.email,
    username: input.username,
    fullname: input.fullname,
    country: input.country,
    language: input.language,
    password_hash: passwordHash,
    password_changed_at: at,
    status: 'active',
    created_at: at,
    eve_mails: true,
  };
  if (!(await store.insertAccount(trx, account))) throw new AppError('ACC-0001');
  return { account, tokens: await startSession(trx, account.account_id, input.deviceId, now) };
}

const proofOf = ({ email, devices, verifyCode: code }: Registry) =>
  ({ email, devices, code, purpose: 'registry' }) as const;

/**
 * Returns the new, signed-in account. A wrong code costs no hash: the try is counted before the hash is made. The code is deleted in the
 * transaction that inserts the account, so a refusal before that leaves it valid. Throws AppError ACC-0004, ACC-0005, ACC-0001, REQ-0008.
 */
export function registry(db: Db, keys: Keys, input: Registry, now: number): Promise<SignedIn> {
  return withPasswords(input.address, async (passwords) => {
    const refusal = await inTransaction(db, (trx) => tryVerifyCode(trx, keys, proofOf(input), now));
    if (refusal) throw refusal;
    const passwordHash = await passwords.hash(input.password);
    return inTransaction(db, (trx) => insertRegistered(trx, keys, { input, passwordHash }, now));
  });
}
