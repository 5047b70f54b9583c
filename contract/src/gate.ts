// The gate reader: enrolled once, fed with keys and revocations, reporting what passed.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { Id, WireTime, text } from './fields.ts';
import { Station } from './station.ts';

export const GATE_DIRECTIONS = ['in', 'out', 'both'] as const;
export type GateDirection = (typeof GATE_DIRECTIONS)[number];
const GateDirectionField = Type.Enum([...GATE_DIRECTIONS]);
/** 31 entry, 32 exit, 37 exit and 38 use forced by staff. */
const GATE_CODES = [31, 32, 37, 38] as const;
export type GateCode = (typeof GATE_CODES)[number];
export const GateCodeField = Type.Union([
  Type.Literal(31),
  Type.Literal(32),
  Type.Literal(37),
  Type.Literal(38),
]);
/** A gate whose clock is farther than this from the server's does not run. */
export const GATE_CLOCK_OFF_MOST_MS = 120_000;
const CERTIFICATE_MOST = 4096;
const REASON_MOST = 200;
/** What a gate did. It names the ticket by its id, or by the number staff typed from it. */
export const GateEvent = strict({
  eventId: Id,
  ticketId: Type.Optional(Id),
  ticketNo: Type.Optional(Id),
  code: GateCodeField,
  at: WireTime,
  /** The certificate's bytes in base64url; empty where staff typed the number. */
  certificate: Type.String({ maxLength: CERTIFICATE_MOST, pattern: '^[A-Za-z0-9_-]*$' }),
  /** Why staff forced it or let it pass by hand. */
  reason: Type.Optional(text(REASON_MOST)),
});
export type GateEvent = Static<typeof GateEvent>;
/** So many a call. */
export const GATE_EVENTS_MOST = 500;
/** So much is read of a gate: its largest events, with ids of four bytes a character and reasons escaped to twelve. */
export const GATE_EVENTS_BYTES = GATE_EVENTS_MOST * (CERTIFICATE_MOST + 12 * REASON_MOST + 3 * 64 * 4 + 200);

/**
 * A signed-in guest's open code screen hears here what gates let through with the ticket: server-sent events, `ready` and
 * then `passage`, each with an id. Outside the envelope, for it never ends; `after` is the last id heard.
 */
export const PASSAGES_PATH = '/jtr-jwqs-app/guest/ticket/info/passages';
export const PassagesQuery = strict({
  ticketId: Id,
  after: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
});
/** The data of a `passage`, as JSON. */
export interface PassageNews {
  readonly direction: 'in' | 'out';
  /** When the gate let it pass, Tokyo wall time: hours ago where the gate had no network. */
  readonly at: string;
}

/** The one-time code is the credential: a gate has no key before it is enrolled. */
export const gateEnrol = defineCall({
  name: 'gateEnrol',
  method: 'POST',
  path: '/gate/enrol',
  auth: 'open',
  body: strict({ code: text(64, 1) }),
  data: strict({
    gateId: Type.String(),
    key: Type.String(),
    station: Station,
    direction: GateDirectionField,
  }),
  refusals: ['ACC-0004', 'ACC-0005', 'REQ-0004'],
});

export const gateState = defineCall({
  name: 'gateState',
  method: 'GET',
  path: '/gate/state',
  auth: 'gate',
  query: strict({
    since: Type.Optional(WireTime),
    /** Random, so that an old answer's time cannot be told again. */
    nonce: Type.Optional(Id),
  }),
  data: strict({
    /** Ed25519, base64url. A key counts from `notBefore` to `notAfter`, both included, in epoch seconds, UTC. */
    issuerKeys: Type.Array(
      strict({
        kid: Type.String(),
        publicKey: Type.String(),
        notBefore: Type.Integer(),
        notAfter: Type.Integer(),
      }),
    ),
    /** Certificates issued at `at` or before it are revoked. */
    revoked: Type.Array(strict({ ticketId: Type.String(), at: WireTime })),
    /** What passed at other gates; `single` is good for one journey. */
    passed: Type.Array(
      strict({
        ticketId: Type.String(),
        direction: Type.Enum(['in', 'out']),
        at: WireTime,
        single: Type.Boolean(),
      }),
    ),
    /** The products that are good for one journey. */
    singleProducts: Type.Array(Type.String()),
    /** The skew reference: the server's wall time, and the same in epoch milliseconds. */
    serverTime: WireTime,
    serverNow: Type.Integer(),
    /** HMAC-SHA256 in base64url, by the SHA-256 of the gate's key, over 'KQ1 time <nonce> <serverNow>'. */
    proof: Type.String(),
  }),
});

export const gateEvents = defineCall({
  name: 'gateEvents',
  method: 'POST',
  path: '/gate/events',
  auth: 'gate',
  body: strict({ events: Type.Array(GateEvent, { minItems: 1, maxItems: GATE_EVENTS_MOST }) }),
  data: Type.Array(
    strict({
      eventId: Type.String(),
      verdict: Type.Enum(['accepted', 'duplicate', 'conflict', 'refused']),
      reason: Type.Optional(Type.String()),
    }),
  ),
});

/** Why a code does not pass, in the order in which they are looked for. */
const CODE_REFUSALS = [
  'malformed',
  'forged',
  'keyExpired',
  'revoked',
  'stale',
  'clockAhead',
  'certificateExpired',
  'notYetValid',
  'expired',
  'wrongPlace',
  'used',
] as const;
export type CodeRefusal = (typeof CODE_REFUSALS)[number];

/**
 * Decides a code as a gate does by itself, with all that the server knows at this moment: for a reader that always has a
 * network, and for a second opinion. Records nothing: that the gate opened is told by `gateEvents`.
 */
export const gateDecide = defineCall({
  name: 'gateDecide',
  method: 'POST',
  path: '/gate/decide',
  auth: 'gate',
  body: strict({
    /** What the reader saw, whatever it is; the longest QR code has 7089 characters. */
    text: Type.String({ maxLength: 8192 }),
    /** Where the gate works one way only now; one of those it was enrolled for. */
    direction: Type.Optional(GateDirectionField),
  }),
  data: strict({
    /** 'stop' is a plain no, 'staff' what staff can put right at once. */
    verdict: Type.Enum(['go', 'stop', 'staff']),
    reason: Type.Optional(Type.Enum([...CODE_REFUSALS])),
    /** With 'stale' and 'clockAhead': the server's time less the phone's, in seconds. */
    staleBySeconds: Type.Optional(Type.Integer()),
    /** With 'used': when it passed. */
    usedAt: Type.Optional(WireTime),
  }),
});

/** Makes the one-time code that a new gate is enrolled with; it lives 24 hours. */
export const deskGates = defineCall({
  name: 'deskGates',
  method: 'POST',
  path: '/desk/gates',
  auth: 'desk',
  callers: ['sales'],
  body: strict({ stationId: Id, direction: Type.Optional(GateDirectionField) }),
  data: strict({ code: Type.String(), expiresAt: WireTime }),
  refusals: ['SEAT-0013'],
});
