// For tests: fixed keys, and the function that writes golden-vectors.json.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { joinBytes } from '../src/crypto/bytes.ts';
import type { Certificate } from '../src/certificate/payload.ts';
import { signCertificate } from '../src/certificate/certificate.ts';
import { decodeBase45 } from '../src/code/base45.ts';
import { CODE_PREFIX, encodeCode } from '../src/code/text.ts';
import { signMoment, type Direction } from '../src/code/moment.ts';
import { makeOrderVectors, makeRememberedVectors, RULES_OF, type RememberedVector } from './order-vectors.ts';
import { makePassageVectors, type PassageVector } from './passage-vectors.ts';
import { makeProtocolVectors, type ProtocolVectors } from './protocol-vectors.ts';
import { makeStrictVectors, SMALL_ORDER_KEY } from './strict-vectors.ts';
import type { Vector } from './vector.ts';
import type { IssuerKey, RefusalReason, VerifyContext } from '../src/decide/verify.ts';

export type { Vector } from './vector.ts';
export interface VectorFile {
  issuerKeys: { kid: string; publicKeyHex: string; notBefore: number; notAfter: number }[];
  vectors: Vector[];
  remembered: RememberedVector[];
  /** The messages of a gate and the server. */
  protocol: ProtocolVectors;
  /** Passages that a gate reports with the phone's moment. */
  passages: PassageVector[];
}

/** What the verifier of a vector knows besides the code. */
export type VectorKnowledge = Omit<Vector, 'name' | 'rules' | 'text' | 'expect'>;

/** Returns the context of `verifyCode` for a vector. */
export function contextOfVector(vector: VectorKnowledge, issuerKeys: readonly IssuerKey[]): VerifyContext {
  const { now, revoked, seen, direction, place, products, justPassed, leftLate = [] } = vector;
  const placesOf = (productId: string) => {
    const places = products?.[productId];
    return places && { in: new Set(places.in), out: new Set(places.out) };
  };
  return {
    now,
    issuerKeys,
    exitGraceSeconds: 14_400,
    isRevoked: (ticketId) => revoked.includes(ticketId),
    isSeen: (ticketId, way) => seen.some((each) => each.ticketId === ticketId && each.direction === way),
    ...(direction ? { direction } : {}),
    ...(place ? { place } : {}),
    ...(products ? { placesOf } : {}),
    isPassBack: (ticketId, way) => justPassed?.ticketId === ticketId && justPassed.direction !== way,
    mayStillLeave: (ticketId) => !leftLate.includes(ticketId),
  };
}

/** 2026-11-28 03:00:00 UTC. */
export const NOON = 1_795_834_800;
const DAY = 86_400;
export const ISSUER_SECRET = new Uint8Array(32).fill(0x11);
const OLD_SECRET = new Uint8Array(32).fill(0x22);
const NEXT_SECRET = new Uint8Array(32).fill(0x66);
const STRANGER_SECRET = new Uint8Array(32).fill(0x33);
const PHONE_SECRET = new Uint8Array(32).fill(0x44);
const OTHER_PHONE_SECRET = new Uint8Array(32).fill(0x55);
export const TICKET = '0198c1de-7b6a-7c3e-9f00-5a2b6c7d8e9f';

export const CERTIFICATE: Certificate = {
  ticketId: TICKET,
  ticketNo: 'K26112800017',
  productId: 'P-HARUKA-1',
  productName: '関空特急はるか片道',
  passengerCategory: 'adult',
  validFrom: NOON - 3 * 3600,
  validUntil: NOON + DAY,
  phoneKey: p256.getPublicKey(PHONE_SECRET, true),
  issuedAt: NOON - 600,
  expiresAt: NOON - 600 + DAY,
};

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

interface CodeOptions {
  kid?: string;
  secret?: Uint8Array;
  phone?: Uint8Array;
  at?: number;
  direction?: Direction;
  highS?: boolean;
}

/** Builds the text of a code from changes to the usual certificate and code. Deterministic (RFC 6979, RFC 8032). */
export async function makeCode(
  changes: Partial<Certificate> = {},
  options: CodeOptions = {},
): Promise<string> {
  const { secret = ISSUER_SECRET, phone = PHONE_SECRET, at = NOON, direction = 'in' } = options;
  const certificate = await signCertificate({ ...CERTIFICATE, ...changes }, options.kid ?? 'k2', (message) =>
    ed25519.sign(message, secret),
  );
  const moment = await signMoment(certificate, at, direction, async (message) => {
    const low = p256.sign(message, phone);
    if (!options.highS) return low;
    const { r, s } = p256.Signature.fromBytes(low, 'compact');
    const high = (p256.Point.Fn.ORDER - s).toString(16).padStart(64, '0');
    return joinBytes(fromHex(r.toString(16).padStart(64, '0')), fromHex(high));
  });
  return encodeCode({ certificate, ...moment });
}

const vectorOf = (known: Omit<Vector, 'expect'>, expect: Vector['expect']): Vector => ({ ...known, expect });

/** Builds the content of golden-vectors.json, the same on every run. */
export async function makeVectors(): Promise<VectorFile> {
  const usual = await makeCode();
  const yes = (direction: Direction = 'in', ticketId = TICKET): Vector['expect'] => ({
    ok: true,
    ticketId,
    direction,
  });
  const no = (reason: RefusalReason): Vector['expect'] => ({ ok: false, reason });
  const vector = (
    name: string,
    text: string,
    expect: Vector['expect'],
    more: Partial<Vector> = {},
  ): Vector => {
    const rules = (RULES_OF[name] ?? '').split(' ').filter(Boolean);
    return { name, rules, text, now: NOON, revoked: [], seen: [], ...more, expect };
  };
  const seat = { train: 'はるか11号', car: '4', seat: '12A' };
  const seenIn = [{ ticketId: TICKET, direction: 'in' as const }];
  const old = { kid: 'k1', secret: OLD_SECRET };
  const next = { kid: 'k3', secret: NEXT_SECRET };
  const forgedText = await makeCode({}, { secret: STRANGER_SECRET });
  const vectors = [
    vector('plain entry', usual, yes()),
    vector('exit after entry', await makeCode({}, { direction: 'out' }), yes('out'), { seen: seenIn }),
    vector('with a seat', await makeCode({ seat }), yes()),
    vector('ids that are not UUIDs', await makeCode({ ticketId: 'T-1' }), yes('in', 'T-1')),
    vector('high s, as WebCrypto may give', await makeCode({}, { highS: true }), yes()),
    vector('30 seconds late', usual, yes(), { now: NOON + 30 }),
    vector('30 seconds ahead', usual, yes(), { now: NOON - 30 }),
    vector('at its station', await makeCode({ places: ['KIX', 'TEN'] }), yes(), { place: 'TEN' }),
    vector('last second of validity', await makeCode({ validUntil: NOON }), yes()),
    vector('last second of the certificate', await makeCode({ expiresAt: NOON }), yes()),
    vector('another ticket is revoked', usual, yes(), { revoked: ['T-2'] }),
    vector('empty', '', no('malformed')),
    vector('an address', 'https://example.jp/t/1', no('malformed')),
    vector('small letters', usual.toLowerCase(), no('malformed')),
    vector('cut short', usual.slice(0, -3), no('malformed')),
    vector('signed by a stranger under our key id', forgedText, no('forged')),
    vector('unknown key id', await makeCode({}, { kid: 'k9' }), no('forged')),
    vector('shown by another phone', await makeCode({}, { phone: OTHER_PHONE_SECRET }), no('forged')),
    vector('forged comes before revoked', forgedText, no('forged'), { revoked: [TICKET] }),
    vector('retired key', await makeCode({}, old), no('keyExpired')),
    vector(
      'old key, in its time',
      await makeCode({ issuedAt: NOON - 7200, expiresAt: NOON + 7200 }, { ...old, at: NOON - 3600 }),
      yes(),
      { now: NOON - 3600 },
    ),
    vector('next key, published but not yet valid', await makeCode({}, next), no('keyExpired')),
    vector(
      'issued before its key began',
      await makeCode({}, { ...next, at: NOON + 3600 }),
      no('keyExpired'),
      { now: NOON + 3600 },
    ),
    vector(
      'next key, from its first second',
      await makeCode({ issuedAt: NOON + 3600 }, { ...next, at: NOON + 3600 }),
      yes(),
      { now: NOON + 3600 },
    ),
    vector('present key, after the next began', await makeCode({}, { at: NOON + 7200 }), yes(), {
      now: NOON + 7200,
    }),
    vector('revoked', usual, no('revoked'), { revoked: [TICKET] }),
    vector('revoked comes before used', usual, no('revoked'), { revoked: [TICKET], seen: seenIn }),
    vector('revoked comes before time', usual, no('revoked'), { revoked: [TICKET], now: NOON + 31 }),
    vector('screenshot, 31 seconds old', usual, no('stale'), { now: NOON + 31 }),
    vector('time comes before used', usual, no('stale'), { now: NOON + 31, seen: seenIn }),
    vector('31 seconds ahead', usual, no('clockAhead'), { now: NOON - 31 }),
    vector('certificate outlived', await makeCode({ expiresAt: NOON - 1 }), no('certificateExpired')),
    vector('day not come', await makeCode({ validFrom: NOON + 1 }), no('notYetValid')),
    vector('day gone', await makeCode({ validUntil: NOON - 1 }), no('expired')),
    vector('time comes before place', await makeCode({ validUntil: NOON - 1 }), no('expired'), {
      direction: 'out',
    }),
    vector('another station', await makeCode({ places: ['KIX'] }), no('wrongPlace'), { place: 'TEN' }),
    vector('entry code at an exit', usual, no('wrongPlace'), { direction: 'out' }),
    vector('place comes before used', usual, no('wrongPlace'), { direction: 'out', seen: seenIn }),
    vector('used', usual, no('used'), { seen: seenIn }),
    vector('the table of products opens the gate', usual, yes(), {
      place: 'TEN',
      products: { [CERTIFICATE.productId]: { in: ['TEN'], out: [] } },
    }),
    vector('the table opens it for the other direction only', usual, no('wrongPlace'), {
      place: 'TEN',
      products: { [CERTIFICATE.productId]: { in: [], out: ['TEN'] } },
    }),
    vector('the table comes before the places', await makeCode({ places: ['KIX'] }), yes(), {
      place: 'TEN',
      products: { [CERTIFICATE.productId]: { in: ['TEN'], out: [] } },
    }),
    vector('a ticket that opens no gate', await makeCode({ places: ['-'] }), no('wrongPlace'), {
      place: 'TEN',
      products: { [CERTIFICATE.productId]: { in: ['TEN'], out: [] } },
    }),
    vector('not in the table, at its place', await makeCode({ places: ['TEN'] }), yes(), {
      place: 'TEN',
      products: {},
    }),
    vector('not in the table, and no places', usual, no('placeUnknown'), { place: 'TEN', products: {} }),
    vector('back the other way at once', await makeCode({}, { direction: 'out' }), no('passBack'), {
      justPassed: { ticketId: TICKET, direction: 'in' },
    }),
    vector('used comes before back the other way', usual, no('used'), {
      seen: seenIn,
      justPassed: { ticketId: TICKET, direction: 'out' },
    }),
    vector(
      'exit a second after the end',
      await makeCode({ validUntil: NOON - 1 }, { direction: 'out' }),
      yes('out'),
    ),
    vector(
      'exit four hours after the end',
      await makeCode(
        { validFrom: NOON - DAY, validUntil: NOON - 4 * 3600, expiresAt: NOON },
        { direction: 'out' },
      ),
      yes('out'),
    ),
    vector(
      'exit later than that',
      await makeCode({ validFrom: NOON - DAY, validUntil: NOON - 4 * 3600 - 1 }, { direction: 'out' }),
      no('expired'),
    ),
    vector(
      'second exit after the end',
      await makeCode({ validUntil: NOON - 1 }, { direction: 'out' }),
      no('expired'),
      { leftLate: [TICKET] },
    ),
  ];
  const key = (kid: string, secret: Uint8Array, notBefore: number, notAfter: number) => ({
    kid,
    publicKeyHex: toHex(ed25519.getPublicKey(secret)),
    notBefore,
    notAfter,
  });
  const issuerKeys = [
    key('k1', OLD_SECRET, NOON - 90 * DAY, NOON - 60),
    key('k2', ISSUER_SECRET, NOON - 30 * DAY, NOON + 60 * DAY),
    key('k3', NEXT_SECRET, NOON + 3600, NOON + 150 * DAY),
    // A key far in the future, two keys with one id, and one that accepts anybody's signature.
    key('k5', ISSUER_SECRET, 2 ** 31, 2 ** 32 - 1),
    key('k6', STRANGER_SECRET, NOON - DAY, NOON + DAY),
    key('k6', ISSUER_SECRET, NOON - DAY, NOON + DAY),
    { kid: 'k7', publicKeyHex: toHex(SMALL_ORDER_KEY), notBefore: NOON - DAY, notAfter: NOON + DAY },
  ];
  const raw = { issuer: ISSUER_SECRET, phone: PHONE_SECRET };
  const strict = makeStrictVectors(CERTIFICATE, raw, NOON).map(({ name, rules, text, now, outcome }) =>
    vectorOf(
      { name, rules: [...rules], text, now: now ?? NOON, revoked: [], seen: [] },
      typeof outcome === 'string' ? no(outcome) : yes(outcome.direction, outcome.ticketId),
    ),
  );
  const order = await makeOrderVectors({
    now: NOON,
    ticketId: TICKET,
    makeCode,
    old,
    next,
    otherPhone: OTHER_PHONE_SECRET,
  });
  const remembered = await makeRememberedVectors(
    { now: NOON, ticketId: TICKET, issuedAt: CERTIFICATE.issuedAt },
    { in: usual, out: await makeCode({}, { direction: 'out' }) },
  );
  return {
    issuerKeys,
    vectors: [...vectors, ...order, ...strict],
    remembered,
    protocol: makeProtocolVectors(NOON),
    passages: await makePassageVectors(
      NOON,
      (options) => makeCode({}, options),
      (text) => decodeBase45(text.slice(CODE_PREFIX.length)) ?? new Uint8Array(),
      OTHER_PHONE_SECRET,
    ),
  };
}
