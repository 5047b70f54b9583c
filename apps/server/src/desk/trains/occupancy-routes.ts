// The calls that show how full trains are.
import type { FastifyInstance } from 'fastify';
import { deskDeparture, deskOccupancy, deskSeatRefunds } from '@kippu/contract/calls/desk/occupancy';
import { bindDesk, listSubject } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { listSeatRefunds } from './list-seat-refunds.ts';
import { showDeparture, showOccupancy } from './show-occupancy.ts';

export function addOccupancyRoutes(app: FastifyInstance, deps: Deps): void {
  bindDesk(app, deps, deskOccupancy, (trx, { query, now, operator }) =>
    showOccupancy(trx, operator, query.date, now),
  );
  bindDesk(
    app,
    deps,
    deskSeatRefunds,
    (trx, { query, operator, language }) => listSeatRefunds(trx, operator, query.cursor, language),
    { subject: ({ query }) => listSubject(query), isList: true },
  );
  bindDesk(
    app,
    deps,
    deskDeparture,
    (trx, { query, now, operator }) => showDeparture(trx, operator, query.departureId, now),
    // It shows the ticket of each seat.
    { subject: (_input, { departureId }) => departureId, isList: true },
  );
}
