// The calls of gates, and the desk's call that makes a gate's code.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/gate';
import { inTransaction } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { bindGate, bindOpen } from '../http/bind-call.ts';
import { bindDesk } from '../http/bind-desk.ts';
import type { Deps } from '../http/deps.ts';
import { wireTime } from '../http/wire-time.ts';
import { decidersKeys } from './check-certificates.ts';
import { decideOnline } from './decide-online.ts';
import { enrolGate, makeGateCode } from './enrol-gate.ts';
import { gateDoor } from './gate-door.ts';
import { gateStateAnswer } from './gate-state.ts';
import { addPassageRoutes } from './passage-routes.ts';
import { takeGateEvents } from './take-gate-events.ts';

/** Binds the feature's calls. */
export function addGateRoutes(app: FastifyInstance, deps: Deps): void {
  addPassageRoutes(app, deps);
  const { db, operator } = deps;
  const stationOf = (stationId: string) => {
    const station = operator.stations.get(stationId);
    if (!station) throw new AppError('SEAT-0013');
    return station;
  };
  const { authenticate, mayEnrol } = gateDoor(app, db, deps.clock);

  bindDesk(
    app,
    deps,
    calls.deskGates,
    async (trx, { body, now }) => {
      const { stationId } = stationOf(body.stationId);
      const made = await makeGateCode(trx, { stationId, direction: body.direction ?? 'both' }, now);
      return { code: made.code, expiresAt: wireTime(made.expiresAt) };
    },
    { subject: ({ body }) => body.stationId },
  );
  bindOpen(
    app,
    deps,
    calls.gateEnrol,
    ({ body, now }) =>
      inTransaction(db, async (trx) => {
        const { gateId, key, stationId, direction } = await enrolGate(trx, body.code, now);
        return { gateId, key, station: stationOf(stationId), direction };
      }),
    mayEnrol,
  );
  bindGate(app, deps, calls.gateState, authenticate, ({ gate, query, now }) =>
    gateStateAnswer(db, deps, gate, query, now),
  );
  bindGate(
    app,
    deps,
    calls.gateEvents,
    authenticate,
    ({ gate, body, now }) =>
      inTransaction(db, (trx) => takeGateEvents(trx, gate, decidersKeys(deps.issuerKeys), body, now)),
    calls.GATE_EVENTS_BYTES,
  );
  bindGate(app, deps, calls.gateDecide, authenticate, ({ gate, body, now }) =>
    decideOnline(db, deps, gate, body, now),
  );
}
