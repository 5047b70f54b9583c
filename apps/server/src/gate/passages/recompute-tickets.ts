// What all that was told of a ticket adds up to: its past read anew, its entries, times, conflicts and end written.
import type { Trx } from '../db/database.ts';
import { carryExit, REISSUE_METHOD } from '../ticket/carry-exit.ts';
import { endsCertificates, isRevoking, revokedUpTo } from '../ticket/revocations.ts';
import * as history from './gate-history-store.ts';
import * as store from './gate-store.ts';
import { journeysOf } from './journeys.ts';
import { replayPassages, type Conflict, type Revocation, type TicketPast } from './replay-passages.ts';

type Statuses = Awaited<ReturnType<typeof history.readPasts>>['statuses'];

/** Reads a ticket's changes, oldest first, as the times in which it was revoked. */
function revocationsOf(changes: Statuses): Revocation[] {
  const spans: Revocation[] = [];
  const times: Date[] = [];
  let open: Revocation | null = null;
  for (const { kind, to_status, at } of changes) {
    const revokes = isRevoking(to_status);
    const ends = endsCertificates(kind);
    if (revokes || ends) times.push(at);
    const begins = { from: at.getTime(), until: null, upTo: (revokedUpTo(times) ?? 0) * 1000 };
    if (ends) spans.push({ ...begins, onlyOlder: true });
    if (to_status === null) continue;
    if (revokes) open ??= { ...begins, onlyOlder: false };
    else if (open) {
      spans.push({ ...open, until: at.getTime() });
      open = null;
    }
  }
  if (open) spans.push(open);
  return spans;
}

const grouped = <T extends { ticket_id: string | null }>(rows: readonly T[]) => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.ticket_id ?? '');
    if (group) group.push(row);
    else groups.set(row.ticket_id ?? '', [row]);
  }
  return groups;
};

async function pastsOf(
  trx: Trx,
  tickets: readonly store.ToldTicket[],
): Promise<ReadonlyMap<string, TicketPast>> {
  const { passages, checks, statuses } = await history.readPasts(
    trx,
    tickets.map((ticket) => ticket.ticket_id),
  );
  const [byTicket, checksOf, statusesOf] = [grouped(passages), grouped(checks), grouped(statuses)];
  return new Map(
    tickets.map((ticket) => [
      ticket.ticket_id,
      {
        passages: (byTicket.get(ticket.ticket_id) ?? []).map((row) => ({
          gateId: row.gate_id,
          eventId: row.event_id,
          stationId: row.station_id,
          allowed: row.allowed,
          code: row.code,
          at: row.at.getTime(),
          toldAt: (row.told_at ?? row.at).getTime(),
          issuedAt: row.issued_at?.getTime() ?? null,
        })),
        checks: (checksOf.get(ticket.ticket_id) ?? []).map((row) => ({
          recordId: row.record_id,
          direction: row.direction,
          at: row.verified_at.getTime(),
          carried: row.method === REISSUE_METHOD,
        })),
        revocations: revocationsOf(statusesOf.get(ticket.ticket_id) ?? []),
        journeys: journeysOf(ticket.kind, ticket.trip_type),
      },
    ]),
  );
}

/** When the journeys ended that a ticket made until it was replaced, less those that the new one counts. */
function uncarried(past: TicketPast, until: number, carried: readonly number[]): readonly number[] {
  const before = <T extends { readonly at: number }>(steps: readonly T[]) =>
    steps.filter(({ at }) => at < until);
  const { ends } = replayPassages({ ...past, passages: before(past.passages), checks: before(past.checks) });
  const missing = ends.length - carried.length;
  return missing > 0 ? ends.filter((at) => !carried.includes(at)).slice(-missing) : [];
}

/**
 * What gates tell late of a ticket that was reissued meanwhile: the journeys that it made until then are those of the new
 * ticket too, as if they had been told in time. What passed with it later is no journey of the new one's owner.
 */
async function carryOn(trx: Trx, pasts: ReadonlyMap<string, TicketPast>, now: number): Promise<void> {
  for (const fresh of await store.lockReissues(trx, [...pasts.keys()])) {
    const old = fresh.reissue_of ?? '';
    const past = pasts.get(old);
    const own = (await pastsOf(trx, [fresh])).get(fresh.ticket_id);
    if (!past || !own || own.journeys === null) continue;
    const carried = own.checks.flatMap(({ at, carried: is }) => (is ? [at] : []));
    const ends = uncarried(past, fresh.created_at.getTime(), carried);
    for (const exit of await history.listExits(trx, old, ends))
      await carryExit(trx, { from: old, to: fresh.ticket_id }, exit);
    if (ends.length > 0) await settle(trx, [fresh], now);
  }
}

/** Brings entries, conflicts, times and status of locked tickets to what all their passages add up to; gives the conflicts. */
export async function settle(
  trx: Trx,
  tickets: readonly store.ToldTicket[],
  now: number,
): Promise<readonly Conflict[]> {
  const pasts = await pastsOf(trx, tickets);
  const histories = new Map([...pasts].map(([ticketId, past]) => [ticketId, replayPassages(past)] as const));
  await history.writeEntries(trx, histories);
  await history.writeLastTimes(trx, histories);
  const conflicts = new Map([...histories].map(([id, { conflicts: found }]) => [id, found]));
  await history.writeConflicts(trx, conflicts, now);
  for (const ticket of tickets)
    if (histories.get(ticket.ticket_id)?.finished) await history.finishTicket(trx, ticket, now);
  const replaced = tickets.flatMap(({ ticket_id, status }) => (status === 'reissued' ? ticket_id : []));
  if (replaced.length > 0)
    await carryOn(trx, new Map([...pasts].filter(([ticketId]) => replaced.includes(ticketId))), now);
  return [...conflicts.values()].flat();
}

const toldTicket = async (trx: Trx, ticketId: string) =>
  (await store.lockToldTickets(trx, [ticketId], []))[0];

async function isFinished(trx: Trx, ticket: store.ToldTicket): Promise<boolean> {
  const past = (await pastsOf(trx, [ticket])).get(ticket.ticket_id);
  return past !== undefined && replayPassages(past).finished;
}

/** Whether a ticket's journeys are used up, also where gates told the last of them while it was suspended. */
export async function isUsedUp(trx: Trx, ticketId: string): Promise<boolean> {
  const ticket = await toldTicket(trx, ticketId);
  return ticket !== undefined && isFinished(trx, ticket);
}

/** Ends a locked ticket whose journeys are used up: a passage that gates told while it was suspended has ended nothing yet. */
export async function finishIfUsedUp(trx: Trx, ticketId: string, now: number): Promise<void> {
  const ticket = await toldTicket(trx, ticketId);
  if (ticket && (await isFinished(trx, ticket))) await history.finishTicket(trx, ticket, now);
}
