// The one way to the server: headers, envelope, timeout, and a session that is over.
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import { deskSignOut } from '@kippu/contract/desk-staff';
import type { ErrorValues } from '@kippu/contract/errors';
import { CLIENT_VERSION, REQUEST_TIMEOUT_MS } from '@kippu/contract/limits';
import { CallError } from './call-error.ts';
import { getSession, onSession, sessionOver, signedOut } from './session.ts';
import { getLanguage } from './texts.ts';

export interface Sending<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  /** The same for every try of one act. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

function urlOf(call: Call, query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  const words = search.toString();
  return words ? `${call.path}?${words}` : call.path;
}

interface Envelope {
  readonly state: string;
  readonly code: string;
  readonly msg: string;
  readonly values?: ErrorValues;
  readonly data: unknown;
}
const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'state' in value && 'code' in value;

async function once<C extends Call>(call: C, sending: Sending<C>, token: string | null): Promise<DataOf<C>> {
  const posted = call.method !== 'GET';
  const wrote = posted && !call.looks;
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const fail = (kind: CallError['kind'], answered = {}) => new CallError(kind, answered, wrote);
  const asked: RequestInit = {
    method: call.method,
    headers: {
      accept: 'application/json',
      'accept-language': getLanguage(),
      'x-client': `kippu-desk/${CLIENT_VERSION}`,
      ...(posted ? { 'content-type': 'application/json' } : {}),
      ...(token !== null && call.auth === 'desk' ? { authorization: `Bearer ${token}` } : {}),
      ...(wrote && call.auth === 'desk' ? { 'idempotency-key': sending.key ?? crypto.randomUUID() } : {}),
    },
    ...(posted ? { body: JSON.stringify(sending.body ?? {}) } : {}),
    cache: 'no-store',
    signal: sending.signal ? AbortSignal.any([sending.signal, timeout]) : timeout,
  };
  let response: Response;
  try {
    response = await fetch(urlOf(call, sending.query), asked);
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    throw fail(timeout.aborted ? 'timeout' : 'network');
  }
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    if (timeout.aborted) throw fail('timeout');
    throw fail('notJson', { status: response.status });
  }
  if (!isEnvelope(answer)) throw fail('notJson', { status: response.status });
  // The server promised this call's data by the contract.
  if (answer.state === 'success') return answer.data as DataOf<C>;
  const { code, msg, values = {} } = answer;
  throw fail('refused', { status: response.status, code, msg, values });
}

/** The refusals after which one signs in again: SES-0006 is a right that is missing, not a session. */
const isSessionOver = (error: unknown): error is CallError =>
  error instanceof CallError && /^SES-000[1-5]$/.test(error.code);

/** Resolves with the token when the same person has signed in again; rejects with `refusal` when another has, or nobody will. */
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
 * Makes a call and gives its data. Throws CallError. A call of the desk whose session is over waits until the same person has
 * signed in again, and is then sent once more with the same key.
 */
export async function send<C extends Call>(call: C, sending: Sending<C> = {}): Promise<DataOf<C>> {
  const { token } = getSession();
  const kept = { ...sending, key: sending.key ?? crypto.randomUUID() };
  try {
    return await once(call, kept, token);
  } catch (error) {
    if (call.auth !== 'desk' || !isSessionOver(error)) throw error;
    const now = getSession();
    // Somebody signed in again while it was on its way.
    if (now.token !== null && now.token !== token) return once(call, kept, now.token);
    sessionOver(token, error.msg);
    return once(call, kept, await signedInAgain(error, sending.signal));
  }
}

/** Ends the session here at once, and at the server when it can be reached: there it also ends by itself. */
export function signOut(): void {
  const { token } = getSession();
  signedOut();
  if (token !== null)
    once(deskSignOut, {}, token).catch((error: unknown) => console.warn('the server was not told', error));
}
