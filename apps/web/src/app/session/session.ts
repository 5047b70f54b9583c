// The signed-in session on this phone. It survives reloads and is shared by all tabs.
import { useSyncExternalStore } from 'react';
import type { LoginInfo, Member } from '@kippu/contract/calls/traveller/account';
import type { Tokens } from '@kippu/contract/calls/traveller/session';
import { localStore } from '../storage/local-store.ts';

interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly createAt: string;
  /** Seconds from `createAt`. */
  readonly expiresIn: number;
  readonly member: Member;
}

function readSession(stored: unknown): Session | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const session = stored as Partial<Session>;
  return session.token && session.refreshToken && session.member ? (session as Session) : null;
}

const store = localStore<Session | null>('kippu.session', readSession);
/** The email of the account whose session ended last, if it lapsed; else ''. Its codes are still on the phone. */
export const lapsed = localStore('kippu.lapsed', (stored) => String(stored ?? ''));

export const getSession = (): Session | null => store.get();
export function useSession(): Session | null {
  return useSyncExternalStore(store.subscribe, store.get);
}
export const onSessionChange = store.subscribe;
/** Reads the session from the storage, which includes changes by another tab before their event arrives. */
export const freshSession = (): Session | null => store.reread();

/** Signs in on this phone with the answer of `login` or `registry`. */
export function beginSession(info: LoginInfo): void {
  store.set(info);
  lapsed.set('');
}
/** Stores new tokens in the current session. */
export function renewSession(tokens: Tokens): void {
  const session = store.get();
  if (session) store.set({ ...session, ...tokens });
}
/** Stores the member that `memberLoad` or `updateInfo` returned. */
export function renewMember(member: Member): void {
  const session = store.get();
  if (session) store.set({ ...session, member });
}
/** Ends the session on this phone. The codes of one that `lapses`, by idling or its expiry, stay on the phone. */
export function endSession(lapses = false): void {
  lapsed.set((lapses && store.get()?.member.email) || '');
  store.set(null);
}
