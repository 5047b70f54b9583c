// Sends a message to a phone by its push service (RFC 8030), as this server (VAPID, RFC 8292).
import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { refuseInTransaction } from '../db/transaction-scope.ts';
import type { PushKeys } from '../keys/push-keys.ts';
import type { PushSettings } from '../start/push-settings.ts';
import { encryptPush } from './encrypt-push.ts';
import { mayConnect, serviceOf } from './push-address.ts';
import type { SealedPhone } from './sealed-phone.ts';

/** Ends a request that takes longer. Shorter than a job's lease. */
const TIMEOUT_MS = 10_000;
/** The answer's body is not needed; a longer one ends the connection. */
const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;
/** The connections to one service that a process opens at most. */
export const PUSH_CONNECTIONS = 20;
/** How long the proof of who sends is valid: 24 hours at most by the RFC, and less for a service whose clock is behind. */
const PROOF_SECONDS = 12 * 3600;

export interface Push {
  readonly phone: SealedPhone;
  /** JSON of 3,000 bytes at most. */
  readonly message: string;
  /** How long the service keeps it for a phone that is off, in seconds. */
  readonly ttlSeconds: number;
  /** A service that waits for a phone replaces a message by a newer one of the same topic. 32 characters of base64url at most. */
  readonly topic: string;
  readonly urgency: 'normal' | 'high';
}

interface PushAnswer {
  readonly status: number;
  /** How long the service wants no request, in milliseconds; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;
}

/** A phone's address leads to no push service. */
export class BlockedAddressError extends Error {
  readonly code = 'EBLOCKED';
}

export interface PushSender {
  /** Rejects with BlockedAddressError, or with the error of the network. */
  readonly send: (push: Push) => Promise<PushAnswer>;
  /** Closes the connections. */
  readonly close: () => void;
}

/** Looks a host up and returns only addresses that may be called: what is checked is what is connected to. */
const checkedLookup =
  (settings: PushSettings): LookupFunction =>
  (hostname, options, answer) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return answer(error ?? new Error('no address'), '');
      if (!found.every(({ address }) => mayConnect(address, settings)))
        return answer(new BlockedAddressError(`${hostname} is not on the public internet`), '');
      return options.all ? answer(null, found) : answer(null, first.address, first.family);
    });
  };

/** Reads Retry-After, seconds or a date (RFC 9110). `now` in epoch milliseconds. */
function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface SenderDeps {
  readonly pushKeys: PushKeys;
  readonly settings: PushSettings;
  /** Whom the service writes to about problems: `mailto:` and an address. */
  readonly contact: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Sends over connections that stay open. Redirects are not followed. */
export function newPushSender({ pushKeys, settings, contact, clock }: SenderDeps): PushSender {
  const kept = { keepAlive: true, maxSockets: PUSH_CONNECTIONS, timeout: TIMEOUT_MS };
  const agents = { 'https:': new https.Agent(kept), 'http:': new http.Agent(kept) };
  const lookupChecked = checkedLookup(settings);

  const proofFor = (origin: string): string => {
    const { publicKey, sign } = pushKeys.current;
    const claims = { aud: origin, exp: Math.floor(clock() / 1000) + PROOF_SECONDS, sub: contact };
    const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
    return `vapid t=${signed}.${sign(signed).toString('base64url')}, k=${publicKey}`;
  };

  const send = (push: Push): Promise<PushAnswer> => {
    const url = new URL(push.phone.endpoint);
    const body = encryptPush(push.message, push.phone);
    const isTls = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (isTls ? https : http).request(url, {
        method: 'POST',
        agent: agents[isTls ? 'https:' : 'http:'],
        lookup: lookupChecked,
        maxHeaderSize: MAX_HEADER_BYTES,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          Authorization: proofFor(url.origin),
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          'Content-Length': body.length,
          TTL: String(push.ttlSeconds),
          Urgency: push.urgency,
          Topic: push.topic,
        },
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The service closed a kept connection at the moment of its next use.
        if (request.reusedSocket && error.code === 'ECONNRESET') resolve(send(push));
        else reject(error);
      });
      request.on('response', (response) => {
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
    send: async (push) => {
      refuseInTransaction('a push');
      if (serviceOf(push.phone.endpoint, settings) === undefined)
        throw new BlockedAddressError('the address leads to no push service');
      return send(push);
    },
    close: () => {
      agents['https:'].destroy();
      agents['http:'].destroy();
    },
  };
}
