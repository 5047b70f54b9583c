// The calls that verify entries and exits at stations, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/ticket';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindGuest, bindGuestBooking, bindGuestWrite } from '../../platform/calls/bind-guest.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { cancelEntry, findCancellableUntil, type Recompute } from './cancel-entry.ts';
import { findEntry } from './ticket-entry-store.ts';
import { resultAnswer, verifyPassage } from './verify-passage.ts';

export function addEntryRoutes(app: FastifyInstance, deps: Deps, recompute: Recompute): void {
  bindGuestBooking(app, deps, calls.start, (trx, { session, query, body, now, operator }) =>
    verifyPassage(
      trx,
      { issuerKeys: deps.issuerKeys, operator },
      { accountId: session.accountId, ...query, ...body },
      now,
    ),
  );
  bindGuest(app, deps, calls.verificationResult, async ({ session, query, now, operator }) => {
    const entry = await findEntry(deps.db, session.accountId, query.recordId);
    if (!entry) throw new AppError('TKT-0001');
    const until = await findCancellableUntil(deps.db, operator.settings.rules, entry);
    return resultAnswer(entry, until, now);
  });
  bindGuestWrite(app, deps, calls.deleteUseFlag, async (trx, { session, query, now, operator }) => {
    const { rules } = operator.settings;
    await cancelEntry(trx, { rules, recompute }, { accountId: session.accountId, ...query }, now);
    return null;
  });
}
