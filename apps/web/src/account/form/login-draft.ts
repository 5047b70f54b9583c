// The email typed at login. The tab keeps it, so that sign-up and password reset can prefill it.
import { recallOwn, rememberOwn } from '../../app/session/account-memory.ts';
import { isRecord } from '../../app/storage/tab-memory.ts';

export const LOGIN_DRAFT = { key: 'kippu.draft.login', fields: ['email'] } as const;

/** Returns the email typed at login, or '' if there is none. */
export function typedEmail(): string {
  const stored = recallOwn(LOGIN_DRAFT.key);
  return isRecord(stored) && typeof stored['email'] === 'string' ? stored['email'] : '';
}

/** Stores an email so that login prefills it. */
export const keepEmail = (email: string): void => rememberOwn(LOGIN_DRAFT.key, { email: email.trim() });
