// How a page sends a call. Personal data never goes into the address, because proxies log addresses.
import type { Route } from './route.ts';

/**
 * The query fields that may appear in an address: they identify nobody and grant no access. A call with any other
 * query field has a private query.
 */
export const PUBLIC_FIELDS: readonly string[] = [
  'audio',
  'loginAgent',
  'preview',
  'since',
  'nonce',
  'noticeId',
  'products',
  'state',
  'topic',
  'withTicket',
  'stationId',
  'departureId',
  'date',
  'tab',
  'site',
  'limit',
  'cursor',
  'uploadId',
  'partnerId',
  'month',
  'day',
];

export interface CallRequest {
  readonly method: Route['method'];
  /** The path, with the query if it is not private. */
  readonly url: string;
  /** JSON; undefined if the method has no body. */
  readonly body: string | undefined;
}

/** Many proxies drop the body of a GET, and some that of a DELETE. */
const withBody = (method: Route['method']) => (method === 'GET' || method === 'DELETE' ? 'POST' : method);

/** Builds the request of a route's call. `query` and `body` are objects. A private query goes into the body; undefined values are left out. */
export function requestOf(
  { method, path, privateQuery }: Route,
  { query, body }: { readonly query?: unknown; readonly body?: unknown },
): CallRequest {
  if (privateQuery)
    return {
      method: withBody(method),
      url: path,
      body: JSON.stringify({ ...(query as object), ...(body as object) }),
    };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return {
    method,
    url: text ? `${path}?${text}` : path,
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  };
}
