// Seats that the counter reserves, moves and cancels for a traveller, by the traveller's own rules and locks.
import type { BodyOf } from '@kippu/contract/call';
import type { deskCancelSeat, deskReserveSeat } from '@kippu/contract/calls/desk/ticket';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { requireText } from '../../platform/wire/require-text.ts';
import { cancelSeats, splitOff } from '../../reservation/booked/cancel-seats.ts';
import { requireOpen } from '../../reservation/checks/require-changeable.ts';
import { holdSeats } from '../../reservation/hold/hold-seats.ts';
import { changeSeats, saveHeldSeats, type Booked } from '../../reservation/hold/save-hold.ts';
import { lockReservation } from '../../reservation/store/reservation-store.ts';
import { insertEvents } from '../../ticket/record/ticket-store.ts';
import { lockWithSeats, readVersion } from '../tickets/desk-ticket-store.ts';

interface Desk {
  /** Who acts, for the ticket's history. */
  readonly actor: string;
  readonly operator: OperatorData;
  /** Epoch milliseconds. */
  readonly now: number;
}
type Reserve = BodyOf<typeof deskReserveSeat>;
type Cancel = BodyOf<typeof deskCancelSeat>;

interface Owned {
  readonly ticketId: string;
  readonly accountId: string;
}

/** Locks the ticket and its owner's seats. Throws AppError REQ-0005, TKT-0006 for a ticket in no account, and DESK-0001 if it is not as it was seen. */
async function lockSeen(trx: Trx, { ticketNo, seen }: Pick<Reserve, 'ticketNo' | 'seen'>): Promise<Owned> {
  const ticket = await lockWithSeats(trx, { ticketNo });
  if (!ticket) throw new AppError('REQ-0005', { detail: 'no such ticket' });
  const { ticket_id: ticketId, account_id: accountId, status } = ticket;
  if (seen.version !== (await readVersion(trx, ticketId)))
    throw new AppError('DESK-0001', { values: { status } });
  if (accountId === null) throw new AppError('TKT-0006', { values: { status } });
  return { ticketId, accountId };
}

const seatOf = ({ seats }: Reservation, ticketId: string): string =>
  seats.find((seat) => seat.ticketId === ticketId)?.seatInfo ?? '';

async function noteAct(
  trx: Trx,
  { actor, now }: Desk,
  ticketId: string,
  act: { readonly kind: string; readonly reason: string; readonly reservation: Reservation },
): Promise<string> {
  const { kind, reason, reservation } = act;
  const seat = seatOf(reservation, ticketId);
  const detail = jsonText({ reason, reservationId: reservation.reservationId, seat });
  await insertEvents(trx, [
    { ticket_id: ticketId, kind, from_status: null, to_status: null, actor, at: new Date(now), detail },
  ]);
  return seat;
}

/** Returns a reservation of the ticket alone: its seat of a group is split off first. */
async function ownReservation(
  trx: Trx,
  { operator, now }: Desk,
  { ticketId, accountId }: Owned,
  reservationId: string,
): Promise<string> {
  const row = await lockReservation(trx, accountId, reservationId);
  if (!row?.seats.some((seat) => seat.ticket_id === ticketId)) throw new AppError('SEAT-0001');
  requireOpen(operator, row, now);
  return row.seats.length === 1 ? reservationId : splitOff(trx, accountId, row, [ticketId], now);
}

/** Reserves a seat, or moves the one of `reservationId`. Throws AppError as the contract says. */
export async function reserveSeat(
  trx: Trx,
  desk: Desk,
  body: Reserve,
): Promise<{ readonly accountId: string; readonly booked: Booked; readonly seat: string }> {
  const { operator, now } = desk;
  const reason = requireText('reason', body.reason);
  const owned = await lockSeen(trx, body);
  const { ticketId, accountId } = owned;
  const moved = body.reservationId;
  const change = moved === undefined ? undefined : await ownReservation(trx, desk, owned, moved);
  const { departureId, from, to, seat } = body;
  const wanted = { departureId, from, to, ticketIds: [ticketId], seats: [seat] };
  const { holdId } = await holdSeats(
    trx,
    operator,
    accountId,
    change === undefined ? wanted : { ...wanted, change },
    now,
  );
  const booked =
    change === undefined
      ? await saveHeldSeats(trx, operator, accountId, holdId, now)
      : await changeSeats(trx, operator, accountId, { reservationId: change, holdId }, now);
  const kind = change === undefined ? 'reserveSeat' : 'moveSeat';
  const { reservation } = booked;
  return { accountId, booked, seat: await noteAct(trx, desk, ticketId, { kind, reason, reservation }) };
}

/** Cancels the ticket's seat. Throws AppError as the contract says. */
export async function cancelSeat(
  trx: Trx,
  desk: Desk,
  body: Cancel,
): Promise<{ readonly accountId: string; readonly cancelled: Reservation; readonly seat: string }> {
  const reason = requireText('reason', body.reason);
  const { ticketId, accountId } = await lockSeen(trx, body);
  const { reservationId } = body;
  const asked = { reservationId, ticketIds: [ticketId] };
  const cancelled = await cancelSeats(trx, desk.operator, accountId, asked, desk.now);
  const act = { kind: 'cancelSeat', reason, reservation: cancelled };
  return { accountId, cancelled, seat: await noteAct(trx, desk, ticketId, act) };
}
