// The calls of gates, and the desk's call that makes an enrolment code.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyOf } from '@kippu/contract/call';
import * as calls from '@kippu/contract/calls/gate/gate';
import { inTransaction } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindGate } from '../platform/calls/bind-gate.ts';
import { bindOpen } from '../platform/calls/bind-open.ts';
import { bindDesk } from '../platform/calls/bind-desk.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { OneAtATime } from '../platform/limits/one-at-a-time.ts';
import { nameLimit } from '../platform/limits/rate-counter.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { nameCaller } from '../platform/wire/security-log.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { decisionKeys } from './decide/check-certificates.ts';
import { decideOnline } from './decide/decide-online.ts';
import { enrolGate, makeGateCode } from './enrol/enrol-gate.ts';
import {
  answerKeyOf,
  checkedBody,
  EVENTS_PER_GATE,
  gateAuth,
  proofOf,
  type GateCaller,
} from './enrol/gate-auth.ts';
import { gateStateAnswer } from './sync/gate-state.ts';
import { addInspectorRoutes } from './inspect/inspector-routes.ts';
import { addPassageRoutes } from './streams/passage-routes.ts';
import { isOpenGate } from './store/gate-store.ts';
import { notifyPassages } from '../push/notify-others.ts';
import { recordGateEvents } from './sync/record-gate-events.ts';

export function addGateRoutes(app: FastifyInstance, deps: Deps): void {
  addPassageRoutes(app, deps);
  const { db } = deps;
  const stationOf = (operator: OperatorData, stationId: string) => {
    const station = operator.stations.get(stationId);
    if (!station) throw new AppError('SEAT-0013');
    return station;
  };
  const { authenticate, checkEnrolment, mayEnrol } = gateAuth(db, deps.clock);
  /** Returns the proof of an answer, when the request has a nonce; else null. */
  const prove = ({ gate, nonce }: GateCaller, body: string, request: FastifyRequest): string | null => {
    const { nonce: asked } = request.query as { readonly nonce?: string };
    const by = nonce ?? asked;
    return by === undefined ? null : proofOf(answerKeyOf(gate), by, body);
  };
  const gateCalls = { authenticate, checkedBody, prove };
  addInspectorRoutes(app, deps, gateCalls);
  /** Authenticates a gate that opens. An inspector's device lets nobody pass, so it has nothing to report or to ask. */
  const authenticateGate: typeof authenticate = async (request) => {
    const caller = await authenticate(request);
    if (caller.gate.inspects) throw new AppError('REQ-0005');
    return caller;
  };
  const reports = new OneAtATime();
  const eventsOf = nameLimit(EVENTS_PER_GATE);

  bindDesk(
    app,
    deps,
    calls.deskGates,
    async (trx, { body, now, operator, caller }) => {
      const { stationId } = stationOf(operator, body.stationId);
      const { direction, inspects = false } = body;
      const made = await makeGateCode(trx, { stationId, direction, inspects, madeBy: caller.actor }, now);
      return { code: made.code, expiresAt: wireTime(made.expiresAt) };
    },
    { subject: ({ body }) => body.stationId },
  );
  bindOpen(
    app,
    deps,
    calls.gateEnrol,
    async ({ body, now, operator, request }) => {
      request.enrolmentNonce = checkEnrolment(request, body.publicKey);
      return inTransaction(db, async (trx) => {
        const { gateId, stationId, direction, inspects } = await enrolGate(trx, body.code, body, now);
        nameCaller(request, `gate:${gateId}`);
        const station = stationOf(operator, stationId);
        return { gateId, station, direction, ...(inspects ? { inspects } : {}) };
      });
    },
    {
      before: mayEnrol,
      checkedBody,
      prove: (body, request) => {
        const { answerKey } = request.body as BodyOf<typeof calls.gateEnrol>;
        return proofOf(Buffer.from(answerKey, 'base64url'), request.enrolmentNonce ?? '', body);
      },
    },
  );
  bindGate(app, deps, calls.gateState, gateCalls, ({ caller: { gate }, query, now, operator }) =>
    gateStateAnswer(db, { issuerKeys: deps.issuerKeys, operator }, gate, query, now),
  );
  bindGate(
    app,
    deps,
    calls.gateEvents,
    {
      ...gateCalls,
      // Refused before its body is read.
      authenticate: async (request) => {
        const caller = await authenticateGate(request);
        eventsOf(caller.gate.gate_id, 0);
        return caller;
      },
    },
    async ({ caller: { gate }, body, now, operator }) => {
      eventsOf(gate.gate_id, body.events.length);
      // A gate sends its batches one after the other. Sent at once, each would hold a connection while it waits for the gate's row.
      const { verdicts, isQueued } = await reports.run(gate.gate_id, () =>
        inTransaction(db, async (trx) => {
          const by = { issuerKeys: decisionKeys(deps.issuerKeys), operator };
          const recorded = await recordGateEvents(trx, gate, by, body, now);
          const accepted = recorded.flatMap(({ eventId, verdict }) =>
            verdict === 'accepted' ? eventId : [],
          );
          const passed = { gateId: gate.gate_id, eventIds: accepted };
          return { verdicts: recorded, isQueued: await notifyPassages(trx, deps, passed, now) };
        }),
      );
      if (isQueued) deps.queue.wake();
      for (const verdict of verdicts) app.metrics?.gateReported(verdict);
      return verdicts;
    },
  );
  const decideCalls = { ...gateCalls, authenticate: authenticateGate };
  bindGate(app, deps, calls.gateDecide, decideCalls, async ({ caller: { gate }, body, now, operator }) => {
    // The gate may have been closed while the body arrived.
    if (!(await isOpenGate(db, gate.gate_id))) throw new AppError('SES-0001');
    const decision = await decideOnline(db, { issuerKeys: deps.issuerKeys, operator }, gate, body, now);
    app.metrics?.gateDecided(decision);
    return decision;
  });
}
