// The calls that verify entries and exits at stations, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/ticket';
import { AppError } from '../http/app-error.ts';
import { bindGuest, bindGuestWrite } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { coveredStations } from '../station/covered-stations.ts';
import { cancelEntry } from './cancel-entry.ts';
import { findEntry } from './ticket-entry-store.ts';
import { resultAnswer, verifyPassage } from './verify-passage.ts';

/** Binds them. */
export function addEntryRoutes(app: FastifyInstance, deps: Deps): void {
  const stations = { deps, stationsOf: coveredStations(deps.operator) };
  bindGuestWrite(app, deps, calls.start, (trx, { session, query, body, now }) =>
    verifyPassage(trx, stations, { accountId: session.accountId, ...query, ...body }, now),
  );
  bindGuest(app, deps, calls.verificationResult, async ({ session, query, now }) => {
    const entry = await findEntry(deps.db, session.accountId, query.recordId);
    if (!entry) throw new AppError('TKT-0001');
    return resultAnswer(entry, now);
  });
  bindGuestWrite(app, deps, calls.deleteUseFlag, async (trx, { session, query, now }) => {
    await cancelEntry(trx, session.accountId, query.recordId, now);
    return null;
  });
}
