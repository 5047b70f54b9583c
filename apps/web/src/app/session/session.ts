// The signed-in session on this phone: kept across reloads and shared by all tabs.
import { useSyncExternalStore } from 'react';
import type { LoginInfo, Member, Tokens } from '@kippu/contract/account';
import { localStore } from './local-store.ts';

interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly createAt: string;
  /** Seconds from createAt. */
  readonly expiresIn: number;
  readonly member: Member;
}

function readSession(stored: unknown): Session | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const session = stored as Partial<Session>;
  return session.token && session.refreshToken && session.member ? (session as Session) : null;
}

const store = localStore<Session | null>('kippu.session', readSession);

export const getSession = (): Session | null => store.get();
export const useSession = (): Session | null => useSyncExternalStore(store.subscribe, store.get);
export const onSessionChange = store.subscribe;
/** The same, also when another tab has changed it and this one has not been told yet. */
export const freshSession = (): Session | null => store.reread();

/** Signs this phone in with what login or registry answered. */
export const beginSession = (info: LoginInfo): void => store.set(info);
/** Puts fresh tokens into the living session. */
export function renewSession(tokens: Tokens): void {
  const session = store.get();
  if (session) store.set({ ...session, ...tokens });
}
/** Takes what member load or updateInfo answered. */
export function renewMember(member: Member): void {
  const session = store.get();
  if (session) store.set({ ...session, member });
}
export const endSession = (): void => store.set(null);
