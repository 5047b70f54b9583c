// Makes an account from a proven email and signs it in.
import { randomUUID } from 'node:crypto';
import type { Language } from '@kippu/contract/limits';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { startSession, type Tokens } from '../http/session.ts';
import * as store from './account-store.ts';
import type { Keys } from './password-crypto.ts';
import { spendVerifyCode } from './spend-verify-code.ts';

interface Registry {
  /** Normalised. */
  readonly email: string;
  readonly verifyCode: string;
  readonly passwordHash: string;
  readonly fullname: string;
  readonly username: string;
  readonly country: string;
  readonly language: Language;
  readonly deviceId: string;
}

export interface SignedIn {
  readonly tokens: Tokens;
  readonly account: store.AccountRow;
}

/** The new, signed-in account; a returned refusal must be committed, for a wrong code counts. */
export async function registry(
  trx: Trx,
  keys: Keys,
  input: Registry,
  now: number,
): Promise<SignedIn | AppError> {
  const { email, deviceId, verifyCode: code } = input;
  const proof = { email, deviceId, code, purpose: 'registry' } as const;
  const refusal = await spendVerifyCode(trx, keys, proof, now);
  if (refusal) return refusal;
  const at = new Date(now);
  const account: store.AccountRow = {
    account_id: randomUUID(),
    email: input.email,
    username: input.username,
    fullname: input.fullname,
    country: input.country,
    language: input.language,
    password_hash: input.passwordHash,
    password_changed_at: at,
    status: 'active',
    created_at: at,
  };
  if (!(await store.insertAccount(trx, account))) return new AppError('ACC-0001');
  return { account, tokens: await startSession(trx, account.account_id, input.deviceId, now) };
}
