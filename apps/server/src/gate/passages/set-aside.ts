// What a gate reported is judged again when it is closed: later passages are set aside, late reports are listed for the desk.
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import type { GateRules } from '../../platform/operator/operator-schemas.ts';
import * as history from '../store/gate-history-store.ts';
import * as store from '../store/gate-store.ts';
import { recomputeTickets } from './recompute-tickets.ts';

/** The passages of one transaction. A closed gate may have reported tens of thousands. */
const AT_ONCE = 500;
/** Passages of gates closed longer ago have been judged. */
const JUDGED_WITHIN_MS = 7 * 24 * 3_600_000;
const AGAIN_AFTER_MS = 10 * 60_000;

/**
 * Judges passages of a closed gate, at most 500. Sets aside those after the time until which it counts, including those that a later gate
 * of the same device reported, and recomputes their tickets without them. A ticket that they used up stays used: the desk reissues it.
 * Lists passages before that time which the gate reported after it: whoever had the gate may have invented their times. They count.
 * @param now epoch milliseconds
 * @returns whether passages are left for the next transaction
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
  const tickets = uncounted.length === 0 ? [] : await store.lockReportedTickets(trx, uncounted, []);
  await history.insertStrays(trx, strays, now);
  if (tickets.length > 0) await recomputeTickets(trx, tickets, rules, now);
  return events.length === AT_ONCE;
}

interface Judging {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly rules: GateRules;
}

/** Judges what is left of gates that were closed lately, in short transactions. */
export async function judgeClosedGates({ db, clock, rules }: Judging): Promise<void> {
  for (const gateId of await store.listClosedGates(db, new Date(clock() - JUDGED_WITHIN_MS)))
    while (await inTransaction(db, (trx) => judgeClosedGate(trx, gateId, rules, clock())));
}

/** Judges now and every ten minutes what a process that ended has left; errors go to `failed`. Returns a function that stops it. */
export function keepJudging(judging: Judging, failed: (error: unknown) => void): () => Promise<void> {
  let round = Promise.resolve();
  const begin = () => {
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
