// The calls by which the counter reserves, moves and cancels a traveller's seat.
import type { FastifyInstance } from 'fastify';
import { deskCancelSeat, deskReserveSeat, deskSeatChoice } from '@kippu/contract/calls/desk/ticket';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { moveDepartureFirst } from '../../reservation/disruption/move-in-batches.ts';
import { followTrainFirst } from '../../reservation/disruption/move-live-trains.ts';
import { mailBooking, mailCancellation } from '../../reservation/mails/queue-trip-mails.ts';
import { cancelSeat, reserveSeat } from './change-seat.ts';
import { seatChoice } from './choose-seat.ts';

export function addSeatActRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, queue } = deps;
  bindDesk(
    app,
    deps,
    deskSeatChoice,
    (trx, { query, now, operator }) => seatChoice(trx, operator, query, now),
    { isList: true, subject: ({ query }) => query.ticketNo, asked: ({ query }) => query.ticketNo },
  );
  const options = {
    isBooking: true,
    asked: ({ body }: { readonly body: { readonly ticketNo: string } }) => body.ticketNo,
  };
  const subject = (_input: object, { ticketNo }: { readonly ticketNo: string }) => ticketNo;
  bindDesk(
    app,
    deps,
    deskReserveSeat,
    async (trx, { body, operator, caller }, afterCommit) => {
      const now = clock();
      const desk = { operator, actor: caller.actor, now };
      const { accountId, booked, seat } = await reserveSeat(trx, desk, body);
      const kind = body.reservationId === undefined ? 'reserved' : 'reservationChanged';
      await mailBooking(trx, queue, { session: { accountId }, now, ...booked, kind }, afterCommit);
      return { ticketNo: body.ticketNo, reservationId: booked.reservation.reservationId, seat };
    },
    {
      ...options,
      subject,
      prepare: async (edition, { body }) => {
        await moveDepartureFirst(deps, edition, body.departureId);
        await followTrainFirst(deps, edition, body.departureId);
      },
    },
  );
  bindDesk(
    app,
    deps,
    deskCancelSeat,
    async (trx, { body, operator, caller }, afterCommit) => {
      const now = clock();
      const desk = { operator, actor: caller.actor, now };
      const { accountId, cancelled, seat } = await cancelSeat(trx, desk, body);
      await mailCancellation(trx, queue, { session: { accountId }, now, body, cancelled }, afterCommit);
      return { ticketNo: body.ticketNo, reservationId: cancelled.reservationId, seat };
    },
    { ...options, subject },
  );
}
