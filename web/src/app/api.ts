// The one way to the server: headers, envelope, timeout, and the session's own refusals.
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import type { ErrorValues } from '@kippu/contract/errors';
import { CLIENT_VERSION, REQUEST_TIMEOUT_MS } from '@kippu/contract/limits';
import { refreshToken as refreshCall } from '@kippu/contract/session';
import { ApiError } from './api-error.ts';
import { guestCalls, type Bearer } from './guest-call.ts';
import { heldCalls } from './held-calls.ts';
import { noteAnswer } from './last-answer.ts';
import { noteReach } from './reach.ts';
import { onPlaceChange } from './router.ts';
import { learnServerTime } from './server-clock.ts';
import { isOnWayIn, sessionRefused } from './session-end.ts';
import { freshSession, getSession, onSessionChange, renewSession } from './session.ts';
import { getSettings } from './settings.ts';

interface Sending<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  /** The same key for every try of one wish; without it a fresh one is made. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page; such a parting word never waits for a login. */
  readonly keepalive?: boolean;
}

function urlOf(call: Call, query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  return text ? `${call.path}?${text}` : call.path;
}

interface Envelope {
  state: string;
  code: string;
  msg: string;
  values: ErrorValues;
  data: unknown;
}
const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'state' in value && 'code' in value;

/** Whether it is made in the guest's name: always, or because there is one. */
const isGuests = ({ auth, personal }: Call) =>
  auth === 'guest' || (personal === true && getSession() !== null);

async function once<C extends Call>(call: C, sending: Sending<C>, key: string): Promise<DataOf<C>> {
  const settings = getSettings();
  const token = getSession()?.token;
  const writes = call.method !== 'GET';
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(urlOf(call, sending.query), {
      method: call.method,
      headers: {
        accept: 'application/json',
        'accept-language': settings.language,
        'x-client': `kippu/${CLIENT_VERSION}`,
        'x-device-id': settings.deviceId,
        ...(writes ? { 'content-type': 'application/json' } : {}),
        ...(token && isGuests(call) ? { authorization: `Bearer ${token}` } : {}),
        ...(writes && call.auth === 'guest' ? { 'idempotency-key': key } : {}),
      },
      ...(writes ? { body: JSON.stringify(sending.body ?? {}) } : {}),
      keepalive: sending.keepalive ?? false,
      signal: sending.signal ? AbortSignal.any([sending.signal, timeout]) : timeout,
    });
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    if (!timeout.aborted) noteReach(false);
    throw new ApiError(timeout.aborted ? 'timeout' : 'network');
  }
  noteReach(true);
  learnServerTime(response.headers.get('date'));
  noteAnswer();
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    if (timeout.aborted) throw new ApiError('timeout');
    throw new ApiError('notJson', { status: response.status });
  }
  if (!isEnvelope(answer)) throw new ApiError('notJson', { status: response.status });
  if (answer.state === 'success') return answer.data as DataOf<C>;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const { code, msg, values } = answer;
  throw new ApiError('refused', { status: response.status, code, msg, values: values ?? {}, retryAfter });
}

/** Longer than any refresh takes that is going to come back; a tab frozen by the phone may hold the lock for ever. */
const LOCK_WAIT_MS = 15_000;

/** Across tabs; where that is impossible the server gives both tabs the same tokens, so it is only one call more. */
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
  // Without the file each tab asks for itself, which the server bears.
  const shared = await import('./token-hand-over.ts').catch(() => undefined);
  try {
    renewSession(await (shared ? shared.refreshOnce(refreshToken, ask) : ask()));
  } catch (error) {
    // Refused for whatever reason, it would be refused again at each call: the session is void.
    const void4xx = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!void4xx || error.kind !== 'refused' || error.status === 429 || error.code.startsWith('SES-'))
      throw error;
    throw new ApiError('refused', { status: 406, code: 'SES-0003' });
  }
}

function current(): Bearer | null {
  const session = freshSession();
  return session && { ...session, account: session.member.email };
}

const held = heldCalls();
const guestCall = guestCalls({ current, renew, exclusively, refused: sessionRefused }, held);
onSessionChange(() => {
  const session = getSession();
  if (session) held.signedIn(session.member.email);
});
onPlaceChange(() => {
  if (!getSession() && !isOnWayIn()) held.drop();
});

/**
 * Makes a call and gives its data. Throws ApiError. A guest's call outlives an expired token (refreshed once) and a
 * session that is missing or over (it waits for the login and is sent again with the same key); any other refusal of
 * the session ends it on this phone and leads to login.
 */
export async function send<C extends Call>(call: C, sending: Sending<C> = {}): Promise<DataOf<C>> {
  const key = sending.idempotencyKey ?? crypto.randomUUID();
  const attempt = () => once(call, sending, key);
  if (!isGuests(call)) return attempt();
  return guestCall({ attempt, signal: sending.signal, mayWait: !sending.keepalive });
}
