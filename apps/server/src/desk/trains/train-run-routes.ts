// The calls about trains as they run.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/live';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { changeTrain, tryTrainChange } from './change-train.ts';
import { showTrainHistory, showTrainRun } from './show-train-run.ts';

export function addTrainRunRoutes(app: FastifyInstance, deps: Deps): void {
  const logFailure = (err: unknown) => app.log.error({ err }, 'the changed train was not looked for');
  bindDesk(app, deps, calls.deskTrainRun, (trx, { query, now, operator }) =>
    showTrainRun(trx, operator, query.departureId, now),
  );
  bindDesk(app, deps, calls.deskTrainHistory, (trx, { query, operator }) =>
    showTrainHistory(trx, operator, query.departureId),
  );
  bindDesk(app, deps, calls.deskTryTrainChange, (trx, { body, now, operator }) =>
    tryTrainChange(trx, operator, body, now),
  );
  bindDesk(
    app,
    deps,
    calls.deskChangeTrain,
    async (trx, { body, now, operator, caller }, afterCommit) => {
      const changed = await changeTrain(trx, operator, body, { actor: caller.actor, now });
      // The other processes look for it within seconds.
      afterCommit(() => void deps.timetable.refresh().catch(logFailure));
      return changed;
    },
    { subject: (_input, { departureId }) => departureId, asked: ({ body }) => body.departureId },
  );
}
