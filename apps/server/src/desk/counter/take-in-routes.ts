// The calls of counters, where staff accept vouchers and admissions.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/counter';
import { namesOf } from '@kippu/contract/names';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { findTakeIn, takeIn } from './take-in.ts';

export function addTakeInRoutes(app: FastifyInstance, deps: Deps): void {
  const { issuerKeys } = deps;
  bindDesk(app, deps, calls.deskCounters, async (_trx, { operator }) =>
    operator.counters
      .filter(({ productIds }) => productIds.length > 0)
      .map((counter) => ({ counterId: counter.counterId, ...namesOf(counter, 'counterName') })),
  );
  bindDesk(
    app,
    deps,
    calls.deskLookTakeIn,
    (trx, { body, language, now, operator }) =>
      findTakeIn(trx, { issuerKeys, operator }, body, { language, counterId: body.counterId, now }),
    { subject: (_input, { ticketNo }) => ticketNo },
  );
  bindDesk(
    app,
    deps,
    calls.deskTakeIn,
    (trx, { body, language, caller, now, operator }) =>
      takeIn(
        trx,
        { issuerKeys, operator },
        { ...body, by: caller.actor },
        { language, counterId: body.counterId, now },
      ),
    { subject: ({ body }) => body.ticketNo, asked: ({ body }) => body.ticketNo },
  );
}
