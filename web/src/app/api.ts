// The one way to the server: headers, envelope, timeout, and the session's own refusals.
import { refreshToken as refreshCall } from '@kippu/contract/account';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import type { ErrorValues } from '@kippu/contract/errors';
import { CLIENT_VERSION, REQUEST_TIMEOUT_MS } from '@kippu/contract/limits';
import { ApiError } from './api-error.ts';
import { learnServerTime } from './server-clock.ts';
import { sessionRefused } from './session-end.ts';
import { getSession, renewSession } from './session.ts';
import { getSettings } from './settings.ts';

export interface Sending<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  /** The same key for every try of one wish; without it a fresh one is made. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
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
        ...(token && call.auth === 'guest' ? { authorization: `Bearer ${token}` } : {}),
        ...(writes && call.auth === 'guest' ? { 'idempotency-key': key } : {}),
      },
      ...(writes ? { body: JSON.stringify(sending.body ?? {}) } : {}),
      keepalive: sending.keepalive ?? false,
      signal: sending.signal ? AbortSignal.any([sending.signal, timeout]) : timeout,
    });
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    throw new ApiError(timeout.aborted ? 'timeout' : 'network');
  }
  learnServerTime(response.headers.get('date'));
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

let refreshing: Promise<void> | undefined;

/** Refreshes once for all calls in flight, and across tabs: whoever comes second finds the token already renewed. */
function refreshSession(staleToken: string | undefined): Promise<void> {
  const work = async () => {
    const session = getSession();
    if (!session || session.token !== staleToken) return;
    const query = { loginAgent: 'guest', refreshToken: session.refreshToken };
    renewSession(await once(refreshCall, { query }, crypto.randomUUID()));
  };
  refreshing ??= ('locks' in navigator ? navigator.locks.request('kippu.refresh', work) : work()).finally(
    () => {
      refreshing = undefined;
    },
  );
  return refreshing;
}

/**
 * Makes a call and gives its data. Throws ApiError; an expired token is refreshed once and the call made again; any
 * other refusal of the session ends it on this phone and leads to login.
 */
export async function send<C extends Call>(call: C, sending: Sending<C> = {}): Promise<DataOf<C>> {
  const key = sending.idempotencyKey ?? crypto.randomUUID();
  const tokenUsed = getSession()?.token;
  try {
    return await once(call, sending, key);
  } catch (error) {
    if (!(error instanceof ApiError) || call.auth !== 'guest') throw error;
    if (error.status !== 498) {
      sessionRefused(error);
      throw error;
    }
  }
  try {
    await refreshSession(tokenUsed);
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') sessionRefused(error);
    throw error;
  }
  try {
    return await once(call, sending, key);
  } catch (error) {
    if (error instanceof ApiError) sessionRefused(error);
    throw error;
  }
}
