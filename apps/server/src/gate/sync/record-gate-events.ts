// Records what gates report, late and in any order. An act that was wrong is recorded as it happened, not refused.
import type { BodyOf, DataOf } from '@kippu/contract/call';
import {
  MAX_GATE_CLOCK_OFF_MS,
  MAX_BY_HAND,
  MAX_OF_ONE_TICKET_A_DAY,
  MAX_SET_ASIDE_A_DAY,
} from '@kippu/contract/limits';
import type { GateEvent, gateEvents } from '@kippu/contract/calls/gate/gate';
import { isSeen, seenLine } from '@kippu/domain/text/seen-text';
import { isWallTime, wallToEpoch } from '@kippu/domain/time/service-day';
import type { Certificate } from '@kippu/ticket-code/certificate/payload';
import type { IssuerKey } from '@kippu/ticket-code/decide/verify';
import type { Trx } from '../../platform/db/database.ts';
import type { GateEventTable, GateTable } from '../../platform/db/tables/tables.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { isProved } from '@kippu/ticket-code/decide/passage-proof';
import type { Direction } from '@kippu/ticket-code/code/moment';
import { nodeChecks } from '../decide/node-checks.ts';
import { checkCertificates } from '../decide/check-certificates.ts';
import * as history from '../store/gate-history-store.ts';
import * as store from '../store/gate-store.ts';
import { readProductTable, type ProductTable } from '../store/product-table.ts';
import { readOwners } from '../passages/former-owners.ts';
import { recomputeTickets } from '../passages/recompute-tickets.ts';

type Verdicts = DataOf<typeof gateEvents>;
type Readable = GateEvent & { readonly ticketText: string };

/** Whether the certificate is of the ticket that the event names. */
const isOf = ({ ticketId, ticketNo }: Certificate, event: GateEvent): boolean =>
  event.ticketId === undefined ? ticketNo === event.ticketNo : ticketId === event.ticketId;

/** A lone surrogate. The database replaces it, so the event would not be found again by its id. */
const HALF_CHARACTER = /\p{Cs}/u;

function readable(event: GateEvent): Readable | null {
  const ticketText = event.ticketId ?? event.ticketNo;
  if (ticketText === undefined || !isWallTime(event.at) || HALF_CHARACTER.test(event.eventId)) return null;
  return { ...event, ticketText };
}

/**
 * Returns when a passage happened: the gate clock's time when it is possible, which is before now and not before the ticket
 * existed. Otherwise the clock is wrong or the passage invented, and the time of receipt counts, so that no ticket's
 * history lies in the future or begins before the ticket.
 */
function momentOf(event: Readable, ticket: store.ReportedTicket | undefined, now: number) {
  const reported = wallToEpoch(event.at);
  const earliest = ticket ? ticket.created_at.getTime() - MAX_GATE_CLOCK_OFF_MS : 0;
  if (reported >= earliest && reported <= now) return { at: new Date(reported), told_at: null };
  return { at: new Date(Math.floor(now / 1000) * 1000), told_at: new Date(reported) };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const DIRECTIONS: Readonly<Partial<Record<GateEvent['code'], Direction>>> = { 31: 'in', 32: 'out' };

/** Whether the phone's moment proves the passage. `certificate` is its genuine certificate. */
const isShown = (
  { certificate: bytes, moment, code, at }: GateEvent,
  certificate: Certificate | null | undefined,
): boolean =>
  moment !== undefined &&
  certificate !== null &&
  certificate !== undefined &&
  isProved(
    {
      certificate: Buffer.from(bytes, 'base64url'),
      phoneKey: certificate.phoneKey,
      moment: Buffer.from(moment, 'base64url'),
      direction: DIRECTIONS[code] ?? null,
      at: wallToEpoch(at) / 1000,
    },
    nodeChecks,
  );

/** Returns the ids of the events that a moment proves. After more than `maxInvalid` invalid moments the rest is not verified any more. */
function findShown(
  events: readonly Readable[],
  certificates: ReadonlyMap<string, Certificate | null>,
  maxInvalid: number,
): ReadonlySet<string> {
  const shown = new Set<string>();
  let invalid = 0;
  for (const event of events) {
    const certificate = certificates.get(event.certificate);
    if (invalid > maxInvalid || !certificate || event.moment === undefined) continue;
    if (isShown(event, certificate)) shown.add(event.eventId);
    else invalid += 1;
  }
  return shown;
}

/** Whether a passage is before a moment (epoch milliseconds) by more than a gate's clock may be off. */
const isBefore = (at: Date, moment: number): boolean => at.getTime() < moment - MAX_GATE_CLOCK_OFF_MS;

/** Whether staff let somebody pass without a certificate. */
const isByHand = ({ certificate }: Pick<GateEvent, 'certificate'>): boolean => certificate === '';
/** Whether the product opens no gate of that direction at the station. Staff may force it anywhere, if it opens a gate at all. */
function isWrongPlace(
  table: ProductTable,
  { product_id }: store.ReportedTicket,
  { code }: GateEvent,
  stationId: string,
): boolean {
  const places = table.get(product_id);
  if (!places) return false;
  if (code !== 31 && code !== 32) return places.in.size === 0 && places.out.size === 0;
  return !places[code === 31 ? 'in' : 'out'].has(stationId);
}

/**
 * Returns the passages without a certificate that exceed the gate's limits. `known` are the counted ones it reported before.
 * The hourly limit uses the gate's time, so that a backlog of days counts. The daily limit uses the server's time, so that
 * invented times do not help a holder of the gate's key.
 */
function tooManyOf(
  events: readonly { readonly eventId: string; readonly moment: number }[],
  known: readonly { readonly at: Date; readonly received_at: Date }[],
  now: number,
): ReadonlySet<string> {
  const times = known.map(({ at }) => at.getTime());
  let today = known.filter(({ received_at }) => received_at.getTime() > now - DAY_MS).length;
  const tooMany = new Set<string>();
  for (const { eventId, moment } of events) {
    const near = times.filter((time) => Math.abs(time - moment) < HOUR_MS).length;
    if (near >= MAX_BY_HAND.anHour || today >= MAX_BY_HAND.aDay) tooMany.add(eventId);
    else {
      times.push(moment);
      today += 1;
    }
  }
  return tooMany;
}

interface Judged {
  readonly event: Readable;
  readonly kind: history.Stray['kind'] | null;
  readonly at: Date;
}

/** Returns which of this batch's events without a certificate exceed the gate's limits. */
async function findTooMany(
  trx: Trx,
  gate: GateTable,
  judged: readonly Judged[],
  now: number,
): Promise<ReadonlySet<string>> {
  const byHand = judged.filter(({ event, kind }) => kind === null && isByHand(event));
  if (byHand.length === 0) return new Set();
  const moments = byHand.map(({ at }) => at.getTime());
  const known = await store.listByHand(trx, gate.gate_id, {
    from: new Date(Math.min(...moments) - HOUR_MS),
    to: new Date(Math.max(...moments) + HOUR_MS),
    receivedFrom: new Date(now - DAY_MS),
  });
  const had = new Set(known.map(({ event_id }) => event_id));
  // Events that were reported before are already counted.
  const fresh = byHand.filter(({ event }) => !had.has(event.eventId));
  return tooManyOf(
    fresh.map(({ event: { eventId }, at }) => ({ eventId, moment: at.getTime() })),
    known,
    now,
  );
}

/**
 * Returns the events of the batch that exceed what one gate may report of one ticket in a day. No traveller passes that often; and with many
 * passages of a ticket, each further one takes long to record.
 */
async function beyondTicketLimit(
  trx: Trx,
  gateId: string,
  passages: readonly Pick<GateEventTable, 'event_id' | 'ticket_id' | 'certificate'>[],
  now: number,
): Promise<readonly string[]> {
  // Passages by hand have limits of their own.
  const ofTickets = passages.flatMap(({ event_id, ticket_id, certificate }) =>
    ticket_id === null || certificate === '' ? [] : [{ event_id, ticket_id }],
  );
  if (ofTickets.length === 0) return [];
  const ids = [...new Set(ofTickets.map(({ ticket_id }) => ticket_id))];
  const counts = new Map(await store.countPassages(trx, gateId, ids, new Date(now - DAY_MS)));
  return ofTickets.flatMap(({ event_id, ticket_id }) => {
    const count = (counts.get(ticket_id) ?? 0) + 1;
    counts.set(ticket_id, count);
    return count > MAX_OF_ONE_TICKET_A_DAY ? [event_id] : [];
  });
}

/**
 * Records a gate's batch once, however often it is sent, and returns a verdict for each event in the order of the batch.
 * A conflict is recorded too and waits for the desk. 'refused' is only for an event without a ticket, with an invalid date
 * or id, and beyond the gate's daily limits of set-aside events and of passages of one ticket, which keep the desk's list
 * readable.
 *
 * A moment proves that the phone showed its code then. A gate that has sent one has to send one with each later passage of a certificate: one
 * without was made by somebody who has the gate but no phone. So was one before its first moment, if it is before the certificate was issued or before the
 * gate was enrolled, or the former gate that the report names.
 *
 * Any gate may say that it was another one at its station, and knows that gate's ids if it is stolen with a copy of the journal. So the report of the other gate
 * itself counts instead, whenever it comes; a report in its name that differs is set aside as forged.
 *
 * A set-aside event is recorded with the ticket it names, and changes nothing about the ticket until the desk has checked
 * it. Set aside are passages with a certificate or a moment that is not genuine (the owner did not pass), those that lack the moment, passages without a
 * certificate and without a reason or beyond the gate's limits, passages of a closed gate after the time until which it
 * counts, and passages of a former owner, of this ticket or of one that it replaces, that are reported after a transfer.
 *
 * @param now epoch milliseconds
 * @throws AppError SES-0001 when the gate was closed in the meantime
 */
export async function recordGateEvents(
  trx: Trx,
  gate: GateTable,
  { issuerKeys, operator }: { readonly issuerKeys: readonly IssuerKey[]; readonly operator: OperatorData },
  { events }: BodyOf<typeof gateEvents>,
  now: number,
): Promise<Verdicts> {
  const batch = new Map<string, Readable>();
  for (const event of events) {
    const read = readable(event);
    if (read && !batch.has(event.eventId)) batch.set(event.eventId, read);
  }
  const read = [...batch.values()];
  const origins = await store.findOrigins(
    trx,
    gate,
    read.flatMap(({ gateId }) => gateId ?? []),
  );
  const originOf = ({ gateId }: GateEvent) =>
    gateId !== undefined && origins.has(gateId) ? gateId : gate.gate_id;
  // A device that was enrolled again repeats what the server already has when it never got the answer.
  const known = await store.findKnownEvents(
    trx,
    gate.gate_id,
    read.map((event) => ({ origin: originOf(event), eventId: event.eventId })),
  );
  const reported = read.filter(({ eventId }) => !known.has(eventId));
  const room = MAX_SET_ASIDE_A_DAY - (await history.countStrays(trx, gate.gate_id, new Date(now - DAY_MS)));
  // Before any row is locked, since this only takes processor time: none for what is known, and little once the gate has used up the day's
  // set-aside events, because the events of further invalid certificates are refused anyway.
  const certificates = checkCertificates(
    reported.flatMap(({ certificate }) => certificate || []),
    issuerKeys,
    Math.max(0, room),
  );
  const shown = findShown(reported, certificates, Math.max(0, room));
  const locked = await store.lockOpenGate(trx, gate.gate_id);
  if (!locked) throw new AppError('SES-0001');
  // What others reported in this gate's name does not count any more once it reports that itself.
  const inItsName = await store.listInNameOf(
    trx,
    gate.gate_id,
    reported.flatMap((event) => (originOf(event) === gate.gate_id ? event.eventId : [])),
  );
  const tickets = await store.lockReportedTickets(
    trx,
    [
      ...reported.flatMap((event) => event.ticketId ?? []),
      ...inItsName.flatMap(({ ticket_id }) => ticket_id ?? []),
    ],
    reported.flatMap((event) => (event.ticketId === undefined ? (event.ticketNo ?? []) : [])),
  );
  const table = await readProductTable(trx, operator, [...new Set(tickets.map((each) => each.product_id))]);
  const byId = new Map(tickets.map((ticket) => [ticket.ticket_id, ticket]));
  const byNumber = new Map(tickets.map((ticket) => [ticket.ticket_no, ticket]));
  const ticketOf = (event: Readable) =>
    (event.ticketId === undefined ? byNumber : byId).get(event.ticketText);
  const earliest = Math.min(
    ...reported.filter(({ eventId }) => shown.has(eventId)).map(({ at }) => wallToEpoch(at)),
    locked.moments_from?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  if (earliest < (locked.moments_from?.getTime() ?? Number.POSITIVE_INFINITY))
    await store.setMomentsFrom(trx, gate.gate_id, new Date(earliest));
  const isOfFormerOwner = await readOwners(trx, tickets);
  const setAside = (
    event: Readable,
    ticket: store.ReportedTicket | undefined,
    at: Date,
  ): history.Stray['kind'] | null => {
    const certificate = certificates.get(event.certificate);
    if (!isByHand(event) && !(certificate && isOf(certificate, event))) return 'forged';
    if (event.moment !== undefined && !shown.has(event.eventId)) return 'forged';
    const former = origins.get(originOf(event));
    if (former && former.ends !== null && at.getTime() > former.ends) return 'afterClosing';
    if (!isByHand(event) && !shown.has(event.eventId) && earliest !== Number.POSITIVE_INFINITY) {
      const began = former?.enrolledAt ?? gate.enrolled_at.getTime();
      if (at.getTime() > earliest || isBefore(at, (certificate?.issuedAt ?? 0) * 1000) || isBefore(at, began))
        return 'noMoment';
    }
    if (isByHand(event) && !isSeen(event.reason ?? '')) return 'noReason';
    // Last, since such a passage counts once its owner has the ticket again. The new owner got it as the server knew it at the transfer.
    const by = { issuedAt: certificate?.issuedAt ?? null, at: at.getTime() };
    return ticket && isOfFormerOwner(ticket.ticket_id, by) ? 'formerOwner' : null;
  };
  const judged = reported.map((event) => {
    const ticket = ticketOf(event);
    const moment = momentOf(event, ticket, now);
    return { event, ticket, kind: setAside(event, ticket, moment.at), ...moment };
  });
  const tooMany = await findTooMany(trx, gate, judged, now);
  const strays: history.Stray[] = [];
  const all = judged.map(({ event, ticket, kind: found, ...moment }) => {
    const kind = found ?? (tooMany.has(event.eventId) ? 'tooManyByHand' : null);
    const named = ticket?.ticket_id ?? null;
    const stray = { gate_id: gate.gate_id, event_id: event.eventId, ticket_id: named };
    if (kind !== null) strays.push({ ...stray, kind });
    else if (named === null) strays.push({ ...stray, kind: 'unknownTicket' });
    const certificate = certificates.get(event.certificate);
    return {
      gate_id: gate.gate_id,
      origin_gate_id: originOf(event) === gate.gate_id ? null : originOf(event),
      event_id: event.eventId,
      ticket_id: kind === null ? named : null,
      // Staff read it at the desk.
      told: seenLine(event.ticketText),
      station_id: gate.station_id,
      code: event.code,
      ...moment,
      received_at: new Date(now),
      certificate: event.certificate,
      moment: shown.has(event.eventId) ? (event.moment ?? null) : null,
      issued_at: certificate && kind !== 'forged' ? new Date(certificate.issuedAt * 1000) : null,
      // The traveller reads it.
      reason: event.reason === undefined ? null : seenLine(event.reason),
      wrong_place:
        ticket !== undefined &&
        // A former owner's passage may count later.
        (kind === null || kind === 'formerOwner') &&
        isWrongPlace(table, ticket, event, gate.station_id),
    };
  });
  const refused = new Set([
    ...strays.slice(Math.max(0, room)).map(({ event_id }) => event_id),
    ...(await beyondTicketLimit(trx, gate.gate_id, all, now)),
  ]);
  const rows = all.filter(({ event_id }) => !refused.has(event_id));
  const fresh = await store.insertGateEvents(trx, rows);
  const ours = rows.flatMap((row) =>
    fresh.has(row.event_id) && row.ticket_id !== null ? [{ ...row, ticket_id: row.ticket_id }] : [],
  );
  const freshStrays = strays.filter((stray) => fresh.has(stray.event_id));
  const ownByEvent = new Map(ours.map((row) => [row.event_id, row]));
  const replaced = inItsName.filter(({ event_id }) => ownByEvent.has(event_id));
  const isOther = ({ event_id, ...said }: (typeof replaced)[number]) => {
    const own = ownByEvent.get(event_id);
    return (
      own === undefined ||
      said.ticket_id !== own.ticket_id ||
      said.code !== own.code ||
      said.certificate !== own.certificate ||
      said.reported.getTime() !== (own.told_at ?? own.at).getTime()
    );
  };
  await store.insertPassageEvents(trx, ours);
  await history.insertStrays(trx, freshStrays, now);
  await history.insertStrays(
    trx,
    replaced
      .filter(isOther)
      .map(({ gate_id, event_id, ticket_id }) => ({ gate_id, event_id, ticket_id, kind: 'forged' })),
    now,
  );
  const touched = new Set([...ours, ...replaced].map((row) => row.ticket_id));
  const found =
    touched.size === 0
      ? []
      : await recomputeTickets(
          trx,
          tickets.filter((t) => touched.has(t.ticket_id)),
          operator.settings.rules,
          now,
        );
  const reasons = new Map<string, string>(freshStrays.map((stray) => [stray.event_id, stray.kind]));
  for (const conflict of found)
    if (conflict.gateId === gate.gate_id && !reasons.has(conflict.eventId))
      reasons.set(conflict.eventId, conflict.kind);
  const repeated = await store.findRepeated(
    trx,
    gate.gate_id,
    ours.flatMap(({ event_id, origin_gate_id }) => (origin_gate_id === null ? [] : event_id)),
  );
  const answered = new Set<string>();
  return events.map(({ eventId, ...event }) => {
    const again = answered.has(eventId);
    answered.add(eventId);
    if (!readable({ eventId, ...event })) return { eventId, verdict: 'refused', reason: 'unreadable' };
    if (refused.has(eventId)) return { eventId, verdict: 'refused', reason: 'tooMany' };
    if (again || !fresh.has(eventId) || repeated.has(eventId)) return { eventId, verdict: 'duplicate' };
    const reason = reasons.get(eventId);
    return reason === undefined ? { eventId, verdict: 'accepted' } : { eventId, verdict: 'conflict', reason };
  });
}
