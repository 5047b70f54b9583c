// Who may knock as a gate, and how often: a flood is turned away before it costs the database a query.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction, type Db } from '../db/database.ts';
import type { GateTable } from '../db/tables.ts';
import { AppError } from '../http/app-error.ts';
import { callLimit, type CallRate } from '../http/call-limit.ts';
import { clientAddress } from '../http/client-address.ts';
import { hashToken } from '../http/session.ts';
import { findGateByKey, touchGate } from './gate-store.ts';

const MINUTE_MS = 60_000;
/** When a gate was last heard is kept so exactly. */
const TOUCH_EVERY_MS = MINUTE_MS;
/** A line of gates behind one address is enrolled in a morning; 60 random bits are not guessed at this rate. */
export const ENROL_OF_ADDRESS: CallRate = { max: 100, timeWindow: 10 * MINUTE_MS };
export const ENROL_IN_ALL: CallRate = { max: 1_000, timeWindow: 10 * MINUTE_MS };
/** Keys this process has not met: of gates after its start, or of nobody. */
export const UNKNOWN_OF_ADDRESS: CallRate = { max: 120, timeWindow: MINUTE_MS };
const UNKNOWN_IN_ALL: CallRate = { max: 3_000, timeWindow: MINUTE_MS };
/** A crowd makes three calls a traveller; a backlog of days comes in batches of up to 500 events, one after another. */
export const OF_GATE: CallRate = { max: 600, timeWindow: MINUTE_MS };

/** Only what could be a key of ours is looked for: 256 bits in base64url. */
const KEY = /^Gate ([\w-]{43})$/i;

interface GateDoor {
  /** Counts a try at enrolling. Rejects with AppError REQ-0004. */
  readonly mayEnrol: (request: FastifyRequest) => Promise<void>;
  /** Gives the gate that calls. Rejects with AppError SES-0001 without a key that counts, REQ-0004 for too many calls. */
  readonly authenticate: (request: FastifyRequest) => Promise<GateTable>;
}

const addressOf = ({ ip, socket }: FastifyRequest) => clientAddress(ip, socket.remoteAddress ?? '');
const everybody = () => 'all';
const keyHashOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = KEY.exec(headers.authorization ?? '')?.[1];
  return key === undefined ? undefined : hashToken(key);
};

/** Makes the door of one server; `clock` gives milliseconds since 1970. */
export function gateDoor(app: FastifyInstance, db: Db, clock: () => number): GateDoor {
  const limits = {
    enrolOfAddress: callLimit(app, ENROL_OF_ADDRESS, addressOf),
    enrolInAll: callLimit(app, ENROL_IN_ALL, everybody),
    unknownOfAddress: callLimit(app, UNKNOWN_OF_ADDRESS, addressOf),
    unknownInAll: callLimit(app, UNKNOWN_IN_ALL, everybody),
    ofGate: callLimit(app, OF_GATE, (request) => keyHashOf(request) ?? ''),
  };
  /** The key hashes of gates met since the start: who floods from a gate's own address does not shut it out. */
  const met = new Set<string>();
  return {
    mayEnrol: async (request) => {
      // The address first: who is turned away by it takes nothing of what all have.
      await limits.enrolOfAddress(request);
      await limits.enrolInAll(request);
    },
    authenticate: async (request) => {
      const keyHash = keyHashOf(request);
      if (keyHash === undefined) throw new AppError('SES-0001');
      if (met.has(keyHash)) await limits.ofGate(request);
      else {
        await limits.unknownOfAddress(request);
        await limits.unknownInAll(request);
      }
      const gate = await findGateByKey(db, keyHash);
      if (!gate) {
        met.delete(keyHash);
        throw new AppError('SES-0001');
      }
      met.add(keyHash);
      const now = clock();
      if (now - (gate.heard_at?.getTime() ?? 0) >= TOUCH_EVERY_MS)
        await inTransaction(db, (trx) => touchGate(trx, gate.gate_id, new Date(now)));
      return gate;
    },
  };
}
