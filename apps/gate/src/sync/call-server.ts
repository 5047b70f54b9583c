// Makes the gate's calls: signs them, checks the answers, and sorts failures by what the sync must do.
import type { BodyOf, DataOf, KnownRoute, QueryOf } from '@kippu/contract/route-types';
import { ownLanguage } from '@kippu/contract/languages';
import { PROOF_HEADER } from '@kippu/contract/gate-signature';
import { answersOf, isProven, signRequest, type Signer } from './device-keys.ts';

const TIMEOUT_MS = 15_000;

/** A longer wait is not accepted: the answer may come from a captive portal. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * A failed call, by what the sync must do. It differs from the CallError of the other pages, because a gate accepts
 * only answers with a proof. `fault`: the call was not sent, because of this page or an old browser. `offline`: retry
 * later. `busy`: retry after `waitMs`. `closed`: this gate's key is no longer valid. `refused`: the server will never
 * accept this request.
 */
export class GateCallError extends Error {
  readonly kind: 'fault' | 'offline' | 'busy' | 'closed' | 'refused';
  readonly code: string;
  /** The wait that the server asked for, in milliseconds, or 0. */
  readonly waitMs: number;

  constructor(
    kind: GateCallError['kind'],
    code: string,
    { waitMs = 0, cause }: { waitMs?: number; cause?: unknown } = {},
  ) {
    super(`${kind}: ${code}`, { cause });
    this.name = 'GateCallError';
    this.kind = kind;
    this.code = code;
    this.waitMs = waitMs;
  }
}

/** The caller: a gate with its own keys, or one with a key that the server made for an older enrolment. */
export type Caller = Signer | { readonly key: string };

export type CallServer = <R extends KnownRoute>(
  route: R,
  input: {
    readonly caller: Caller;
    readonly query?: QueryOf<R>;
    readonly body?: BodyOf<R>;
    /** The timeout in milliseconds. */
    readonly withinMs?: number;
  },
) => Promise<DataOf<R>>;

/** Returns the code of our server's refusal, or null for any other answer, such as a captive portal's. */
function codeOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('state' in answer && 'code' in answer)) return null;
  return answer.state === 'fail' && typeof answer.code === 'string' ? answer.code : null;
}

/** The statuses that reject this request for good. Other failures may be temporary. */
const REFUSING: ReadonlySet<number> = new Set([400, 413, 422]);

function refusalOf({ status, headers }: Response, answer: unknown): GateCallError {
  if (status === 429) {
    const waitMs = Number(headers.get('retry-after') ?? 0) * 1000;
    return new GateCallError('busy', 'REQ-0004', { waitMs: waitMs > 0 ? Math.min(waitMs, MAX_WAIT_MS) : 0 });
  }
  const code = codeOf(answer);
  if (code === null) return new GateCallError('offline', 'no answer');
  if (code === 'GATE-0001') return new GateCallError('offline', code);
  if (status === 401) return new GateCallError('closed', code);
  return new GateCallError(REFUSING.has(status) ? 'refused' : 'offline', code);
}

/** Reports whether our server answered with success. A captive portal's answer must not count as a sent event. */
function isSuccess<D>(answer: unknown): answer is { readonly data: D } {
  if (typeof answer !== 'object' || answer === null || !('state' in answer && 'data' in answer)) return false;
  return answer.state === 'success' && typeof answer.data === 'object' && answer.data !== null;
}

/** Returns the server's time (epoch milliseconds) when it refused the signature's time; otherwise null. */
function serverTimeOf(status: number, answer: unknown): number | null {
  if (status !== 401 || codeOf(answer) !== 'GATE-0001') return null;
  const { values } = answer as { readonly values?: { readonly serverNow?: unknown } };
  return typeof values?.serverNow === 'number' ? values.serverNow : null;
}

/**
 * Returns a function that calls the server and rejects with GateCallError only. `now` is the gate's time in epoch
 * milliseconds.
 */
export function newCallServer(now: () => number): CallServer {
  /** The server's time minus ours at its last refusal of a signature's time, in milliseconds. */
  let ahead = 0;

  const headersOf = async (
    caller: Caller,
    parts: Parameters<typeof signRequest>[0],
    nonce: string,
  ): Promise<Record<string, string>> =>
    'key' in caller
      ? { authorization: `Gate ${caller.key}` }
      : signRequest(parts, caller, nonce, now() + ahead);

  const ask = async <R extends KnownRoute>(
    route: R,
    { caller, query, body, withinMs = TIMEOUT_MS }: Parameters<CallServer>[1],
  ): Promise<{ readonly response: Response; readonly answer: unknown; readonly proven: boolean }> => {
    const nonce = crypto.randomUUID();
    const signs = !('key' in caller);
    // For a gate that does not sign, answers have a proof only when the query has a nonce.
    const asked = { ...(query as Record<string, string> | undefined), ...(signs || body ? {} : { nonce }) };
    const search = new URLSearchParams(asked).toString();
    const target = search ? `${route.path}?${search}` : route.path;
    let request: RequestInit;
    try {
      const text = body === undefined ? null : JSON.stringify(body);
      request = {
        method: route.method,
        headers: {
          'content-type': 'application/json',
          'accept-language': ownLanguage(),
          ...(await headersOf(caller, { method: route.method, target, body: text }, nonce)),
        },
        cache: 'no-store',
        signal: AbortSignal.timeout(withinMs),
        ...(text === null ? {} : { body: text }),
      };
    } catch (error) {
      throw new GateCallError('fault', 'not sent', { cause: error });
    }
    try {
      const response = await fetch(target, request);
      // A proxy may also answer 429, with any body.
      if (response.status === 429) return { response, answer: null, proven: false };
      const read = await response.text();
      const answers = signs ? caller.answers : await answersOf(caller.key);
      const proven =
        signs || !body
          ? await isProven(response.headers.get(PROOF_HEADER), { answers, nonce, body: read })
          : true;
      return { response, answer: JSON.parse(read), proven };
    } catch (error) {
      throw new GateCallError('offline', 'no answer', { cause: error });
    }
  };

  return async (route, input) => {
    let asked = await ask(route, input);
    const serverNow = serverTimeOf(asked.response.status, asked.answer);
    if (serverNow !== null) {
      ahead = serverNow - now();
      asked = await ask(route, input);
    }
    const { response, answer, proven } = asked;
    if (!response.ok) throw refusalOf(response, answer);
    if (!isSuccess<DataOf<typeof route>>(answer)) throw new GateCallError('offline', 'no answer');
    if (!proven) throw new GateCallError('offline', 'answer not proved');
    return answer.data;
  };
}
