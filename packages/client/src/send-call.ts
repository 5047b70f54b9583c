// How pages call the server: the request of a call, its timeout, and the envelope of the answer.
import type { BodyOf, DataOf, KnownRoute, QueryOf } from '@kippu/contract/route-types';
import { requestOf } from '@kippu/contract/call-request';
import type { ErrorValues } from '@kippu/contract/errors';
import { REQUEST_TIMEOUT_MS } from '@kippu/contract/limits';
import { CallError, type Details } from './call-error.ts';

/** The input and options of a call. */
export interface Sending<R extends KnownRoute> {
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
  /** The file of a route that takes one. */
  readonly file?: Blob;
  /** The idempotency key, the same for every try of one act. By default each try has its own. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** Lets the request continue after the page closes. */
  readonly keepalive?: boolean;
}

/** Makes a call and returns its data. Throws CallError; any other error is a bug in the page. */
export type Send = <R extends KnownRoute>(route: R, sending?: Sending<R>) => Promise<DataOf<R>>;

/** What a page adds to its requests, and its callbacks. */
interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  /** The browser's cache mode; with `no-store` nothing is cached. */
  readonly cache?: RequestCache;
  /** Called with each response before its body is read, even if it is not from our server. */
  readonly onResponse?: (response: Response) => void;
  /** Called if the server was not reached at all. A timeout does not count. */
  readonly onLost?: () => void;
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

/**
 * Sends a call once and returns the data of the answer. Throws CallError for a refusal, and for an answer that is
 * missing, later than REQUEST_TIMEOUT_MS or not from our server. Throws the reason of `signal` if it aborts. Any
 * other error is a bug in the page.
 */
export async function sendCall<R extends KnownRoute>(
  route: R,
  { query, body: data, file, signal, keepalive = false }: Sending<R>,
  { headers, cache = 'default', onResponse, onLost }: Exchange,
): Promise<DataOf<R>> {
  const fail = (kind: CallError['kind'], details: Details = {}) =>
    new CallError(kind, { call: route, ...details });
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  // Built before the request is sent, so that an error here is a bug in the page and not a network failure.
  const { url, method, body } = requestOf(route, { query, body: data });
  const sent = file ?? body;
  const request: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      ...(sent ? { 'content-type': route.file ?? 'application/json' } : {}),
      ...headers,
    },
    ...(sent ? { body: sent } : {}),
    cache,
    keepalive,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  let response: Response;
  try {
    response = await fetch(url, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.aborted) throw fail('timeout');
    onLost?.();
    throw fail('network');
  }
  onResponse?.(response);
  const { status } = response;
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    throw timeout.aborted ? fail('timeout') : fail('notJson', { status });
  }
  if (!isEnvelope(answer)) throw fail('notJson', { status });
  // The contract guarantees the type of this data.
  if (answer.state === 'success') return answer.data as DataOf<R>;
  const { code, msg, values = {} } = answer;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  throw fail('refused', { status, code, msg, values, retryAfter });
}
