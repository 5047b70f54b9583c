// An account that exists before a test begins, created with the calls of the sign-up.
import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { publicKey, registry, sendVerifyCode } from '@kippu/contract/calls/traveller/account';
import type { DataOf } from '@kippu/contract/call';
import type { Encrypted } from '@kippu/contract/fields';
import type { Language } from '@kippu/contract/languages';
import { mailedCode } from './desk/desk.ts';
import { encryptPassword } from './encrypt-password.ts';
import { dataOf } from './transfer-calls.ts';

export const PASSWORD = 'Hozugawa-58-boat';

/** Returns a password as a phone sends it with the call of that name. */
export async function encryptedPassword(
  request: APIRequestContext,
  purpose: string,
  password: string,
  from?: string,
): Promise<Encrypted> {
  const answer = await dataOf(request, publicKey, from === undefined ? {} : { from });
  return encryptPassword(answer, purpose, password);
}

/** Registers an address with PASSWORD. Returns the server's answer, which includes the session. */
export async function newAccount(
  request: APIRequestContext,
  email: string,
  language: Language,
): Promise<DataOf<typeof registry>> {
  // Limits count by address, and these calls come from no phone.
  const from = `10.${[...randomBytes(3)].join('.')}`;
  await dataOf(request, sendVerifyCode, { body: { email, purpose: 'registry' }, from });
  const encrypted = await encryptedPassword(request, registry.name, PASSWORD, from);
  return dataOf(request, registry, {
    from,
    body: {
      email,
      emailRepeat: email,
      verifyCode: await mailedCode(request, email),
      password: encrypted,
      passwordRepeat: encrypted,
      fullname: 'Mei Tanaka',
      username: 'mei',
      country: 'TW',
      language,
      termsAccepted: true,
      privacyAccepted: true,
    },
  });
}
