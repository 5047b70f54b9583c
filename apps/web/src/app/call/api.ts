// Calls of the traveller's app: their headers, what each answer updates, and the handling of refused sessions.
import { CallError, isWrite } from '@kippu/client/call-error';
import { sendCall, type Sending } from '@kippu/client/send-call';
import type { Route } from '@kippu/contract/route';
import type { DataOf, KnownRoute } from '@kippu/contract/route-types';
import { CLIENT_VERSION } from '@kippu/contract/limits';
import { refreshToken as refreshCall } from '@kippu/contract/routes/traveller/session';
import { guestCalls, type Bearer } from './guest-call.ts';
import { pendingCalls } from './pending-calls.ts';
import { noteAnswer } from './last-answer.ts';
import { noteReach } from './reach.ts';
import { onPlaceChange } from '../router/router.ts';
import { learnServerTime } from '../clock/server-clock.ts';
import { isOnWayIn, sessionRefused } from './session-end.ts';
import { freshSession, getSession, onSessionChange, renewSession } from '../session/session.ts';
import { getSettings } from '../storage/settings.ts';

/** Whether the call is made as the guest: always, or because somebody is signed in. */
const isGuests = ({ auth, personal }: Route) =>
  auth === 'guest' || (personal === true && getSession() !== null);

function once<R extends KnownRoute>(route: R, sending: Sending<R>, key: string): Promise<DataOf<R>> {
  const { language, deviceId } = getSettings();
  const token = getSession()?.token;
  return sendCall(route, sending, {
    headers: {
      'accept-language': language,
      'x-client': `kippu/${CLIENT_VERSION}`,
      'x-device-id': deviceId,
      ...(token && isGuests(route) ? { authorization: `Bearer ${token}` } : {}),
      ...(route.auth === 'guest' && isWrite(route) ? { 'idempotency-key': key } : {}),
    },
    onResponse: ({ headers }) => {
      noteReach(true);
      learnServerTime(headers.get('date'));
      noteAnswer();
    },
    onLost: () => noteReach(false),
  });
}

/** Longer than any refresh that still succeeds. A tab frozen by the phone may hold the lock forever. */
const LOCK_WAIT_MS = 15_000;

/** Runs `work` in one tab at a time. If locks fail, both tabs refresh; the server gives them the same tokens. */
async function exclusively(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  let begun = false;
  try {
    await navigator.locks.request('kippu.refresh', { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    await work();
  }
}

async function renew(refreshToken: string): Promise<void> {
  const ask = () => once(refreshCall, { query: { loginAgent: 'guest', refreshToken } }, '');
  // Without this file each tab asks the server itself, which is also correct.
  const shared = await import('../session/token-hand-over.ts').catch(() => undefined);
  try {
    renewSession(await (shared ? shared.refreshOnce(refreshToken, ask) : ask()));
  } catch (error) {
    // A refused refresh would be refused again at each call, so the session is void.
    const void4xx = error instanceof CallError && error.status >= 400 && error.status < 500;
    if (!void4xx || error.status === 429 || error.code.startsWith('SES-')) throw error;
    throw new CallError('refused', { status: 406, code: 'SES-0003' });
  }
}

function current(): Bearer | null {
  const session = freshSession();
  return session && { ...session, account: session.member.email };
}

const held = pendingCalls();
const guestCall = guestCalls({ current, renew, exclusively, refused: sessionRefused }, held);
onSessionChange(() => {
  const session = getSession();
  if (session) held.signedIn(session.member.email);
});
onPlaceChange(() => {
  if (!getSession() && !isOnWayIn()) held.drop();
});

/**
 * Makes a call and returns its data. Throws CallError; any other error is a fault of the app. For a guest's call, an
 * expired token is refreshed once. If the session is missing or over, the call waits for the login and is sent again
 * with the same key. Any other refusal of the session ends it on this phone and leads to login.
 */
export async function send<R extends KnownRoute>(route: R, sending: Sending<R> = {}): Promise<DataOf<R>> {
  const key = sending.key ?? crypto.randomUUID();
  const attempt = () => once(route, sending, key);
  if (!isGuests(route)) return attempt();
  return guestCall({ attempt, signal: sending.signal, mayWait: !sending.keepalive });
}
