// The desk's calls. They send the session, and wait when it has ended.
import type { DataOf, KnownRoute } from '@kippu/contract/route-types';
import { deskSignOut } from '@kippu/contract/routes/desk/staff';
import { CLIENT_VERSION } from '@kippu/contract/limits';
import { CallError, isWrite } from '@kippu/client/call-error';
import { sendCall, type Sending } from '@kippu/client/send-call';
import { getSession, onSession, sessionOver, signedOut } from '../session/session.ts';
import { getLanguage } from '../text/texts.ts';

const once = <R extends KnownRoute>(
  route: R,
  sending: Sending<R>,
  token: string | null,
): Promise<DataOf<R>> =>
  sendCall(route, sending, {
    headers: {
      'accept-language': getLanguage(),
      'x-client': `kippu-desk/${CLIENT_VERSION}`,
      ...(token !== null && route.auth === 'desk' ? { authorization: `Bearer ${token}` } : {}),
      ...(route.auth === 'desk' && isWrite(route)
        ? { 'idempotency-key': sending.key ?? crypto.randomUUID() }
        : {}),
    },
    cache: 'no-store',
  });

/** Reports whether a refusal requires a new sign-in. SES-0006 is a missing right, not an ended session. */
const isSessionOver = (error: unknown): error is CallError =>
  error instanceof CallError && /^SES-000[1-5]$/.test(error.code);

/**
 * Waits for a new sign-in. Resolves with the token when the same person signs in. Rejects with `refusal` when another
 * person signs in, when staff sign out, or on abort.
 */
function signedInAgain(refusal: CallError, signal: AbortSignal | undefined): Promise<string> {
  const who = getSession().staff?.staffId;
  return new Promise((resolve, reject) => {
    const leave = () => {
      stop();
      reject(refusal);
    };
    const stop = onSession(() => {
      const { token, staff, over } = getSession();
      if (token === null && over !== null) return;
      if (token === null || who === undefined || staff?.staffId !== who) return leave();
      stop();
      resolve(token);
    });
    signal?.addEventListener('abort', leave);
  });
}

/**
 * Makes a call and returns its data. Throws CallError; any other error is a fault of the page. If the session has
 * ended, a desk call waits until the same person signs in, and is then sent again with the same key.
 */
export async function send<R extends KnownRoute>(route: R, sending: Sending<R> = {}): Promise<DataOf<R>> {
  const { token } = getSession();
  const withKey = { ...sending, key: sending.key ?? crypto.randomUUID() };
  try {
    return await once(route, withKey, token);
  } catch (error) {
    if (route.auth !== 'desk' || !isSessionOver(error)) throw error;
    const now = getSession();
    // A new session began while the call was in progress.
    if (now.token !== null && now.token !== token) return once(route, withKey, now.token);
    sessionOver(token, error.msg);
    return once(route, withKey, await signedInAgain(error, sending.signal));
  }
}

/** Ends the session here at once, and on the server if it can be reached. The server also ends it after some time. */
export function signOut(): void {
  const { token } = getSession();
  signedOut();
  if (token !== null)
    once(deskSignOut, {}, token).catch((error: unknown) =>
      console.warn('the server was not informed of the sign-out', error),
    );
}
