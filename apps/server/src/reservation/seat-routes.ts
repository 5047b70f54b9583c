// The calls of seats, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/seat';
import { seatHold, seatRelease } from '@kippu/contract/calls/traveller/seat-hold';
import { seatMap, ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { AppError } from '../platform/wire/app-error.ts';
import { bindGuest, bindGuestWrite } from '../platform/calls/bind-guest.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { cancelSeats } from './booked/cancel-seats.ts';
import { holdSeats } from './hold/hold-seats.ts';
import { listReservations } from './booked/list-reservations.ts';
import { listTrains } from './trains/list-trains.ts';
import { loadChange, loadPlan } from './trains/load-plan.ts';
import { reservationAnswer } from './booked/reservation-answer.ts';
import { findReservation } from './store/reservation-store.ts';
import { changeSeats, saveHeldSeats } from './hold/save-hold.ts';
import { releaseHold } from './store/seat-store.ts';
import { showSeatMap } from './trains/show-seat-map.ts';

function addReads(app: FastifyInstance, deps: Deps): void {
  const { db, operator } = deps;
  bindGuest(app, deps, calls.loadPlanInfo, ({ session, query, now }) =>
    loadPlan(db, operator, session.accountId, query.ticketIds.split(','), now),
  );
  bindGuest(app, deps, calls.loadChangeInfo, ({ session, query, now }) =>
    loadChange(db, operator, session.accountId, query.reservationId, now),
  );
  bindGuest(app, deps, ticketTrainList, ({ session, query, now }) =>
    listTrains(db, operator, session.accountId, query, now),
  );
  bindGuest(app, deps, seatMap, ({ session, query, now }) =>
    showSeatMap(db, operator, session.accountId, query, now),
  );
  bindGuest(app, deps, calls.reserveList, ({ session, query, now }) =>
    listReservations(db, operator, session.accountId, query, now),
  );
  bindGuest(app, deps, calls.loadReserveDetail, async ({ session, body, now }) => {
    const row = await findReservation(db, session.accountId, body.reservationId);
    if (!row) throw new AppError('SEAT-0001');
    return reservationAnswer(operator, row, now);
  });
}

function addWrites(app: FastifyInstance, deps: Deps): void {
  const { operator } = deps;
  bindGuestWrite(app, deps, seatHold, (trx, { session, body, now }) =>
    holdSeats(trx, operator, session.accountId, body, now),
  );
  bindGuestWrite(app, deps, seatRelease, async (trx, { session, body }) => {
    await releaseHold(trx, session.accountId, body.holdId);
    return null;
  });
  bindGuestWrite(app, deps, calls.seatSave, (trx, { session, body, now }) =>
    saveHeldSeats(trx, operator, session.accountId, body.holdId, now),
  );
  bindGuestWrite(app, deps, calls.seatChange, (trx, { session, body, now }) =>
    changeSeats(trx, operator, session.accountId, body, now),
  );
  bindGuestWrite(app, deps, calls.seatCancel, (trx, { session, body, now }) =>
    cancelSeats(trx, operator, session.accountId, body, now),
  );
}

export function addSeatRoutes(app: FastifyInstance, deps: Deps): void {
  addReads(app, deps);
  addWrites(app, deps);
}
