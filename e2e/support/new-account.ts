// An account that registered before a journey begins, by the calls that sign-up makes.
import { createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { publicKey, registry, sendVerifyCode } from '@kippu/contract/account';
import type { DataOf } from '@kippu/contract/call';
import type { Encrypted } from '@kippu/contract/fields';
import type { Language } from '@kippu/contract/limits';
import { mailedCode } from './desk.ts';
import { dataOf } from './transfer-calls.ts';

export const PASSWORD = 'Hozugawa-58-boat';

/** A password as a phone sends it. */
export async function encryptedPassword(
  request: APIRequestContext,
  password: string,
  from?: string,
): Promise<Encrypted> {
  const { kid, jwk } = await dataOf(request, publicKey, from === undefined ? {} : { from });
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  return { kid, value: publicEncrypt({ key, oaepHash: 'sha256' }, Buffer.from(password)).toString('base64') };
}

/** Registers an address with PASSWORD; gives what the phone is told, its session among it. */
export async function newAccount(
  request: APIRequestContext,
  email: string,
  language: Language,
): Promise<DataOf<typeof registry>> {
  // Limits count by address, and these calls come from no phone.
  const from = `10.${[...randomBytes(3)].join('.')}`;
  await dataOf(request, sendVerifyCode, { body: { email, purpose: 'registry' }, from });
  const encrypted = await encryptedPassword(request, PASSWORD, from);
  return dataOf(request, registry, {
    from,
    body: {
      ...{ email, emailRepeat: email, verifyCode: await mailedCode(request, email) },
      ...{ password: encrypted, passwordRepeat: encrypted },
      ...{ fullname: 'Mei Tanaka', username: 'mei', country: 'TW', language },
      ...{ termsAccepted: true, privacyAccepted: true },
    },
  });
}
