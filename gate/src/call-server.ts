// The gate's calls, with what went wrong sorted into what the sync has to do about it.
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';

const TIMEOUT_MS = 15_000;

/** `offline`: try later. `closed`: this gate's key is no longer taken. `refused`: this very request never will be. */
export class CallError extends Error {
  readonly kind: 'offline' | 'closed' | 'refused';
  readonly code: string;

  constructor(kind: CallError['kind'], code: string, cause?: unknown) {
    super(`${kind}: ${code}`, { cause });
    this.name = 'CallError';
    this.kind = kind;
    this.code = code;
  }
}

export type CallServer = <C extends Call>(
  call: C,
  input: {
    readonly key?: string;
    readonly query?: QueryOf<C>;
    readonly body?: BodyOf<C>;
    /** So long it is waited for, milliseconds. */
    readonly withinMs?: number;
  },
) => Promise<DataOf<C>>;

function kindOf(status: number): CallError['kind'] {
  if (status === 401 || status === 403) return 'closed';
  return status === 429 || status >= 500 ? 'offline' : 'refused';
}

function codeOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return 'no answer';
  return String(answer.code);
}

/** Whether it is our server's: a network that wants a login answers anything, and what it took would count as sent. */
function isSuccess<D>(answer: unknown): answer is { readonly data: D } {
  if (typeof answer !== 'object' || answer === null || !('state' in answer && 'data' in answer)) return false;
  return answer.state === 'success' && typeof answer.data === 'object' && answer.data !== null;
}

/** Makes a call; rejects with CallError only. */
export const callServer: CallServer = async (call, { key, query, body, withinMs = TIMEOUT_MS }) => {
  const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString();
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-language': 'ja' };
  if (key !== undefined) headers['authorization'] = `Gate ${key}`;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(search ? `${call.path}?${search}` : call.path, {
      method: call.method,
      headers,
      cache: 'no-store',
      signal: AbortSignal.timeout(withinMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    answer = await response.json();
  } catch (error) {
    throw new CallError('offline', 'no answer', error);
  }
  if (!response.ok) throw new CallError(kindOf(response.status), codeOf(answer));
  if (!isSuccess<DataOf<typeof call>>(answer)) throw new CallError('offline', 'no answer');
  return answer.data;
};
