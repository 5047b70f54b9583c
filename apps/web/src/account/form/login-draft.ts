// The email typed at login: kept for the tab, so that going on to sign-up or a reset need not ask for it again.
import { recallOwn, rememberOwn } from '../app/account-memory.ts';
import { isRecord } from '../app/tab-memory.ts';

export const LOGIN_DRAFT = { key: 'kippu.draft.login', fields: ['email'] } as const;

/** The email as typed at login; '' when none was. */
export function typedEmail(): string {
  const kept = recallOwn(LOGIN_DRAFT.key);
  return isRecord(kept) && typeof kept['email'] === 'string' ? kept['email'] : '';
}

/** Keeps an email for login, as if it had been typed there. */
export const keepEmail = (email: string): void => rememberOwn(LOGIN_DRAFT.key, { email: email.trim() });
