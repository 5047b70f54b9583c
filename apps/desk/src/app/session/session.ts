// Who is signed in, in this tab: a reload keeps it, a closed tab ends it. A session that is over says why until the next.
import { useSyncExternalStore } from 'react';
import type { Staff } from '@kippu/contract/desk-staff';

export interface Session {
  /** Null while nobody is signed in. */
  readonly token: string | null;
  /** Null until the server has said who it is. It stays when the session is over, so that the same person goes on. */
  readonly staff: Staff | null;
  /** Why a session is over, in the server's words; null where none is. */
  readonly over: string | null;
}

const KEPT = 'kippu-desk.token';
const listeners = new Set<() => void>();
let session: Session = { token: read(), staff: null, over: null };

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
  session = next;
  write(next.token);
  for (const listener of listeners) listener();
}

export const getSession = (): Session => session;

/** Calls `listener` whenever the session changes; gives what ends that. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session => useSyncExternalStore(onSession, getSession);

export const signedIn = (token: string, staff: Staff): void => change({ token, staff, over: null });

/** The server said who has this session, or that something about them changed. */
export function staffIs(staff: Staff): void {
  if (session.token !== null) change({ ...session, staff });
}

/** The session is over; `token` is the one that was refused: another may have been given meanwhile. */
export function sessionOver(token: string | null, why: string): void {
  if (session.token === token && session.over === null) change({ ...session, token: null, over: why });
}

/** Nobody is signed in, and nothing of who was is left. */
export const signedOut = (): void => change({ token: null, staff: null, over: null });
