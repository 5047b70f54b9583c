// The calls of inspectors' devices. Any other gate is answered as if they were not there.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/gate/inspect';
import { bindGate, type GateSteps } from '../../platform/calls/bind-gate.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { nameLimit, type NamedRate } from '../../platform/limits/rate-counter.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { listInspectorTrains, makeSeatList } from './train-lists.ts';

/** A device refreshes its list every two minutes; the rest is for choosing trains. */
export const LISTS_PER_INSPECTOR: NamedRate = { name: 'inspector', max: 240, timeWindow: 3_600_000 };

export function addInspectorRoutes(app: FastifyInstance, deps: Deps, gateCalls: GateSteps): void {
  const listsOf = nameLimit(LISTS_PER_INSPECTOR);
  const steps: GateSteps = {
    ...gateCalls,
    authenticate: async (request) => {
      const caller = await gateCalls.authenticate(request);
      if (!caller.gate.inspects) throw new AppError('REQ-0005');
      listsOf(caller.gate.gate_id);
      return caller;
    },
  };
  bindGate(app, deps, calls.inspectorTrains, steps, ({ query, operator, now }) =>
    listInspectorTrains(deps.db, operator, query.date, now),
  );
  bindGate(app, deps, calls.inspectorSeats, steps, ({ query, operator, now }) =>
    makeSeatList(deps.db, operator, query.departureId, now),
  );
}
