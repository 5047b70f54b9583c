// The calls about trains as they run.
import type { FastifyInstance } from 'fastify';
import type { BodyOf } from '@kippu/contract/call';
import * as calls from '@kippu/contract/calls/desk/live';
import { bindDesk, bindDeskSlowWrite, listSubject } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { allowCuts, keepRunning, listHeldCuts } from './held-cuts.ts';
import { changeAddedTrain, tryAddedTrain } from './change-added-train.ts';
import { changeTrain, tryTrainChange } from './change-train.ts';
import { showTrainHistory, showTrainRun } from './show-train-run.ts';

export function addTrainRunRoutes(app: FastifyInstance, deps: Deps): void {
  const logFailure = (err: unknown) => app.log.error({ err }, 'the changed train was not looked for');
  /** The other processes look for it within seconds. */
  const followSoon = () => void deps.timetable.refresh().catch(logFailure);
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
      afterCommit(followSoon);
      return changed;
    },
    { subject: (_input, { departureId }) => departureId, asked: ({ body }) => body.departureId },
  );
  bindDesk(app, deps, calls.deskTryAddedTrain, (trx, { body, now, operator }) =>
    tryAddedTrain(trx, operator, body, now),
  );
  const addedTrain = ({ body }: { readonly body: BodyOf<typeof calls.deskChangeAddedTrain> }) =>
    `${body.tripId}@${body.serviceDate}`;
  bindDeskSlowWrite(
    app,
    deps,
    calls.deskChangeAddedTrain,
    {
      // It publishes a timetable, so it must know the newest.
      prepare: async () => {
        await deps.timetable.refresh();
        return deps.timetable.current;
      },
      write: async (trx, { prepared, body, caller, now }, afterCommit) => {
        const changed = await changeAddedTrain(trx, prepared, body, { actor: caller.actor, now });
        afterCommit(followSoon);
        return changed;
      },
    },
    { subject: (_input, { departureId }) => departureId, asked: addedTrain },
  );
  bindDesk(app, deps, calls.deskHeldCuts, (trx, { now, operator }) => listHeldCuts(trx, operator, now));
  const subject = ({ body }: { readonly body: BodyOf<typeof calls.deskAllowCuts> }) =>
    listSubject({ feed: body.feed, serviceDate: body.serviceDate });
  bindDesk(
    app,
    deps,
    calls.deskAllowCuts,
    (trx, { body, now, caller }, afterCommit) => {
      afterCommit(followSoon);
      return allowCuts(trx, body, { actor: caller.actor, now });
    },
    { subject, asked: subject },
  );
  bindDesk(
    app,
    deps,
    calls.deskKeepRunning,
    (trx, { body, now, caller }, afterCommit) => {
      afterCommit(followSoon);
      return keepRunning(trx, body, { actor: caller.actor, now });
    },
    { subject, asked: subject },
  );
}
