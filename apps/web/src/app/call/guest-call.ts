// What becomes of a guest's call: sent, sent again after one refresh, held for a login, or refused.
import { ApiError } from './api-error.ts';
import type { HeldCalls } from './held-calls.ts';

/** What a session is to a call. */
export interface Bearer {
  readonly token: string;
  readonly refreshToken: string;
  readonly account: string;
}

/** All that a guest's call needs of the phone. */
export interface SessionPort {
  /** The session as it stands, also when another tab has changed it a moment ago. */
  current(): Bearer | null;
  /** Gets fresh tokens from the server and keeps them. */
  renew(refreshToken: string): Promise<void>;
  /** Does the work while no other tab does work of this kind. */
  exclusively(work: () => Promise<void>): Promise<void>;
  /**
   * Told of each refusal that is not mended here, with the session it is about (null: none). Ends what has to end, and
   * tells whether the way leads to login now.
   */
  refused(error: ApiError, about: Bearer | null): boolean;
}

/** How one call is made. */
interface GuestSending<T> {
  readonly attempt: () => Promise<T>;
  readonly signal?: AbortSignal | undefined;
  /** Waits for a login rather than being refused without a session. */
  readonly mayWait: boolean;
}

const ABOUT_SESSION = new Set([401, 406, 409, 498]);
const aboutSession = ({ status, code }: ApiError) => ABOUT_SESSION.has(status) && code.startsWith('SES-');

/** Gives the function that makes guests' calls over this port, one for a page. */
export function guestCalls(port: SessionPort, held: HeldCalls): <T>(sending: GuestSending<T>) => Promise<T> {
  let refreshing: Promise<void> | undefined;

  /** One refresh for all calls in flight, and for all tabs: who comes second finds the token renewed. */
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

  /** `mended`: a refusal has been answered by a newer token once, and is not answered so again. */
  async function make<T>(sending: GuestSending<T>, mended: boolean): Promise<T> {
    const used = port.current();
    const settle = (error: unknown): Promise<T> => {
      if (!(error instanceof ApiError) || error.kind !== 'refused') throw error;
      const waits = port.refused(error, used) && error.status === 401 && sending.mayWait;
      if (!waits) throw error;
      return held.hold(() => make(sending, false), error, used?.account, sending.signal);
    };
    if (!used) return settle(new ApiError('refused', { status: 401, code: 'SES-0001' }));
    try {
      return await sending.attempt();
    } catch (error) {
      if (mended || !(error instanceof ApiError) || !aboutSession(error)) return settle(error);
      const now = port.current();
      // The refused token is no longer this phone's: another tab has renewed it, or signed in again.
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
