// The calls that tell how full trains are.
import type { FastifyInstance } from 'fastify';
import { deskDeparture, deskOccupancy } from '@kippu/contract/desk-occupancy';
import { bindDesk } from '../http/bind-desk.ts';
import type { Deps } from '../http/deps.ts';
import { showDeparture, showOccupancy } from './show-occupancy.ts';

/** Binds the calls. */
export function addOccupancyRoutes(app: FastifyInstance, deps: Deps): void {
  const { operator } = deps;
  bindDesk(app, deps, deskOccupancy, (trx, { query, now }) => showOccupancy(trx, operator, query.date, now));
  bindDesk(app, deps, deskDeparture, (trx, { query, now }) =>
    showDeparture(trx, operator, query.departureId, now),
  );
}
