// Handles a guest's call: it is sent, repeated after one refresh, kept until a login, or refused.
import { CallError } from '@kippu/client/call-error';
import type { PendingCalls } from './pending-calls.ts';

/** The parts of a session that a call needs. */
export interface Bearer {
  readonly token: string;
  readonly refreshToken: string;
  readonly account: string;
}

/** The functions of the phone that a guest's call needs. */
export interface SessionPort {
  /** Returns the current session, including a change that another tab made a moment ago. */
  current(): Bearer | null;
  /** Fetches new tokens from the server and stores them. */
  renew(refreshToken: string): Promise<void>;
  /** Runs the work while no other tab runs such work. */
  exclusively(work: () => Promise<void>): Promise<void>;
  /**
   * Called for each refusal that is not handled here, with the session it concerns (null: none). Ends the session if
   * necessary, and returns whether login is shown now.
   */
  refused(error: CallError, about: Bearer | null): boolean;
}

/** How to make one call. */
interface GuestSending<T> {
  readonly attempt: () => Promise<T>;
  readonly signal?: AbortSignal | undefined;
  /** Whether the call waits for a login when there is no session. Otherwise it is refused. */
  readonly mayWait: boolean;
}

/** The statuses that refuse the session, whatever their origin and body. */
const ABOUT_SESSION: readonly number[] = [401, 406, 409, 498];
const aboutSession = ({ status }: CallError) => ABOUT_SESSION.includes(status);

/** Returns the function that makes guests' calls over this port. Each page needs one. */
export function guestCalls(
  port: SessionPort,
  held: PendingCalls,
): <T>(sending: GuestSending<T>) => Promise<T> {
  let refreshing: Promise<void> | undefined;

  /** Refreshes once for all calls in flight and for all tabs: a later caller finds the token already renewed. */
  const refresh = (stale: string): Promise<void> => {
    const work = async () => {
      const session = port.current();
      if (session?.token === stale) await port.renew(session.refreshToken);
    };
    refreshing ??= port.exclusively(work).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  /** `mended`: the call was already repeated once with a newer token, and is not repeated again. */
  async function make<T>(sending: GuestSending<T>, mended: boolean): Promise<T> {
    const used = port.current();
    const settle = (error: unknown): Promise<T> => {
      if (!(error instanceof CallError) || error.unanswered) throw error;
      const waits = port.refused(error, used) && error.status === 401 && sending.mayWait;
      if (!waits) throw error;
      return held.hold(() => make(sending, false), error, used?.account, sending.signal);
    };
    if (!used) return settle(new CallError('refused', { status: 401, code: 'SES-0001' }));
    try {
      return await sending.attempt();
    } catch (error) {
      if (mended || !(error instanceof CallError) || !aboutSession(error)) return settle(error);
      const now = port.current();
      // The refused token is out of date: another tab has renewed it or signed in again.
      const replaced = now !== null && now.token !== used.token && now.account === used.account;
      if (!replaced && error.status !== 498) return settle(error);
    }
    try {
      await refresh(used.token);
    } catch (error) {
      return settle(error);
    }
    return make(sending, true);
  }
  return (sending) => make(sending, false);
}
