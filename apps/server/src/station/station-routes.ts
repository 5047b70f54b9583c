// The calls that list stations, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/station';
import { nearbyStations } from '@kippu/domain/station/nearby';
import { AppError } from '../platform/wire/app-error.ts';
import { bindGuest } from '../platform/calls/bind-guest.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { groupByRegion, sortReservedFirst } from './list-stations.ts';
import { placesOf, stationsOf } from './product-places.ts';
import { findProductOfTicket } from './station-store.ts';

/** Binds the feature's calls. */
export function addStationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  /** Lists every station, or those where the account's ticket opens gates: in one direction, or in either. */
  async function stationsFor(
    operator: OperatorData,
    accountId: string,
    { ticketId, direction }: { readonly ticketId?: string; readonly direction?: 'in' | 'out' },
  ): Promise<calls.Station[]> {
    const all = [...operator.stations.values()];
    if (ticketId === undefined) return all;
    const product = await findProductOfTicket(db, accountId, ticketId);
    if (!product) throw new AppError('TKT-0001');
    const covered = direction ? placesOf(operator, product)?.[direction] : stationsOf(operator, product);
    return all.filter((station) => covered?.has(station.stationId));
  }

  bindGuest(app, deps, calls.getNearbyStation, async ({ query: { lat, lon, accuracy = 0 }, operator }) =>
    nearbyStations(operator.stations.values(), { lat, lon, accuracy }),
  );
  bindGuest(app, deps, calls.getJRAndHarukaStation, async ({ session, query, language, operator }) =>
    sortReservedFirst(await stationsFor(operator, session.accountId, query), language),
  );
  bindGuest(app, deps, calls.getAllPieceStation, async ({ session, query, language, operator }) =>
    groupByRegion(await stationsFor(operator, session.accountId, query), operator.regions, language),
  );
}
