// The session of this tab. It survives a reload and ends with the tab. After its end, the reason is shown until the
// next sign-in.
import { useSyncExternalStore } from 'react';
import { newStore } from '@kippu/client/store';
import type { Staff } from '@kippu/contract/calls/desk/staff';

export interface Session {
  /** Null while nobody is signed in. */
  readonly token: string | null;
  /**
   * Null until the server reports who is signed in. It is kept after the session ends, so that the same person can
   * continue.
   */
  readonly staff: Staff | null;
  /** Why the session ended, in the server's words; otherwise null. */
  readonly over: string | null;
}

const KEPT = 'kippu-desk.token';
const store = newStore<Session>({ token: read(), staff: null, over: null });

function read(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function write(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, token);
  } catch (error) {
    console.warn('a reload will ask to sign in again', error);
  }
}

function change(next: Session): void {
  write(next.token);
  store.set(next);
}

export const getSession = store.get;

/** Calls `listener` whenever the session changes, and returns a function that stops this. */
export const onSession = store.subscribe;

export const useSession = (): Session => useSyncExternalStore(onSession, getSession);

export const signedIn = (token: string, staff: Staff): void => change({ token, staff, over: null });

/** Sets who is signed in, as reported by the server. */
export function staffIs(staff: Staff): void {
  const session = store.get();
  if (session.token !== null) change({ ...session, staff });
}

/** Ends the session whose `token` was refused. A newer session is not affected. */
export function sessionOver(token: string | null, why: string): void {
  const session = store.get();
  if (session.token === token && session.over === null) change({ ...session, token: null, over: why });
}

/** Signs out and clears the person's data. */
export const signedOut = (): void => change({ token: null, staff: null, over: null });
