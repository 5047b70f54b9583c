// Posts to servers on the public internet whose addresses others have given: with a time limit, a limit of the answer, and no redirects.
import http from 'node:http';
import https from 'node:https';
import { refuseInTransaction } from '../db/transaction-scope.ts';
import { checkedLookup, type AllowedAddresses } from './public-address.ts';

/** Ends a request that takes longer. Shorter than a job's lease. */
const TIMEOUT_MS = 10_000;
/** The answer's body is not needed; a longer one ends the connection. */
const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;

export interface PostAnswer {
  readonly status: number;
  /** How long the receiver wants no request, in milliseconds; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;
}

/** The connection ended without an answer. */
class NoAnswerError extends Error {
  readonly code = 'ENOANSWER';

  constructor() {
    super('no answer');
  }
}

export interface Poster {
  /** Rejects with BlockedAddressError, or with the error of the network. Must not be called inside a transaction. */
  readonly post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
  ) => Promise<PostAnswer>;
  /** Closes the connections. */
  readonly close: () => void;
}

/** Reads Retry-After, seconds or a date (RFC 9110). `now` in epoch milliseconds. */
function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

interface PosterOptions {
  readonly allowed: AllowedAddresses;
  /** The connections to one host at most. */
  readonly connections: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Shorter only in tests. */
  readonly timeoutMs?: number;
}

/** Posts over connections that stay open. Only names are looked up: the caller refuses IP addresses. */
export function newPoster({ allowed, connections, clock, timeoutMs = TIMEOUT_MS }: PosterOptions): Poster {
  const kept = { keepAlive: true, maxSockets: connections, timeout: timeoutMs };
  const agents = { 'https:': new https.Agent(kept), 'http:': new http.Agent(kept) };
  const lookupChecked = checkedLookup(allowed);

  const post: Poster['post'] = (address, headers, body) => {
    const url = new URL(address);
    const isTls = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (isTls ? https : http).request(url, {
        method: 'POST',
        agent: agents[isTls ? 'https:' : 'http:'],
        lookup: lookupChecked,
        maxHeaderSize: MAX_HEADER_BYTES,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, 'Content-Length': body.length },
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed a kept connection at the moment of its next use.
        if (request.reusedSocket && error.code === 'ECONNRESET') resolve(post(address, headers, body));
        else reject(error);
      });
      let isAnswered = false;
      // An answer that switches protocols ends the connection without an error, and without an answer that is shown.
      request.on('close', () => {
        if (!isAnswered) reject(new NoAnswerError());
      });
      request.on('response', (response) => {
        isAnswered = true;
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > MAX_ANSWER_BYTES) response.destroy();
        });
        // The status is known, whatever happens to the rest.
        response.on('error', () => undefined);
        response.on('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfterMs: retryAfterOf(response.headers['retry-after'], clock()),
          }),
        );
      });
      request.end(body);
    });
  };

  return {
    post: async (url, headers, body) => {
      refuseInTransaction('a post');
      return post(url, headers, body);
    },
    close: () => {
      agents['https:'].destroy();
      agents['http:'].destroy();
    },
  };
}
