// Takes what gates report, late and in any order: recorded as it was done, never refused for being wrong.
import type { BodyOf, DataOf } from '@kippu/contract/call';
import { GATE_CLOCK_OFF_MOST_MS, type GateEvent, type gateEvents } from '@kippu/contract/gate';
import { isWallTime, wallToEpoch } from '@kippu/domain/service-day';
import type { Certificate } from '@kippu/ticket-code/certificate-payload';
import type { IssuerKey } from '@kippu/ticket-code/verify';
import type { Trx } from '../db/database.ts';
import type { GateTable } from '../db/tables.ts';
import { endsCertificates, isRevoking, revokedUpTo } from '../ticket/revocations.ts';
import { checkCertificates } from './check-certificates.ts';
import { journeysOf } from './journeys.ts';
import { replayPassages, type History, type Revocation, type TicketPast } from './replay-passages.ts';
import * as history from './gate-history-store.ts';
import * as store from './gate-store.ts';

type Verdicts = DataOf<typeof gateEvents>;
type Readable = GateEvent & { readonly told: string };

/** Whether the certificate is of the very ticket that the event names. */
const isOf = ({ ticketId, ticketNo }: Certificate, event: GateEvent): boolean =>
  event.ticketId === undefined ? ticketNo === event.ticketNo : ticketId === event.ticketId;

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
        })),
        revocations: revocationsOf(statusesOf.get(ticket.ticket_id) ?? []),
        journeys: journeysOf(ticket.kind, ticket.trip_type),
      },
    ]),
  );
}

/** Brings entries, conflicts, times and status of the tickets to what all their passages add up to. */
async function settle(trx: Trx, tickets: readonly store.ToldTicket[], now: number) {
  const histories = new Map<string, History>();
  for (const [ticketId, past] of await pastsOf(trx, tickets)) histories.set(ticketId, replayPassages(past));
  await history.writeEntries(trx, histories);
  await history.writeLastTimes(trx, histories);
  const conflicts = new Map([...histories].map(([id, { conflicts: found }]) => [id, found]));
  await history.writeConflicts(trx, conflicts, now);
  for (const ticket of tickets)
    if (histories.get(ticket.ticket_id)?.finished) await history.finishTicket(trx, ticket, now);
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

/** A character cut in half, which the database keeps as another one: the event would not be found again by its id. */
const HALF_CHARACTER = /\p{Cs}/u;

function readable(event: GateEvent): Readable | null {
  const told = event.ticketId ?? event.ticketNo;
  if (told === undefined || !isWallTime(event.at) || HALF_CHARACTER.test(event.eventId)) return null;
  return { ...event, told };
}

/**
 * When a passage was, by the gate's clock where that can be: it is heard after it was, and of a ticket that was there. A clock
 * that says otherwise is wrong, or the passage invented; then it counts as of when it is heard, so that no ticket's history
 * lies in the future, or begins long before the ticket.
 */
function momentOf(event: Readable, ticket: store.ToldTicket | undefined, now: number) {
  const told = wallToEpoch(event.at);
  const earliest = ticket ? ticket.created_at.getTime() - GATE_CLOCK_OFF_MOST_MS : 0;
  if (told >= earliest && told <= now) return { at: new Date(told), told_at: null };
  return { at: new Date(Math.floor(now / 1000) * 1000), told_at: new Date(told) };
}

/**
 * Takes a gate's batch, the issuer keys that count or counted, and now (epoch milliseconds); records it once, whatever is
 * sent again, and gives a verdict for each event in the order of the batch. 'conflict' is recorded too and waits for the
 * desk; only what names no ticket, a day that does not exist or an id that no database keeps is 'refused'. A passage with a certificate that is not
 * genuine is kept beside the ticket it names: whoever passed was not its owner, who must still get home with it.
 */
export async function takeGateEvents(
  trx: Trx,
  gate: GateTable,
  issuerKeys: readonly IssuerKey[],
  { events }: BodyOf<typeof gateEvents>,
  now: number,
): Promise<Verdicts> {
  const batch = new Map<string, Readable>();
  for (const event of events) {
    const read = readable(event);
    if (read && !batch.has(event.eventId)) batch.set(event.eventId, read);
  }
  const told = [...batch.values()];
  // Before any ticket is locked: it takes the processor's time only.
  const certificates = checkCertificates(
    told.flatMap(({ certificate }) => certificate || []),
    issuerKeys,
  );
  const tickets = await store.lockToldTickets(
    trx,
    told.flatMap((event) => event.ticketId ?? []),
    told.flatMap((event) => (event.ticketId === undefined ? (event.ticketNo ?? []) : [])),
  );
  const byId = new Map(tickets.map((ticket) => [ticket.ticket_id, ticket]));
  const byNumber = new Map(tickets.map((ticket) => [ticket.ticket_no, ticket]));
  const strays: history.Stray[] = [];
  const rows = told.map((event) => {
    const ticket = (event.ticketId === undefined ? byNumber : byId).get(event.told);
    const named = ticket?.ticket_id ?? null;
    const certificate = certificates.get(event.certificate);
    const forged = event.certificate !== '' && !(certificate && isOf(certificate, event));
    if (forged) strays.push({ event_id: event.eventId, kind: 'forged', ticket_id: named });
    else if (named === null) strays.push({ event_id: event.eventId, kind: 'unknownTicket', ticket_id: null });
    return {
      gate_id: gate.gate_id,
      event_id: event.eventId,
      ticket_id: forged ? null : named,
      told: event.told,
      station_id: gate.station_id,
      code: event.code,
      ...momentOf(event, ticket, now),
      received_at: new Date(now),
      certificate: event.certificate,
      issued_at: certificate && !forged ? new Date(certificate.issuedAt * 1000) : null,
      reason: event.reason ?? null,
    };
  });
  const fresh = await store.insertGateEvents(trx, rows);
  const ours = rows.flatMap((row) =>
    fresh.has(row.event_id) && row.ticket_id !== null ? [{ ...row, ticket_id: row.ticket_id }] : [],
  );
  const freshStrays = strays.filter((stray) => fresh.has(stray.event_id));
  await store.insertPassageEvents(trx, ours);
  await history.insertStrays(trx, gate.gate_id, freshStrays, now);
  const touched = new Set(ours.map((row) => row.ticket_id));
  const found =
    touched.size === 0
      ? []
      : await settle(
          trx,
          tickets.filter((t) => touched.has(t.ticket_id)),
          now,
        );
  const reasons = new Map<string, string>(freshStrays.map((stray) => [stray.event_id, stray.kind]));
  for (const conflict of found)
    if (conflict.gateId === gate.gate_id && !reasons.has(conflict.eventId))
      reasons.set(conflict.eventId, conflict.kind);
  const said = new Set<string>();
  return events.map(({ eventId, ...event }) => {
    const again = said.has(eventId);
    said.add(eventId);
    if (!readable({ eventId, ...event })) return { eventId, verdict: 'refused', reason: 'unreadable' };
    if (again || !fresh.has(eventId)) return { eventId, verdict: 'duplicate' };
    const reason = reasons.get(eventId);
    return reason === undefined ? { eventId, verdict: 'accepted' } : { eventId, verdict: 'conflict', reason };
  });
}
