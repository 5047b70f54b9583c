// Fetches a live feed: conditionally, with limits of size and time, following a few redirects.
import { isLoopbackHost } from '../../platform/http/loopback.ts';

/** The most bytes of a feed, unpacked. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A feed cannot be fetched. Its message names no address, which may contain a key. */
export class FetchFault extends Error {}

/** The message of the fault that no program listens at the address. */
export const NOBODY_LISTENS = 'failed: ECONNREFUSED';

/** What names an answer, for the next request. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FeedRequest {
  readonly url: string;
  /** Sent to the feed's own origin only, not to where it redirects. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the answer that the caller still has. */
  readonly known: Validators | undefined;
  /** Aborts when the time is over or the process stops. */
  readonly signal: AbortSignal;
}

export interface FetchedFeed extends Validators {
  /** Undefined: the same as `known`. */
  readonly bytes: Uint8Array | undefined;
}

/** Whether a feed may be read from an address: by HTTPS, or from this machine. */
export const isAllowedUrl = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));

async function bytesOf(response: Response, stop: () => void): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  if (!response.body) return new Uint8Array();
  // The body is unpacked while it is read, so a small answer that unpacks to a large one ends here too.
  for await (const part of response.body) {
    length += part.length;
    if (length > MAX_BYTES) {
      stop();
      throw new FetchFault(`larger than ${MAX_BYTES / 1024 / 1024} MB`);
    }
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Fetches a feed. Throws FetchFault. */
export async function fetchFeed({ url, headers, known, signal }: FeedRequest): Promise<FetchedFeed> {
  const own = new AbortController();
  const ends = AbortSignal.any([signal, own.signal]);
  const origin = new URL(url).origin;
  let address = new URL(url);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await fetch(address.href, {
        redirect: 'manual',
        signal: ends,
        headers: {
          Accept: 'application/x-protobuf, application/octet-stream',
          'Accept-Encoding': 'gzip',
          ...(address.origin === origin ? headers : {}),
          ...(known?.etag ? { 'If-None-Match': known.etag } : {}),
          ...(known?.lastModified ? { 'If-Modified-Since': known.lastModified } : {}),
        },
      });
      const target = response.headers.get('location');
      if (REDIRECTS.has(response.status) && target !== null) {
        await response.body?.cancel();
        address = redirected(target, address);
        continue;
      }
      if (response.status === 304 && known) {
        await response.body?.cancel();
        return { ...known, bytes: undefined };
      }
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new FetchFault(`answered ${response.status}`);
      }
      const { headers: sent } = response;
      const bytes = await bytesOf(response, () => own.abort());
      return { bytes, etag: sent.get('etag'), lastModified: sent.get('last-modified') };
    }
    throw new FetchFault(`redirected more than ${MAX_REDIRECTS} times`);
  } catch (error) {
    if (error instanceof FetchFault) throw error;
    throw new FetchFault(reasonOf(error), { cause: error });
  }
}

function redirected(target: string, from: URL): URL {
  if (!URL.canParse(target, from.href)) throw new FetchFault('redirected to no address');
  const address = new URL(target, from);
  // An address of this machine is only the operator's own setting: no other server leads there.
  const leadsHere = isLoopbackHost(address.hostname) && !isLoopbackHost(from.hostname);
  if (!isAllowedUrl(address) || leadsHere || (from.protocol === 'https:' && address.protocol !== 'https:'))
    throw new FetchFault('redirected to an address that is not allowed');
  return address;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'no whole answer in time';
  if (error.name === 'AbortError') return 'ended';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `failed: ${code}` : 'failed';
}
