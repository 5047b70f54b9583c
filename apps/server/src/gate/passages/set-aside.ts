// Sets aside passages of a closed gate after the time until which it counts, and recomputes their tickets without them.
import type { Trx } from '../../platform/db/database.ts';
import type { GateRules } from '../../platform/operator/operator-schemas.ts';
import * as history from '../store/gate-history-store.ts';
import * as store from '../store/gate-store.ts';
import { recomputeTickets } from './recompute-tickets.ts';

/**
 * Sets aside the passages of a closed gate after the time until which it counts, including those that a later gate of the
 * same device reported. A ticket that they used up stays used: the desk reissues it. `now` is in epoch milliseconds.
 */
export async function setAsideAfterClosing(
  trx: Trx,
  gateId: string,
  rules: GateRules,
  now: number,
): Promise<void> {
  const events = await store.listUncounted(trx, gateId);
  if (events.length === 0) return;
  const strays = events.map((event) => ({ ...event, kind: 'afterClosing' as const }));
  const tickets = await store.lockReportedTickets(
    trx,
    events.flatMap(({ ticket_id }) => ticket_id ?? []),
    [],
  );
  await history.insertStrays(trx, strays, now);
  await recomputeTickets(trx, tickets, rules, now);
}
