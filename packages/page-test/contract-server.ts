// A fake server for tests of a page. A test sets the answer to each call; the server records the requests.
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { Call, DataOf } from '@kippu/contract/call';
import { requestOf } from '@kippu/contract/call-request';
import { ERROR_STATUS, type ErrorCode, type ErrorValues } from '@kippu/contract/errors';

/** One request as the server received it. */
export interface Received {
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The idempotency key; undefined if there was none. */
  readonly key: string | undefined;
  /** The bearer token; undefined for a visitor. */
  readonly token: string | undefined;
}
type Answer = (request: Received) => Response | Promise<Response>;

const envelope = (
  status: number,
  code: string,
  data: unknown,
  { values = {}, msg = '' }: { readonly values?: ErrorValues; readonly msg?: string } = {},
): Response =>
  Response.json(
    { state: status === 200 ? 'success' : 'fail', code, msg, values, data },
    { status, headers: { date: new Date().toUTCString() } },
  );
/** Separates the query and the body of a call whose query is sent in its body. */
function parted({ query }: Call, sent: Readonly<Record<string, unknown>>) {
  const names = Object.keys((query as { readonly properties?: object }).properties ?? {});
  const fields = Object.entries(sent);
  return {
    query: Object.fromEntries(
      fields.filter(([name]) => names.includes(name)).map(([name, value]) => [name, String(value)]),
    ),
    body: Object.fromEntries(fields.filter(([name]) => !names.includes(name))),
  };
}

/** A success with this data. */
export const succeeds = (data: unknown): Response => envelope(200, 'OK', data);
/** A refusal with this code; `msg` is the server's message. */
export const refuses = (code: ErrorCode, values: ErrorValues = {}, msg = ''): Response =>
  envelope(ERROR_STATUS[code], code, null, { values, msg });

export class ContractServer {
  readonly received: Received[] = [];
  readonly #answers = new Map<string, Answer>();

  /** Sets the answer to the call from now on. */
  answer(call: Call, answer: Answer): void {
    this.#answers.set(call.name, answer);
  }
  give<C extends Call>(call: C, data: DataOf<C>): void {
    this.answer(call, () => succeeds(data));
  }
  refuse(call: Call, code: ErrorCode, values?: ErrorValues): void {
    this.answer(call, () => refuses(code, values, this.wordsOf(code)));
  }
  /** Receives the call but loses its answer. */
  lose(call: Call): void {
    this.answer(call, () => Promise.reject(new TypeError('network lost')));
  }

  /** The message of a refusal; empty for pages that have their own messages. */
  protected wordsOf(_code: ErrorCode): string {
    return '';
  }

  /** The recorded requests of a call. */
  of(call: Call): readonly Received[] {
    return this.received.filter(({ call: name }) => name === call.name);
  }

  /** Answers like `fetch`. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://localhost');
    if (url.pathname === '/healthz') return new Response(null, { status: 200 });
    const method = init.method ?? 'GET';
    const call = ALL_CALLS.find(
      (each) => each.path === url.pathname && requestOf(each, {}).method === method,
    );
    const answer = call && this.#answers.get(call.name);
    if (!call || !answer) throw new Error(`no answer for ${method} ${url.pathname}`);
    const headers = new Headers(init.headers);
    const sent = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const { query, body } = call.privateQuery ? parted(call, sent) : { query: {}, body: sent };
    const request: Received = {
      call: call.name,
      query: { ...Object.fromEntries(url.searchParams), ...query },
      body,
      key: headers.get('idempotency-key') ?? undefined,
      token: headers.get('authorization')?.replace('Bearer ', ''),
    };
    this.received.push(request);
    return answer(request);
  };
}
