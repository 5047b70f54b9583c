// Whose passage it was: of the present owner, or of somebody who has given the ticket away since. The latter does not count.
import type { Trx } from '../../platform/db/database.ts';
import type { GateRules } from '@kippu/contract/page-settings';
import { listTransfers, type Transfer } from '../../ticket/certificate/revocations.ts';
import { insertStrays } from '../store/gate-history-store.ts';
import * as store from '../store/gate-store.ts';
import { recomputeAfterAct, recomputeTickets } from './recompute-tickets.ts';

/** By what a passage is its owner's. */
interface Shown {
  /** When its certificate was issued, epoch seconds; null when staff let it pass by hand. */
  readonly issuedAt: number | null;
  /** By the gate's clock, epoch milliseconds. */
  readonly at: number;
}

/** Whether a passage was made by an account that has neither the ticket now, nor the ticket that replaced it. */
export type OfFormerOwner = (ticketId: string, shown: Shown) => boolean;

/**
 * Whether the transfer came after the passage. A certificate is its owner's by its issue, whatever time the gate names: a stolen gate invents times.
 * By hand there is only that time.
 */
const isAfter = (transfer: Transfer, { issuedAt, at }: Shown): boolean =>
  issuedAt === null ? transfer.at >= at : issuedAt <= transfer.upTo;

/**
 * Locks the tickets that replaced the given locked ones. Returns whether a passage is a former owner's: the ticket, or one that replaced it, was
 * transferred after the passage, and its account then does not have it again.
 */
export async function readOwners(trx: Trx, tickets: readonly store.ReportedTicket[]): Promise<OfFormerOwner> {
  const next = new Map<string, string>();
  let replaced = tickets.flatMap(({ ticket_id, status }) => (status === 'reissued' ? ticket_id : []));
  while (replaced.length > 0) {
    const fresh = await store.lockReissues(trx, replaced);
    for (const { reissue_of, ticket_id } of fresh) next.set(reissue_of ?? '', ticket_id);
    replaced = fresh.flatMap(({ ticket_id, status }) => (status === 'reissued' ? ticket_id : []));
  }
  const transfers = await listTransfers(trx, [
    ...new Set([...tickets.map(({ ticket_id }) => ticket_id), ...next.values()]),
  ]);
  return (ticketId, shown) => {
    const since = (transfers.get(ticketId) ?? []).filter((transfer) => isAfter(transfer, shown));
    for (let id = next.get(ticketId); id !== undefined; id = next.get(id))
      since.push(...(transfers.get(id) ?? []));
    const [first, last] = [since[0], since.at(-1)];
    return first !== undefined && (first.from === null || first.from !== last?.to);
  };
}

/**
 * Recomputes a ticket that got another account. Counts the passages that were set aside while somebody else had the ticket, or the one that replaced it, once
 * it is their owner's again. Without this a ticket that is given away and back would have another journey for each that gates report in between.
 * @param now epoch milliseconds
 */
export async function recomputeTransferred(
  trx: Trx,
  ticketId: string,
  rules: GateRules,
  now: number,
): Promise<void> {
  await countReturned(trx, ticketId, rules, now);
  await recomputeAfterAct(trx, [ticketId], rules, now);
}

async function countReturned(trx: Trx, ticketId: string, rules: GateRules, now: number): Promise<void> {
  const asideOf = await store.listOfFormerOwners(trx, ticketId);
  if (asideOf.length === 0) return;
  const tickets = await store.lockReportedTickets(
    trx,
    asideOf.map(({ ticket_id }) => ticket_id),
    [],
  );
  const isFormer = await readOwners(trx, tickets);
  const returned = asideOf.filter(
    ({ ticket_id, at, issued_at }) =>
      !isFormer(ticket_id, {
        issuedAt: issued_at && Math.floor(issued_at.getTime() / 1000),
        at: at.getTime(),
      }),
  );
  if (returned.length === 0) return;
  const uncounted = await store.countAgain(trx, returned, now);
  await insertStrays(
    trx,
    uncounted.map((each) => ({ ...each, kind: 'afterClosing' as const })),
    now,
  );
  const ids = new Set(returned.map(({ ticket_id }) => ticket_id));
  await recomputeTickets(
    trx,
    tickets.filter(({ ticket_id }) => ids.has(ticket_id)),
    rules,
    now,
  );
}
