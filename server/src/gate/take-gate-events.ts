// Takes what gates report, late and in any order: recorded as it was done, never refused for being wrong.
import type { BodyOf, DataOf } from '@kippu/contract/call';
import { GATE_CLOCK_OFF_MOST_MS, type GateEvent, type gateEvents } from '@kippu/contract/gate';
import { isWallTime, wallToEpoch } from '@kippu/domain/service-day';
import type { Certificate } from '@kippu/ticket-code/certificate-payload';
import type { IssuerKey } from '@kippu/ticket-code/verify';
import type { Trx } from '../db/database.ts';
import type { GateTable } from '../db/tables.ts';
import { checkCertificates } from './check-certificates.ts';
import * as history from './gate-history-store.ts';
import * as store from './gate-store.ts';
import { settle } from './settle-passages.ts';

type Verdicts = DataOf<typeof gateEvents>;
type Readable = GateEvent & { readonly told: string };

/** Whether the certificate is of the very ticket that the event names. */
const isOf = ({ ticketId, ticketNo }: Certificate, event: GateEvent): boolean =>
  event.ticketId === undefined ? ticketNo === event.ticketNo : ticketId === event.ticketId;

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
