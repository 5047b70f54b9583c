// The calls of seats, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/seat';
import { seatHold, seatRelease } from '@kippu/contract/calls/traveller/seat-hold';
import { journeyAlerts, seatMap, ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { FreshAlerts } from '../live/feed/alert-store.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindGuest, bindGuestBooking, bindGuestWrite } from '../platform/calls/bind-guest.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { cancelSeats } from './booked/cancel-seats.ts';
import { moveDepartureFirst } from './disruption/move-in-batches.ts';
import { followTrainFirst } from './disruption/move-live-trains.ts';
import { holdSeats } from './hold/hold-seats.ts';
import { mailBooking, mailCancellation } from './mails/queue-trip-mails.ts';
import { listLiveReservations } from './booked/live-reservations.ts';
import { listReservations } from './booked/list-reservations.ts';
import { listJourneyAlerts } from './trains/journey-alerts.ts';
import { listTrains } from './trains/list-trains.ts';
import { loadChange, loadPlan } from './trains/load-plan.ts';
import { reservationAnswer } from './booked/reservation-answer.ts';
import { findReservation } from './store/reservation-store.ts';
import { changeSeats, saveHeldSeats } from './hold/save-hold.ts';
import { releaseHold } from './store/seat-store.ts';
import { showSeatMap } from './trains/show-seat-map.ts';

function addReads(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const alerts = new FreshAlerts(db);
  bindGuest(app, deps, calls.loadPlanInfo, ({ session, query, now, operator }) =>
    loadPlan(db, operator, session.accountId, query.ticketIds.split(','), now),
  );
  bindGuest(app, deps, calls.loadChangeInfo, ({ session, query, now, operator }) =>
    loadChange(db, operator, session.accountId, query.reservationId, now),
  );
  bindGuest(app, deps, ticketTrainList, ({ session, query, now, operator }) =>
    listTrains(db, operator, session.accountId, query, now),
  );
  bindGuest(app, deps, journeyAlerts, ({ query, now, operator }) =>
    listJourneyAlerts(alerts, operator, query, now),
  );
  bindGuest(app, deps, seatMap, ({ session, query, now, operator }) =>
    showSeatMap(db, operator, session.accountId, query, now),
  );
  bindGuest(app, deps, calls.reserveList, ({ session, query, now, operator }) =>
    listReservations(db, operator, session.accountId, query, now),
  );
  bindGuest(app, deps, calls.liveReservations, ({ session, now, operator }) =>
    listLiveReservations(db, operator, session.accountId, now),
  );
  bindGuest(app, deps, calls.loadReserveDetail, async ({ session, body, now, operator }) => {
    const row = await findReservation(db, session.accountId, body.reservationId);
    if (!row) throw new AppError('SEAT-0001');
    return reservationAnswer(operator, row, now);
  });
}

function addWrites(app: FastifyInstance, deps: Deps): void {
  bindGuestBooking(
    app,
    deps,
    seatHold,
    (trx, { session, body, now, operator }) => holdSeats(trx, operator, session.accountId, body, now),
    async (edition, { body }) => {
      await moveDepartureFirst(deps, edition, body.departureId);
      await followTrainFirst(deps, edition, body.departureId);
    },
  );
  bindGuestWrite(app, deps, seatRelease, async (trx, { session, body }) => {
    await releaseHold(trx, session.accountId, body.holdId);
    return null;
  });
  bindGuestBooking(app, deps, calls.seatSave, async (trx, input, afterCommit) => {
    const { session, body, now, operator } = input;
    const booked = await saveHeldSeats(trx, operator, session.accountId, body.holdId, now);
    await mailBooking(trx, deps.queue, { ...input, ...booked, kind: 'reserved' }, afterCommit);
    return booked.reservation;
  });
  bindGuestBooking(app, deps, calls.seatChange, async (trx, input, afterCommit) => {
    const { session, body, now, operator } = input;
    const booked = await changeSeats(trx, operator, session.accountId, body, now);
    await mailBooking(trx, deps.queue, { ...input, ...booked, kind: 'reservationChanged' }, afterCommit);
    return booked.reservation;
  });
  bindGuestBooking(app, deps, calls.seatCancel, async (trx, input, afterCommit) => {
    const { session, body, now, operator } = input;
    const cancelled = await cancelSeats(trx, operator, session.accountId, body, now);
    await mailCancellation(trx, deps.queue, { ...input, cancelled }, afterCommit);
    return cancelled;
  });
}

export function addSeatRoutes(app: FastifyInstance, deps: Deps): void {
  addReads(app, deps);
  addWrites(app, deps);
}
