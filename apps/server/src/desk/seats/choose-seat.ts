// Shows the counter what a traveller's ticket may reserve: sections, then trains, then free seats.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { deskSeatChoice } from '@kippu/contract/calls/desk/ticket';
import { namesOf } from '@kippu/contract/names';
import { formatSeat } from '@kippu/domain/reservation/seat-name';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { listTrains } from '../../reservation/trains/list-trains.ts';
import { loadPlan } from '../../reservation/trains/load-plan.ts';
import { showSeatMap } from '../../reservation/trains/show-seat-map.ts';
import { findByNumber } from '../tickets/desk-ticket-store.ts';

type Query = QueryOf<typeof deskSeatChoice>;
type Choice = DataOf<typeof deskSeatChoice>;

/** Whose seats are shown, and instead of which. */
interface Mine {
  readonly accountId: string;
  readonly ticketId: string;
  readonly change: string | undefined;
}

async function trainsOf(
  db: Db,
  operator: OperatorData,
  { accountId, ticketId, change }: Mine,
  { date, from, to }: { readonly date: string; readonly from: string; readonly to: string },
  now: number,
): Promise<NonNullable<Choice['trains']>> {
  const query = { ticketIds: ticketId, date, from, to, ...(change === undefined ? {} : { change }) };
  const trains = await listTrains(db, operator, accountId, query, now);
  return trains
    .filter(({ selectable }) => selectable)
    .map((train) => ({
      departureId: train.departureId,
      trainNo: train.trainNo,
      ...namesOf(train, 'trainName'),
      departAt: train.departAt,
      arriveAt: train.arriveAt,
      left: train.classes.reduce((sum, { left }) => sum + left, 0),
    }));
}

async function seatsOf(
  db: Db,
  operator: OperatorData,
  { accountId, ticketId, change }: Mine,
  ride: {
    readonly departureId: string;
    readonly from: string;
    readonly to: string;
    readonly classes: ReadonlySet<string>;
  },
  now: number,
): Promise<NonNullable<Choice['seats']>> {
  const { departureId, from, to, classes } = ride;
  const query = { departureId, from, to, ticketIds: ticketId, ...(change === undefined ? {} : { change }) };
  const { cars } = await showSeatMap(db, operator, accountId, query, now);
  return cars
    .filter((car) => classes.has(car.class))
    .flatMap(({ car, class: carClass, rows }) =>
      rows.flatMap(({ row, seats }) =>
        seats
          .filter(({ state }) => state === 'selectable')
          .map(({ letter, window }) => ({ seat: formatSeat({ car, row, letter }), carClass, window })),
      ),
    );
}

/** Shows it at `now` (epoch milliseconds). Throws AppError as the contract says. */
export async function seatChoice(
  db: Db,
  operator: OperatorData,
  { ticketNo, reservationId: change, date, from, to, departureId }: Query,
  now: number,
): Promise<Choice> {
  const view = await findByNumber(db, ticketNo);
  if (!view) throw new AppError('REQ-0005', { detail: 'no such ticket' });
  const { ticket_id: ticketId, account_id: accountId } = view;
  if (accountId === null) throw new AppError('TKT-0006', { values: { status: view.status } });
  const mine: Mine = { accountId, ticketId, change };
  const { sections, bookableFrom, bookableTo } = await loadPlan(
    db,
    operator,
    accountId,
    [ticketId],
    now,
    change,
  );
  const plan = { sections, bookableFrom, bookableTo };
  if (from === undefined || to === undefined) return plan;
  const trains = date === undefined ? undefined : await trainsOf(db, operator, mine, { date, from, to }, now);
  const classes = new Set(operator.products.get(view.product_id)?.carClasses ?? []);
  const seats =
    departureId === undefined
      ? undefined
      : await seatsOf(db, operator, mine, { departureId, from, to, classes }, now);
  return { ...plan, ...(trains ? { trains } : {}), ...(seats ? { seats } : {}) };
}
