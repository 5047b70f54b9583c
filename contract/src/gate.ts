// The gate reader: enrolled once, fed with keys and revocations, reporting what passed.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { Id, WireTime, text } from './fields.ts';
import { Station } from './station.ts';

const GateCode = Type.Union([Type.Literal(31), Type.Literal(32), Type.Literal(37), Type.Literal(38)]);
export const GateEvent = strict({
  eventId: Id,
  ticketId: Id,
  code: GateCode,
  at: WireTime,
  certificate: text(4096),
});
export type GateEvent = Static<typeof GateEvent>;

/** The one-time code is the credential: a gate has no key before it is enrolled. */
export const gateEnrol = defineCall({
  name: 'gateEnrol',
  method: 'POST',
  path: '/gate/enrol',
  auth: 'open',
  body: strict({ code: text(64, 1) }),
  data: strict({ gateId: Type.String(), key: Type.String(), station: Station }),
  refusals: ['ACC-0004', 'ACC-0005'],
});

export const gateState = defineCall({
  name: 'gateState',
  method: 'GET',
  path: '/gate/state',
  auth: 'gate',
  query: strict({ since: Type.Optional(WireTime) }),
  data: strict({
    /** Ed25519 public keys, base64url. */
    /** A key counts from `notBefore` to `notAfter`, both included, in epoch seconds, UTC. */
    issuerKeys: Type.Array(
      strict({
        kid: Type.String(),
        publicKey: Type.String(),
        notBefore: Type.Integer(),
        notAfter: Type.Integer(),
      }),
    ),
    revoked: Type.Array(strict({ ticketId: Type.String(), at: WireTime })),
    /** The skew reference: the server's wall time, and the same in epoch milliseconds. */
    serverTime: WireTime,
    serverNow: Type.Integer(),
  }),
});

export const gateEvents = defineCall({
  name: 'gateEvents',
  method: 'POST',
  path: '/gate/events',
  auth: 'gate',
  body: strict({ events: Type.Array(GateEvent, { minItems: 1, maxItems: 500 }) }),
  data: Type.Array(
    strict({
      eventId: Type.String(),
      verdict: Type.Enum(['accepted', 'duplicate', 'conflict', 'refused']),
      reason: Type.Optional(Type.String()),
    }),
  ),
});
