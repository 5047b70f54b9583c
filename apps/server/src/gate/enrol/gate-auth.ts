// Authenticates gates and limits their calls. Excess calls are refused before any database query.
import { createHash, createHmac } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { MAX_GATE_CLOCK_OFF_MS } from '@kippu/contract/limits';
import {
  ENROL_KEY_ID,
  provenAnswer,
  readSignatureInput,
  signatureBase,
  type SignatureInput,
} from '@kippu/contract/gate-signature';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import type { GateTable } from '../../platform/db/tables/tables.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { AddressLimit, nameLimit, type NamedRate } from '../../platform/limits/rate-counter.ts';
import { nameCaller } from '../../platform/wire/security-log.ts';
import { hashToken } from '../../session/session.ts';
import { findGateByKey, findSigningGate, listOpenGates, touchGate } from '../store/gate-store.ts';
import { nodeChecks } from '../decide/node-checks.ts';

const MINUTE_MS = 60_000;
/** `heard_at` is written at most this often. */
const TOUCH_EVERY_MS = MINUTE_MS;
/** Many gates behind one address may be enrolled in a morning. At this rate a code of 60 random bits cannot be guessed. */
export const ENROL_PER_ADDRESS: NamedRate = { name: 'gateEnrolment', max: 100, timeWindow: 10 * MINUTE_MS };
export const ENROL_TOTAL: NamedRate = { name: 'gateEnrolments', max: 1_000, timeWindow: 10 * MINUTE_MS };
/** For callers that are not known as open gates: closed gates and strangers. */
export const UNKNOWN_PER_ADDRESS: NamedRate = { name: 'unknownGate', max: 120, timeWindow: MINUTE_MS };
const UNKNOWN_TOTAL: NamedRate = { name: 'unknownGates', max: 3_000, timeWindow: MINUTE_MS };
/** The open gates are listed at most this often, so a gate enrolled by another process is known after this time. */
export const LIST_GATES_EVERY_MS = 10_000;
/** A crowd makes three calls per traveller. A backlog of days comes in sequential batches of up to 500 events. */
export const PER_GATE: NamedRate = { name: 'gate', max: 600, timeWindow: MINUTE_MS };
/**
 * Passages that a gate reports, each with a certificate whose signature is verified. A gate opens once a second at most, and one that was without a
 * network for days sends 12 batches of 500 a minute, so that it needs minutes.
 */
export const EVENTS_PER_GATE: NamedRate = { name: 'gateEvents', max: 6_000, timeWindow: MINUTE_MS };

/** A bearer key of ours: 256 bits in base64url. Other values are not looked up. */
const BEARER = /^Gate ([\w-]{43})$/i;
/** 64 bytes in base64, as an item of an RFC 8941 dictionary. */
const SIGNATURE = /^gate=:([A-Za-z0-9+/]{86}==):$/;
const CONTENT_DIGEST = /^sha-256=:([A-Za-z0-9+/]{43}=):$/;
const GATE_ID = /^[\w-]{1,64}$/;

/** A gate that made a request. */
export interface GateCaller {
  readonly gate: GateTable;
  /** The nonce of the request's signature; null for a gate with a key of the server's, which does not sign. */
  readonly nonce: string | null;
}

interface GateAuth {
  /** Counts an enrolment try. Rejects with AppError REQ-0004. */
  readonly mayEnrol: (request: FastifyRequest) => Promise<void>;
  /**
   * Checks that an enrolment request is signed by the key it sends; returns the signature's nonce. Throws AppError SES-0001,
   * or GATE-0001 when the signature's time is off.
   */
  readonly checkEnrolment: (request: FastifyRequest, publicKey: string) => string;
  /**
   * Finds the open gate that calls. Rejects with AppError SES-0001 without a valid key or signature, GATE-0001 when the
   * signature's time is off, REQ-0004 after too many calls.
   */
  readonly authenticate: (request: FastifyRequest) => Promise<GateCaller>;
}

interface Signed {
  readonly input: SignatureInput;
  readonly signature: Uint8Array;
  readonly base: Uint8Array;
}

const EVERYBODY = 'everybody';
const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Reads the signature of a request; null when there is none or it is malformed. */
function signedBy(request: FastifyRequest): Signed | null {
  const input = readSignatureInput(headerOf(request, 'signature-input') ?? '');
  const signature = SIGNATURE.exec(headerOf(request, 'signature') ?? '')?.[1];
  const { method, url: target } = request.raw;
  if (!input || signature === undefined || method === undefined || target === undefined) return null;
  // A body that the signature does not cover could be replaced.
  if (input.coversBody !== (method !== 'GET')) return null;
  const contentDigest = input.coversBody ? headerOf(request, 'content-digest') : null;
  if (contentDigest === undefined) return null;
  const base = signatureBase({ method, target, contentDigest }, input.value);
  return { input, signature: Buffer.from(signature, 'base64'), base: Buffer.from(base) };
}

const isSignedBy = ({ signature, base }: Signed, publicKey: string): boolean =>
  nodeChecks.p256(signature, base, Buffer.from(publicKey, 'base64url'));

/** Throws AppError GATE-0001, with the server's time, when the signature's time differs from `now` by more than two minutes. */
function checkTime({ input }: Signed, now: number): void {
  if (Math.abs(now - input.created * 1000) > MAX_GATE_CLOCK_OFF_MS)
    throw new AppError('GATE-0001', { values: { serverNow: now } });
}

/**
 * Passes the body of a signed request on and compares its SHA-256 with the Content-Digest header, which the signature
 * covers. The stream fails with AppError SES-0001 when they differ. The body of an unsigned request is returned unchanged.
 */
export function checkedBody(request: FastifyRequest, body: Readable): Readable {
  if (headerOf(request, 'signature-input') === undefined) return body;
  const wanted = CONTENT_DIGEST.exec(headerOf(request, 'content-digest') ?? '')?.[1];
  const hash = createHash('sha256');
  const checked = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(hash.digest('base64') === wanted ? null : new AppError('SES-0001')),
  });
  body.on('error', (error) => checked.destroy(error));
  return body.pipe(checked);
}

/** The secret of the proofs that the server sends to a gate. */
export const answerKeyOf = ({ answer_key, key_hash }: Pick<GateTable, 'answer_key' | 'key_hash'>): Buffer =>
  answer_key === null ? Buffer.from(key_hash ?? '', 'hex') : Buffer.from(answer_key, 'base64url');

/** Returns the proof of an answer: base64url of the HMAC-SHA256 over the request's nonce and the answer's body. */
export const proofOf = (secret: Uint8Array, nonce: string, body: string): string =>
  createHmac('sha256', secret).update(provenAnswer(nonce, body)).digest('base64url');

/** Makes the authentication of one server process; `clock` returns epoch milliseconds. */
export function gateAuth(db: Db, clock: () => number): GateAuth {
  const limits = {
    enrolOfAddress: new AddressLimit(ENROL_PER_ADDRESS),
    enrolInAll: nameLimit(ENROL_TOTAL),
    unknownOfAddress: new AddressLimit(UNKNOWN_PER_ADDRESS),
    unknownInAll: nameLimit(UNKNOWN_TOTAL),
    ofGate: nameLimit(PER_GATE),
  };
  /**
   * The open gates, by key hash or by id with the public key. They have their own limits, so excess calls from their address
   * do not block them, not even after a restart. This map authorises nothing: each call looks the gate up.
   */
  const openGates = new Map<string, string | null>();
  let listedAt = Number.NEGATIVE_INFINITY;
  let listing: Promise<void> | undefined;
  const list = async () => {
    try {
      for (const { gate_id, key_hash, public_key } of await listOpenGates(db))
        openGates.set(public_key === null ? (key_hash ?? gate_id) : gate_id, public_key);
    } catch (error) {
      listedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };
  /** Returns the public key of an open gate, null for one with a bearer key, undefined for a stranger. */
  const publicKeyOf = async (name: string): Promise<string | null | undefined> => {
    if (openGates.has(name)) return openGates.get(name);
    // However many strangers call, the gates are listed once in ten seconds.
    if (Math.abs(clock() - listedAt) >= LIST_GATES_EVERY_MS) {
      listedAt = clock();
      listing = list();
    }
    await listing;
    return openGates.get(name);
  };

  const count = (request: FastifyRequest, name: string, isKnown: boolean): void => {
    if (isKnown) {
      limits.ofGate(name);
      return;
    }
    limits.unknownOfAddress.take(request);
    limits.unknownInAll(EVERYBODY);
  };
  const accept = async (
    request: FastifyRequest,
    name: string,
    gate: GateTable | undefined,
  ): Promise<GateTable> => {
    if (!gate) {
      openGates.delete(name);
      throw new AppError('SES-0001');
    }
    nameCaller(request, `gate:${gate.gate_id}`);
    openGates.set(name, gate.public_key);
    const now = clock();
    if (now - (gate.heard_at?.getTime() ?? 0) >= TOUCH_EVERY_MS)
      await inTransaction(db, (trx) => touchGate(trx, gate.gate_id, new Date(now)));
    return gate;
  };
  const byBearer = async (request: FastifyRequest, key: string): Promise<GateCaller> => {
    const keyHash = hashToken(key);
    count(request, keyHash, (await publicKeyOf(keyHash)) !== undefined);
    return { gate: await accept(request, keyHash, await findGateByKey(db, keyHash)), nonce: null };
  };
  const bySignature = async (request: FastifyRequest, signed: Signed): Promise<GateCaller> => {
    const { keyId, nonce } = signed.input;
    const known = await publicKeyOf(keyId);
    // Someone who only knows a gate's id must not use up its limit.
    count(request, keyId, typeof known === 'string' && isSignedBy(signed, known));
    const gate = await findSigningGate(db, keyId);
    if (gate?.public_key && !isSignedBy(signed, gate.public_key)) throw new AppError('SES-0001');
    if (gate) checkTime(signed, clock());
    return { gate: await accept(request, keyId, gate), nonce };
  };

  return {
    mayEnrol: async (request) => {
      // The address's limit comes first, so that its refused tries do not count in the total.
      limits.enrolOfAddress.take(request);
      limits.enrolInAll(EVERYBODY);
    },
    checkEnrolment: (request, publicKey) => {
      const signed = signedBy(request);
      if (signed?.input.keyId !== ENROL_KEY_ID || !isSignedBy(signed, publicKey))
        throw new AppError('SES-0001');
      checkTime(signed, clock());
      return signed.input.nonce;
    },
    authenticate: async (request) => {
      const bearer = BEARER.exec(request.headers.authorization ?? '')?.[1];
      if (bearer !== undefined) return byBearer(request, bearer);
      const signed = signedBy(request);
      if (!signed || !GATE_ID.test(signed.input.keyId)) throw new AppError('SES-0001');
      return bySignature(request, signed);
    },
  };
}
