// Judges again what a gate reported, when the gate is closed at the desk. Passages after the closing's time do not count; those that were
// sent too late are listed for the desk.
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import type { GateRules } from '@kippu/contract/page-settings';
import * as history from '../store/gate-history-store.ts';
import * as store from '../store/gate-store.ts';
import { recomputeTickets } from './recompute-tickets.ts';

/** The passages of one transaction. A closed gate may have reported tens of thousands. */
const AT_ONCE = 500;
/**
 * A gate is looked at until so long after the desk stated its end: a report that was being recorded then may name it, and clocks of processes
 * differ.
 */
const LOOKED_AT_MS = 3_600_000;
const AGAIN_AFTER_MS = 10 * 60_000;

/**
 * Judges passages of a closed gate, at most 500. Sets aside those after the time until which it counts, including those that a later gate
 * of the same device reported, and recomputes their tickets without them: a ticket that they used up has its former status again.
 * Lists passages before that time which the gate reported after it: somebody who had the gate may have invented their times. They count.
 * @param now epoch milliseconds
 * @returns whether passages may be left, for another call
 */
export async function judgeClosedGate(
  trx: Trx,
  gateId: string,
  rules: GateRules,
  now: number,
): Promise<boolean> {
  const events = await store.listUnjudged(trx, gateId, AT_ONCE);
  if (events.length === 0) return false;
  const strays = events.map(({ isLate, ...event }) => ({
    ...event,
    kind: isLate ? ('reportedLate' as const) : ('afterClosing' as const),
  }));
  const uncounted = events.flatMap(({ isLate, ticket_id }) => (isLate ? [] : (ticket_id ?? [])));
  // What another gate reported as the same passage may count instead.
  const instead = await store.listTicketsOfOthers(
    trx,
    events.filter(({ isLate }) => !isLate),
  );
  const tickets =
    uncounted.length === 0 ? [] : await store.lockReportedTickets(trx, [...uncounted, ...instead], []);
  await history.insertStrays(trx, strays, now);
  await history.withdrawLate(trx, strays);
  if (tickets.length > 0) await recomputeTickets(trx, tickets, rules, now);
  return events.length === AT_ONCE;
}

interface Judging {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly rules: GateRules;
}

/**
 * Judges what is left of closed gates, in short transactions, however long ago they were closed. A gate that cannot be judged keeps no other
 * from its turn: rejects at the end with an AggregateError.
 */
export async function judgeClosedGates({ db, clock, rules }: Judging): Promise<void> {
  const failed: unknown[] = [];
  for (const { gate_id, stated } of await store.listUnjudgedGates(db)) {
    const began = clock();
    try {
      while (await inTransaction(db, (trx) => judgeClosedGate(trx, gate_id, rules, clock())));
      if (began >= stated.getTime() + LOOKED_AT_MS)
        await store.setJudged(db, gate_id, stated, new Date(began));
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'passages of closed gates are not judged');
}

/**
 * Judges closed gates now and every ten minutes, if it is not paused then, because a process may have ended before it was done. Errors go to `failed`. Returns a function
 * that stops it and waits for the current round.
 */
export function keepJudging(
  { isPaused, ...judging }: Judging & { readonly isPaused: () => boolean },
  failed: (error: unknown) => void,
): () => Promise<void> {
  let round = Promise.resolve();
  const begin = () => {
    if (isPaused()) return;
    round = round.then(() => judgeClosedGates(judging)).catch(failed);
  };
  begin();
  const timer = setInterval(begin, AGAIN_AFTER_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
