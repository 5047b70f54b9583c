// Finds accounts at the counter, by email or by ticket.
import type { DataOf } from '@kippu/contract/call';
import type { DeskAccount, deskFindAccount } from '@kippu/contract/calls/desk/find';
import type { Language } from '@kippu/contract/languages';
import { namesOf } from '@kippu/contract/names';
import { languageOf } from '../../account/record/account-answer.ts';
import { requireEmail } from '../../account/record/account-input.ts';
import { findAccount, findAccountByEmail, type AccountRow } from '../../account/record/account-store.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { reservationAnswer } from '../../reservation/booked/reservation-answer.ts';
import { momentOf } from '../../platform/live/late-trains.ts';
import { pageReservations } from '../../reservation/store/reservation-store.ts';
import { findNumbers, findOwner } from './find-store.ts';
import { listAccountTickets } from './find-tickets.ts';
import { rideNames } from '../trains/ride-names.ts';

const RESERVATIONS_SHOWN = 20;

export const accountAnswer = (row: AccountRow): DeskAccount => ({
  accountId: row.account_id,
  email: row.email ?? '',
  fullname: row.fullname,
  username: row.username,
  country: row.country,
  language: languageOf(row),
  createdAt: wireTime(row.created_at),
  status: row.status,
});

async function listUpcoming(db: Db, operator: OperatorData, accountId: string, now: number) {
  const rows = await pageReservations(db, accountId, 'upcoming', {
    moment: momentOf(operator, now),
    after: undefined,
    limit: RESERVATIONS_SHOWN,
  });
  const ids = rows.flatMap(({ seats }) => seats.map(({ ticket_id }) => ticket_id));
  const numbers = await findNumbers(db, [...new Set(ids)]);
  return rows.map((row) => {
    const reservation = reservationAnswer(operator, row, now);
    return {
      reservationId: reservation.reservationId,
      trainNo: reservation.trainNo,
      ...namesOf(reservation, 'trainName'),
      ...rideNames(reservation),
      departAt: reservation.departAt,
      arriveAt: reservation.arriveAt,
      seats: reservation.seats.map(({ seatInfo, ticketId }) => ({
        seat: seatInfo,
        ticketNo: numbers.get(ticketId) ?? '',
      })),
    };
  });
}

/** Finds an account by a typed email; null when there is none. Throws AppError REQ-0001 when it is not an email. */
export async function findAccountOf(
  db: Db,
  operator: OperatorData,
  email: string,
  reader: { readonly language: Language; readonly now: number },
): Promise<DataOf<typeof deskFindAccount>> {
  const row = await findAccountByEmail(db, requireEmail(email));
  if (!row) return null;
  const accountId = row.account_id;
  return {
    account: accountAnswer(row),
    tickets: await listAccountTickets(db, { accountId }, reader),
    reservations: await listUpcoming(db, operator, accountId, reader.now),
  };
}

/** Finds a ticket's account. Throws AppError REQ-0005 when there is no such ticket, or it is unbound. */
export async function findTicketAccount(db: Db, ticketNo: string): Promise<DeskAccount> {
  const owner = await findOwner(db, ticketNo);
  const row = owner ? await findAccount(db, owner) : undefined;
  if (!row) throw new AppError('REQ-0005', { detail: 'no such ticket, or nobody has it' });
  return accountAnswer(row);
}
