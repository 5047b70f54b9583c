// The gate's calls, with what went wrong sorted into what the sync has to do about it.
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';

const TIMEOUT_MS = 15_000;

/** Nobody who asks a gate to wait for longer is believed: it may be a network that wants a login. */
const WAIT_MOST_MS = 10 * 60_000;

/**
 * `offline`: try later. `busy`: try after `waitMs`. `closed`: this gate's key is no longer taken. `refused`: this very
 * request never will be.
 */
export class CallError extends Error {
  readonly kind: 'offline' | 'busy' | 'closed' | 'refused';
  readonly code: string;
  /** Milliseconds that the server asked to wait; 0 where it did not. */
  readonly waitMs: number;

  constructor(
    kind: CallError['kind'],
    code: string,
    { waitMs = 0, cause }: { waitMs?: number; cause?: unknown } = {},
  ) {
    super(`${kind}: ${code}`, { cause });
    this.name = 'CallError';
    this.kind = kind;
    this.code = code;
    this.waitMs = waitMs;
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

/** The code of a refusal that is our server's; null of anybody else's, such as a network that wants a login. */
function codeOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('state' in answer && 'code' in answer)) return null;
  return answer.state === 'fail' && typeof answer.code === 'string' ? answer.code : null;
}

/** The statuses that say what is wrong with this very request; anything else may be well a moment later. */
const REFUSING: ReadonlySet<number> = new Set([400, 413, 422]);

function refusalOf({ status, headers }: Response, answer: unknown): CallError {
  if (status === 429) {
    const told = Number(headers.get('retry-after') ?? 0) * 1000;
    return new CallError('busy', 'REQ-0004', { waitMs: told > 0 ? Math.min(told, WAIT_MOST_MS) : 0 });
  }
  const code = codeOf(answer);
  if (code === null) return new CallError('offline', 'no answer');
  if (status === 401) return new CallError('closed', code);
  return new CallError(REFUSING.has(status) ? 'refused' : 'offline', code);
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
    // Whoever says so, a proxy too, in whatever words.
    answer = response.status === 429 ? null : await response.json();
  } catch (error) {
    throw new CallError('offline', 'no answer', { cause: error });
  }
  if (!response.ok) throw refusalOf(response, answer);
  if (!isSuccess<DataOf<typeof call>>(answer)) throw new CallError('offline', 'no answer');
  return answer.data;
};
