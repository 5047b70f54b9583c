// The gate reader: enrolled once, supplied with keys and revocations, reporting passages.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/gate/gate.ts';
import { Id, WireTime, text } from '../../fields.ts';
import { Station } from '../traveller/station.ts';
import { GATE_DIRECTIONS } from '../../values.ts';
import { BODY_BYTES, MAX_GATE_EVENTS } from '../../limits.ts';

const GateDirectionField = Type.Enum([...GATE_DIRECTIONS]);
/** 31 entry, 32 exit, 37 forced exit and 38 forced use, both by staff. */
const GATE_CODES = [31, 32, 37, 38] as const;
export type GateCode = (typeof GATE_CODES)[number];
export const GateCodeField = Type.Union([
  Type.Literal(31),
  Type.Literal(32),
  Type.Literal(37),
  Type.Literal(38),
]);
const MAX_CERTIFICATE = 4096;
const MAX_REASON = 200;
/** The form of a wall time. A time that does not exist, such as 24:00:00, makes one event unreadable, not the batch. */
const WallTimeForm = Type.String({
  maxLength: 25,
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}([+-]\\d{2}:\\d{2})?$',
});
/** An act of a gate. It names the ticket by its id, or by the number typed by staff. */
export const GateEvent = strict({
  eventId: Id,
  ticketId: Type.Optional(Id),
  ticketNo: Type.Optional(Id),
  code: GateCodeField,
  at: WallTimeForm,
  /** The certificate's bytes in base64url; empty if staff typed the number. */
  certificate: Type.String({ maxLength: MAX_CERTIFICATE, pattern: '^[A-Za-z0-9_-]*$' }),
  /**
   * The last 69 bytes of the code that the gate read, in base64url: the phone's signature over certificate, time and direction. It proves
   * that the phone was there. A gate that has sent one sends one with every passage that has a certificate.
   */
  moment: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{92}$' })),
  /** Why staff forced it or let it pass by hand. Required without a certificate; optional for 37 and 38 with one. Shown to the traveller. */
  reason: Type.Optional(text(MAX_REASON)),
  /** The device's gate id at that time, if it has been enrolled again since. */
  gateId: Type.Optional(Id),
});
export type GateEvent = Static<typeof GateEvent>;
/** The largest body of a gate's report, in bytes: full events, ids of four bytes a character, and reasons escaped to twelve. */
export const GATE_EVENTS_BYTES = MAX_GATE_EVENTS * (MAX_CERTIFICATE + 12 * MAX_REASON + 4 * 64 * 4 + 330);

/** The query of the stream of passages (passage-stream.ts). */
export const PassagesQuery = strict({
  ticketId: Id,
  after: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
});
/**
 * Enrols a gate. The one-time code is the credential. The gate makes its keys and signs this call with the new one,
 * under the key id `enrol`, which proves that it has the private key. The server sends no key.
 */
export const gateEnrol = defineCall(routes.gateEnrol, {
  body: strict({
    code: text(64, 1),
    /** P-256 public key for the gate's signatures: the compressed point in base64url. */
    publicKey: Type.String({ pattern: '^[A-Za-z0-9_-]{44}$' }),
    /** 32 random bytes in base64url: the secret by which the server proves its answers to this gate. */
    answerKey: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  }),
  data: strict({
    gateId: Type.String(),
    station: Station,
    direction: GateDirectionField,
    /** Only for an inspector's device: it opens no gate, and may take the lists of trains along. */
    inspects: Type.Optional(Type.Literal(true)),
  }),
  refusals: ['ACC-0004', 'ACC-0005', 'REQ-0004', 'GATE-0001'],
});

/** Where a product opens gates: station ids. */
export const ProductGates = strict({ in: Type.Array(Type.String()), out: Type.Array(Type.String()) });
export type ProductGates = Static<typeof ProductGates>;

export const gateState = defineCall(routes.gateState, {
  query: strict({
    since: Type.Optional(WireTime),
    /** Random, so that an old answer cannot be replayed. A gate that signs its calls has a nonce in each signature instead. */
    nonce: Type.Optional(Id),
    /** The gate's `productsVersion`. The answer leaves `products` out while the version is the same. */
    products: Type.Optional(Id),
  }),
  data: strict({
    /** Ed25519, base64url. A key is valid from `notBefore` to `notAfter`, both included, in epoch seconds, UTC. */
    issuerKeys: Type.Array(
      strict({
        kid: Type.String(),
        publicKey: Type.String(),
        notBefore: Type.Integer(),
        notAfter: Type.Integer(),
      }),
    ),
    /** Certificates issued at or before `at` are revoked. */
    revoked: Type.Array(strict({ ticketId: Type.String(), at: WireTime })),
    /** Passages at other gates, with the station; `single` means valid for one journey. */
    passed: Type.Array(
      strict({
        ticketId: Type.String(),
        direction: Type.Enum(['in', 'out']),
        at: WireTime,
        single: Type.Boolean(),
        stationId: Type.Optional(Type.String()),
      }),
    ),
    /**
     * The travellers' last verifications without a gate, of each ticket and direction; `cancelled` for one that its traveller took back at `at`.
     * Servers up to 1.0 do not send it.
     */
    verified: Type.Optional(
      Type.Array(
        strict({
          ticketId: Type.String(),
          direction: Type.Enum(['in', 'out']),
          at: WireTime,
          single: Type.Boolean(),
          stationId: Type.String(),
          cancelled: Type.Optional(Type.Boolean()),
        }),
      ),
    ),
    /** The products that are valid for one journey. */
    singleProducts: Type.Array(Type.String()),
    /**
     * Where each product opens gates, by product id: station ids for entry and for exit, both empty for a product
     * that opens none. It replaces the previous table as a whole. Absent if the gate named the current version.
     */
    products: Type.Optional(Type.Record(Type.String(), ProductGates)),
    /** Changes whenever `products` does. */
    productsVersion: Type.Optional(Type.String()),
    /** A passage of the same ticket in the other direction at the same station within this time is for staff. */
    passBackSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
    /** How long after the validity an entry made within it allows the exit. */
    exitGraceSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
    /** The reference for clock skew: the server's wall time, and the same in epoch milliseconds. */
    serverTime: WireTime,
    serverNow: Type.Integer(),
    /** For older gates, which do not read the header `gate-proof`. It covers the time only. */
    proof: Type.String(),
  }),
  refusals: ['GATE-0001'],
});

export const gateEvents = defineCall(routes.gateEvents, {
  body: strict({ events: Type.Array(GateEvent, { minItems: 1, maxItems: MAX_GATE_EVENTS }) }),
  bodyBytes: GATE_EVENTS_BYTES,
  data: Type.Array(
    strict({
      eventId: Type.String(),
      verdict: Type.Enum(['accepted', 'duplicate', 'conflict', 'refused']),
      reason: Type.Optional(Type.String()),
    }),
  ),
  refusals: ['GATE-0001'],
});

/** Why a code is refused, in the order of the checks. */
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
  'placeUnknown',
  'used',
  'passBack',
] as const;
export type CodeRefusal = (typeof CODE_REFUSALS)[number];

/**
 * Decides a code as a gate does, with the server's current knowledge: for a reader that is always online, and for a
 * second opinion. Records nothing; `gateEvents` reports that the gate opened.
 */
export const gateDecide = defineCall(routes.gateDecide, {
  body: strict({
    /** The text that the reader saw. The longest QR code has 7089 characters. */
    text: Type.String({ maxLength: 8192 }),
    /** The direction in which the gate works now, if only one: one of its enrolled directions. */
    direction: Type.Optional(GateDirectionField),
  }),
  /** A text of which each character is escaped to six bytes. */
  bodyBytes: 2 * BODY_BYTES,
  data: strict({
    /** 'stop' refuses; 'staff' refuses what staff can resolve at once. */
    verdict: Type.Enum(['go', 'stop', 'staff']),
    reason: Type.Optional(Type.Enum([...CODE_REFUSALS])),
    /** Only with 'stale' and 'clockAhead': the server's time minus the phone's, in seconds. */
    staleBySeconds: Type.Optional(Type.Integer()),
    /** Only with 'used' and 'passBack': when it passed. */
    usedAt: Type.Optional(WireTime),
  }),
  refusals: ['GATE-0001'],
});

/**
 * Makes the one-time code for enrolling a new gate. It is valid for 24 hours. The direction is required: 'in', 'out',
 * or 'both' for a gate that is always attended.
 */
export const deskGates = defineCall(routes.deskGates, {
  body: strict({
    stationId: Id,
    direction: GateDirectionField,
    /** True: for an inspector's device instead of a gate. Its station is where it belongs; the direction does not matter. */
    inspects: Type.Optional(Type.Boolean()),
  }),
  data: strict({ code: Type.String(), expiresAt: WireTime }),
  refusals: ['SEAT-0013'],
});
