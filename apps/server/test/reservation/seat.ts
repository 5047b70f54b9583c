// Travellers, tickets and sessions for tests of seats, and the store's steps, each in its own transaction.
import { theRules } from '@kippu/domain/rules';
import { inTransaction, type Db } from '../../src/platform/db/database.ts';
import type { TicketTable } from '../../src/platform/db/tables/tables.ts';
import { startSession } from '../../src/session/session.ts';
import type { OperatorData } from '../../src/platform/operator/operator-data.ts';
import { SQL_REFUSAL } from '../../src/platform/wire/error-answer.ts';
import { splitOff } from '../../src/reservation/booked/cancel-seats.ts';
import {
  cancelReservation,
  lockReservation,
  moveReservation,
  saveHold,
  type NewReservation,
} from '../../src/reservation/store/reservation-store.ts';
import { lockAccountSeats, lockDepartures } from '../../src/platform/db/locks.ts';
import { takeSeats, type NewHold } from '../../src/reservation/store/seat-store.ts';

const DAY_MS = 86_400_000;

/** Makes accounts `a0`…; `now` is epoch milliseconds. */
export async function seedAccounts(db: Db, count: number, now: number): Promise<void> {
  const at = new Date(now);
  const account = (i: number) => ({
    account_id: `a${i}`,
    email: `a${i}@example.com`,
    username: `a${i}`,
    fullname: `Traveller ${i}`,
    country: 'JP',
    language: 'ja',
    password_hash: 'none',
    password_changed_at: at,
    status: 'active' as const,
    created_at: at,
  });
  // A statement has 65,535 values at most.
  for (let from = 0; from < count; from += 5000) {
    const some = Array.from({ length: Math.min(5000, count - from) }, (_, i) => account(from + i));
    await db.insertInto('account').values(some).execute();
  }
}

/** Inserts the operator's products, so that tickets can refer to them. */
export async function seedProducts(db: Db, operator: OperatorData): Promise<void> {
  const products = [...operator.products.values()].map((product) => ({
    product_id: product.productId,
    kind: product.kind,
    trip_type: product.tripType ?? null,
    pass_days: product.kind === 'pass' ? product.days : null,
    reservations: product.reservations,
    data: '{}',
  }));
  await db.insertInto('product').values(products).execute();
}

type NewTicket = Pick<TicketTable, 'ticket_id' | 'product_id'> &
  Partial<Pick<TicketTable, 'account_id' | 'status' | 'use_expire_date' | 'abt_expire_date' | 'use_date'>>;

/** Issues bound tickets, valid for a month from `now` (epoch milliseconds) unless they say otherwise. */
export async function seedTickets(db: Db, tickets: readonly NewTicket[], now: number): Promise<void> {
  const at = new Date(now);
  const rows = tickets.map((ticket) => ({
    ticket_no: `no-${ticket.ticket_id}`,
    issued_ticket_no: `issued-${ticket.ticket_id}`,
    link_token: `link-${ticket.ticket_id}`,
    account_id: 'a0',
    status: 'bound' as const,
    passenger_category: 'adult',
    order_id: 'order',
    order_time: at,
    issuer: 'issuer',
    seller: 'seller',
    sales_site: 'web',
    sales_company: 'company',
    sale_price: 480_000,
    use_expire_date: new Date(now + 30 * DAY_MS),
    created_at: at,
    ...ticket,
  }));
  await db.insertInto('ticket').values(rows).execute();
}

/** Makes accounts `a0`…, each with one bound two-day pass `t0`…; `now` is epoch milliseconds. */
export async function seedTravellers(db: Db, count: number, now: number): Promise<void> {
  await seedAccounts(db, count, now);
  const pass = { product_id: 'pass', kind: 'pass' as const, trip_type: null, pass_days: 2 };
  await db
    .insertInto('product')
    .values({ ...pass, reservations: 2, data: '{}' })
    .execute();
  const ticket = (i: number) => ({ ticket_id: `t${i}`, product_id: 'pass', account_id: `a${i}` });
  await seedTickets(
    db,
    Array.from({ length: count }, (_, i) => ticket(i)),
    now,
  );
}

/** Signs an account in. Returns the headers of its calls. */
export async function signIn(db: Db, accountId: string, now: number): Promise<{ authorization: string }> {
  const { token } = await inTransaction(db, (trx) => startSession(trx, accountId, 'phone', now));
  return { authorization: `Bearer ${token}` };
}

/** Thrown to roll a step back; caught in this file. */
class Lost extends Error {}

async function won(step: Promise<unknown>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (error instanceof Lost) return false;
    if (error instanceof Error && 'code' in error && error.code === SQL_REFUSAL) return false;
    throw error;
  }
}

/** Takes seats as holdSeats does. Returns whether all were taken. */
export const storeHold = (
  db: Db,
  hold: Omit<NewHold, 'expiresAt' | 'departAt' | 'arriveAt'>,
): Promise<boolean> =>
  won(
    inTransaction(db, async (trx) => {
      const expiresAt = hold.now + theRules().holdSeconds * 1000;
      const { lost } = await takeSeats(trx, { ...hold, expiresAt, departAt: hold.now, arriveAt: hold.now });
      if (lost.length > 0) throw new Lost();
    }),
  );

/** Saves a hold as a reservation, or moves the reservation `change` to it. Returns whether it succeeded. */
export const storeSave = (db: Db, save: NewReservation, change?: string): Promise<boolean> =>
  won(
    inTransaction(db, async (trx) => {
      if (!change) {
        await saveHold(trx, save);
        return;
      }
      const [before] = await trx
        .selectFrom('reservation')
        .select('departure_id')
        .where('reservation_id', '=', change)
        .execute();
      await lockDepartures(trx, [save.departureId, before?.departure_id ?? save.departureId]);
      if (!(await moveReservation(trx, save, change))) throw new Lost();
    }),
  );

export const storeCancel = (
  db: Db,
  accountId: string,
  reservationId: string,
  now: number,
): Promise<boolean> => inTransaction(db, (trx) => cancelReservation(trx, accountId, reservationId, now));

/** Cancels the seats of some of a reservation's tickets. Returns whether there was such a reservation. */
export const storeCancelPart = (
  db: Db,
  accountId: string,
  reservationId: string,
  ticketIds: readonly string[],
  now: number,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    await lockAccountSeats(trx, accountId);
    const reservation = await lockReservation(trx, accountId, reservationId);
    if (reservation?.state !== 1) return false;
    return cancelReservation(
      trx,
      accountId,
      await splitOff(trx, accountId, reservation, ticketIds, now),
      now,
    );
  });
