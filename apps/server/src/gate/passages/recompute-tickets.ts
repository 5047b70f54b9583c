// Recomputes a ticket's entries, times, conflicts and final status from all its gate events, and saves them.
import type { Db, Trx } from '../../platform/db/database.ts';
import type { GateRules } from '@kippu/contract/page-settings';
import { copyExit, REISSUE_METHOD, takeBackExits } from '../../ticket/entry/copy-exit.ts';
import { endsCertificates, isRevoking, revokedUpTo } from '../../ticket/certificate/revocations.ts';
import * as history from '../store/gate-history-store.ts';
import * as store from '../store/gate-store.ts';
import { journeysOf } from '../store/journeys.ts';
import {
  nameOf,
  replayPassages,
  type Check,
  type Conflict,
  type Handover,
  type Revocation,
  type TicketPast,
} from './replay-passages.ts';

type Statuses = Awaited<ReturnType<typeof history.readPasts>>['statuses'];

/** Turns a ticket's changes, the oldest first, into the times in which it was revoked. */
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

/** For callers that only ask whether the journeys are used up, which no gate rule affects. */
const NO_RULES: GateRules = { passBackMinutes: 0 };

interface KnownPast extends TicketPast {
  /** The status from which it became used; null if it did not. */
  readonly usedFrom: 'bound' | 'inUse' | null;
}

/** Returns the status from which the ticket last became used. */
function usedFromOf(changes: Statuses): KnownPast['usedFrom'] {
  const from = changes.findLast(({ to_status }) => to_status === 'used')?.from_status;
  return from === 'bound' || from === 'inUse' ? from : null;
}

/** Returns how the ticket got another account or was replaced by another ticket. `changes` has the oldest first. */
function handoversOf(changes: Statuses): readonly Handover[] {
  const times: Date[] = [];
  return changes.flatMap(({ kind, to_status, at, event_id, from, to }) => {
    if (isRevoking(to_status) || endsCertificates(kind)) times.push(at);
    if (kind !== 'transfer' && to_status !== 'reissued') return [];
    const upTo = (revokedUpTo(times) ?? 0) * 1000;
    const accounts = kind === 'transfer' ? { from, to } : null;
    return [{ at: at.getTime(), historyId: Number(event_id), upTo, accounts }];
  });
}

/** Returns when a traveller added the ticket, or staff issued it to one in place of another; null if it has never been a traveller's. */
function boundAtOf(ticket: store.ReportedTicket, changes: Statuses): number | null {
  const bound = changes.find(({ to_status }) => to_status === 'bound' || to_status === 'inUse');
  return bound?.at.getTime() ?? (ticket.account_id === null ? null : 0);
}

/** Returns when the present account received the ticket, or one that it replaces: a reissue copies a journey of before. */
const ownedSinceOf = (changes: Statuses, earlier: Date | undefined): number =>
  (changes.findLast(({ kind }) => kind === 'transfer')?.at ?? earlier)?.getTime() ?? 0;

type CheckRow = Awaited<ReturnType<typeof history.readPasts>>['checks'][number];

/** Returns when the check was cancelled; null for not. Another process may have cancelled it with a clock that is behind. */
const cancelledAtOf = ({ state, verified_at, closed_at }: CheckRow): number | null =>
  state === 'cancelled' ? Math.max(closed_at?.getTime() ?? 0, verified_at.getTime()) : null;

async function pastsOf(
  db: Db,
  tickets: readonly store.ReportedTicket[],
  rules: GateRules,
): Promise<ReadonlyMap<string, KnownPast>> {
  const { passages, checks, statuses, recorded, closings } = await history.readPasts(
    db,
    tickets.map((ticket) => ticket.ticket_id),
  );
  const replacing = tickets.flatMap(({ ticket_id, reissue_of }) => (reissue_of === null ? [] : ticket_id));
  const earlier = await history.listEarlierTransfers(db, replacing);
  const closingsOf = grouped(closings);
  const [byTicket, checksOf, statusesOf] = [grouped(passages), grouped(checks), grouped(statuses)];
  const pastOf = (ticket: store.ReportedTicket): KnownPast => {
    const reports = byTicket.get(ticket.ticket_id) ?? [];
    const records = checksOf.get(ticket.ticket_id) ?? [];
    const changes = statusesOf.get(ticket.ticket_id) ?? [];
    const ends = closingsOf.get(ticket.ticket_id) ?? [];
    return {
      passages: reports.map((row) => ({
        gateId: row.gate_id,
        eventId: row.event_id,
        stationId: row.station_id,
        allowed: row.allowed,
        code: row.code,
        at: row.at.getTime(),
        reportedAt: (row.told_at ?? row.at).getTime(),
        issuedAt: row.issued_at?.getTime() ?? null,
        wrongPlace: row.wrong_place,
        historyId: recorded.get(history.eventKey(row)) ?? 0,
        missed: ends.some(
          (closed) => closed.at > row.at && closed.historyId < (recorded.get(history.eventKey(row)) ?? 0),
        ),
      })),
      checks: records.map((row) => ({
        recordId: row.record_id,
        stationId: row.station_id,
        direction: row.direction,
        at: row.verified_at.getTime(),
        copied: row.method === REISSUE_METHOD,
        cancelledAt: cancelledAtOf(row),
      })),
      revocations: revocationsOf(changes),
      handovers: handoversOf(changes),
      boundAt: boundAtOf(ticket, changes),
      journeys: journeysOf(ticket.trip_type),
      // The column stores the last second, which is valid to its end.
      validUntil: ticket.abt_expire_date && ticket.abt_expire_date.getTime() + 999,
      ownedSince: ownedSinceOf(changes, earlier.get(ticket.ticket_id)),
      passBackMs: rules.passBackMinutes * 60_000,
      usedFrom: usedFromOf(changes),
    };
  };
  return new Map(tickets.map((ticket) => [ticket.ticket_id, pastOf(ticket)]));
}

/** Returns when the replaced ticket's journeys ended before `until`, the time of the reissue. */
function endsBefore(past: TicketPast, until: number): readonly number[] {
  const before = <T extends { readonly at: number }>(steps: readonly T[]) =>
    steps.filter(({ at }) => at < until);
  return replayPassages({ ...past, passages: before(past.passages), checks: before(past.checks) }).ends;
}

/** Lists the verified entries of a ticket, or else of those that replaced it, that only a journey of an earlier ticket explains. */
async function listUnexplained(
  trx: Trx,
  ticket: store.ReportedTicket,
  rules: GateRules,
): Promise<readonly Check[]> {
  const past = (await pastsOf(trx, [ticket], rules)).get(ticket.ticket_id);
  const own = past ? replayPassages(past).unexplained : [];
  if (own.length > 0 || ticket.status !== 'reissued') return own;
  const [next] = await store.lockReissues(trx, [ticket.ticket_id]);
  return next ? listUnexplained(trx, next, rules) : [];
}

/**
 * Keeps the journeys of reissued tickets and of their replacements the same: copies those that gates reported late, and takes copies back
 * whose exits were set aside. Only journeys before the reissue are copied: later passages are not the new ticket's. Returns the conflict of each ticket
 * whose last journey its replacement has made again without a gate.
 */
async function copyJourneys(
  trx: Trx,
  pasts: ReadonlyMap<string, TicketPast>,
  rules: GateRules,
  now: number,
): Promise<ReadonlyMap<string, readonly Conflict[]>> {
  const madeAgain = new Map<string, readonly Conflict[]>();
  for (const fresh of await store.lockReissues(trx, [...pasts.keys()])) {
    const old = fresh.reissue_of ?? '';
    const past = pasts.get(old);
    const own = (await pastsOf(trx, [fresh], rules)).get(fresh.ticket_id);
    if (!past || !own) continue;
    const ends = endsBefore(past, fresh.created_at.getTime());
    const copied = own.checks.flatMap(({ at, copied: is }) => (is ? [at] : []));
    const [kept, gone] = [
      copied.filter((at) => ends.includes(at)),
      copied.filter((at) => !ends.includes(at)),
    ];
    const missing = own.journeys === null ? 0 : ends.length - kept.length;
    const added = missing > 0 ? ends.filter((at) => !kept.includes(at)).slice(-missing) : [];
    await takeBackExits(trx, fresh.ticket_id, gone);
    for (const exit of await history.listExits(trx, old, added))
      await copyExit(trx, { from: old, to: fresh.ticket_id }, exit);
    if (added.length + gone.length > 0) await recomputeTickets(trx, [fresh], rules, now);
    const { ending } = replayPassages(past);
    if (!ending) continue;
    const { gateId, eventId } = ending;
    const unexplained = await listUnexplained(trx, fresh, rules);
    madeAgain.set(
      old,
      unexplained.map((check) => ({ gateId, eventId, kind: 'usedUp', against: nameOf(check) })),
    );
  }
  return madeAgain;
}

/** Copies the last journey of a locked ticket to its replacement, so that gates and stations count it. Returns when it ended. */
export async function copyLastJourney(trx: Trx, from: string, to: string): Promise<Date | null> {
  const ticket = await lockReported(trx, from);
  const past = ticket && (await pastsOf(trx, [ticket], NO_RULES)).get(from);
  const [exit] = past ? await history.listExits(trx, from, replayPassages(past).ends.slice(-1)) : [];
  if (!exit) return null;
  await copyExit(trx, { from, to }, exit);
  return exit.at;
}

/**
 * Recomputes and saves entries, conflicts, times and status of locked tickets. A used ticket gets its former status back if passages that had used it
 * up were set aside since, or if its traveller turns out to be inside a station and needs it to leave. Returns the conflicts.
 */
export async function recomputeTickets(
  trx: Trx,
  tickets: readonly store.ReportedTicket[],
  rules: GateRules,
  now: number,
): Promise<readonly Conflict[]> {
  const pasts = await pastsOf(trx, tickets, rules);
  const histories = new Map([...pasts].map(([ticketId, past]) => [ticketId, replayPassages(past)] as const));
  await history.writeEntries(trx, histories);
  await history.writeLastTimes(trx, histories);
  const replaced = tickets.flatMap(({ ticket_id, status }) => (status === 'reissued' ? ticket_id : []));
  const madeAgain =
    replaced.length > 0
      ? await copyJourneys(
          trx,
          new Map([...pasts].filter(([ticketId]) => replaced.includes(ticketId))),
          rules,
          now,
        )
      : new Map<string, readonly Conflict[]>();
  const conflicts = new Map(
    [...histories].map(
      ([id, { conflicts: found }]) => [id, [...found, ...(madeAgain.get(id) ?? [])]] as const,
    ),
  );
  await history.writeConflicts(trx, conflicts, now);
  for (const ticket of tickets) {
    const past = pasts.get(ticket.ticket_id);
    const found = histories.get(ticket.ticket_id);
    if (found?.finished) await history.finishTicket(trx, ticket, now);
    else if (ticket.status === 'used' && past?.usedFrom && past.journeys !== null)
      if (found?.inside || (await history.hasSetAside(trx, ticket.ticket_id)))
        await history.reopenTicket(trx, ticket.ticket_id, past.usedFrom, now);
  }
  return [...conflicts.values()].flat();
}

const lockReported = async (trx: Trx, ticketId: string) =>
  (await store.lockReportedTickets(trx, [ticketId], []))[0];

/** Whether a ticket's journeys have ended, wherever its traveller is. Any number of journeys has no end. */
export async function areJourneysOver(db: Db, ticketId: string): Promise<boolean> {
  const ticket = await store.findReportedTicket(db, ticketId);
  const past = ticket && (await pastsOf(db, [ticket], NO_RULES)).get(ticketId);
  return past !== undefined && past.journeys !== null && replayPassages(past).ends.length >= past.journeys;
}

/** Whether a ticket's journeys are used up, even when gates reported the last one while it was suspended. */
export async function isUsedUp(trx: Trx, ticketId: string): Promise<boolean> {
  const ticket = await lockReported(trx, ticketId);
  const past = ticket && (await pastsOf(trx, [ticket], NO_RULES)).get(ticketId);
  return past !== undefined && replayPassages(past).finished;
}

/**
 * Recomputes tickets after an act that is no passage and may change what their passages mean: a traveller added them or took an entry back, staff resumed
 * them, an account gave them to another. Gates may have reported the last journey before, which could not end the ticket then.
 */
export async function recomputeAfterAct(
  trx: Trx,
  ticketIds: readonly string[],
  rules: GateRules,
  now: number,
): Promise<void> {
  const tickets = await store.lockReportedTickets(trx, ticketIds, []);
  if (tickets.length > 0) await recomputeTickets(trx, tickets, rules, now);
}
