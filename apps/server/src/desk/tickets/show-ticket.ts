// A ticket as staff see it: its state and its history, without its owner.
import type { DeskTicket } from '@kippu/contract/calls/desk/ticket';
import type { Language } from '@kippu/contract/languages';
import { namesOf } from '@kippu/contract/names';
import { isExpired } from '@kippu/domain/ticket/life';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { readNamesAt } from '../../session/staff-store.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { stationNamesOf } from '../../ticket/history/read-history.ts';
import { lifeOf, summaryAnswer } from '../../ticket/record/ticket-answer.ts';
import * as store from './desk-ticket-store.ts';
import { rideNames } from '../trains/ride-names.ts';
import { statusWord } from '@kippu/words/server-words';
import { upcomingSeats } from './upcoming-seats.ts';

const EVENTS_SHOWN = 20;

function eventAnswer(
  operator: OperatorData,
  row: store.EventRow,
  nameOf: Awaited<ReturnType<typeof readNamesAt>>,
): DeskTicket['events'][number] {
  const byName = nameOf(row.actor, row.at);
  return {
    at: wireTime(row.at),
    kind: row.kind,
    ...(row.code === null ? {} : { code: row.code }),
    ...(row.from_status === null ? {} : { from: row.from_status }),
    ...(row.to_status === null ? {} : { to: row.to_status }),
    ...(row.station_id === null
      ? {}
      : { stationId: row.station_id, station: stationNamesOf(operator, row.station_id) }),
    by: row.actor.startsWith('account:') ? 'traveller' : row.actor,
    ...(byName === undefined ? {} : { byName }),
    ...(row.reason === null ? {} : { reason: row.reason }),
  };
}

/**
 * Loads a ticket by its number. `named` includes the names of staff; `now` is in epoch milliseconds. Throws AppError REQ-0005
 * when there is none.
 */
export async function showTicket(
  db: Db,
  operator: OperatorData,
  {
    ticketNo,
    language,
    named,
  }: { readonly ticketNo: string; readonly language: Language; readonly named: boolean },
  now: number,
): Promise<DeskTicket> {
  const view = await store.findByNumber(db, ticketNo);
  if (!view) throw new AppError('REQ-0005', { detail: 'no such ticket' });
  const {
    tripType: _trip,
    ticketState: _state,
    reservedNum: _num,
    reservable: _may,
    ...summary
  } = summaryAnswer(view, now);
  const { entry_station: station, entry_at: enteredAt } = view;
  const { reissueOf, reissuedAs } = await store.findReissues(db, view);
  const seats = await upcomingSeats(db, operator, view, now);
  const events = await store.listEvents(db, view.ticket_id, EVENTS_SHOWN);
  const nameOf = await readNamesAt(db, named ? events : []);
  const suspended = view.status === 'suspended' && view.status_before_suspend;
  return {
    ...summary,
    statusWord: statusWord(view.status, language),
    version: await store.readVersion(db, view.ticket_id),
    ...(suspended ? { statusBefore: suspended } : {}),
    expired: isExpired(suspended ? lifeOf({ ...view, status: suspended }) : lifeOf(view), now),
    issuedTicketNo: view.issued_ticket_no,
    orderId: view.order_id,
    orderTime: wireTime(view.order_time),
    seller: view.seller,
    salesSite: view.sales_site,
    bound: view.account_id !== null,
    ...(reissueOf === undefined ? {} : { reissueOf }),
    ...(reissuedAs === undefined ? {} : { reissuedAs }),
    entry:
      station === null || enteredAt === null
        ? null
        : { stationId: station, ...stationNamesOf(operator, station), at: wireTime(enteredAt) },
    seats: seats.map((each) => ({
      reservationId: each.reservationId,
      trainNo: each.trainNo,
      ...namesOf(each, 'trainName'),
      from: each.from.stationId,
      to: each.to.stationId,
      ...rideNames(each),
      departAt: each.departAt,
      seat: each.seats.find((seat) => seat.ticketId === view.ticket_id)?.seatInfo ?? '',
    })),
    events: events.map((row) => eventAnswer(operator, row, nameOf)),
  };
}
