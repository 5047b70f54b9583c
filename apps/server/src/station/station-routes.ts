// The calls that list stations, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/station';
import { nearbyStations } from '@kippu/domain/station-nearby';
import { AppError } from '../http/app-error.ts';
import { bindGuest } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { coveredStations } from './covered-stations.ts';
import { groupByRegion, sortHarukaFirst } from './list-stations.ts';
import { findProductOfTicket } from './station-store.ts';

/** Binds the feature's calls. */
export function addStationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, operator } = deps;
  const stationsOf = coveredStations(operator);
  /** Every station, or those that the account's ticket covers. */
  async function stationsFor(accountId: string, ticketId: string | undefined): Promise<calls.Station[]> {
    const all = [...operator.stations.values()];
    if (ticketId === undefined) return all;
    const product = await findProductOfTicket(db, accountId, ticketId);
    if (!product) throw new AppError('TKT-0001');
    const covered = stationsOf(product);
    return all.filter((station) => covered.has(station.stationId));
  }

  bindGuest(app, deps, calls.getNearbyStation, async ({ query: { lat, lon, accuracy = 0 } }) =>
    nearbyStations(operator.stations.values(), { lat, lon, accuracy }),
  );
  bindGuest(app, deps, calls.getJRAndHarukaStation, async ({ session, query, language }) =>
    sortHarukaFirst(await stationsFor(session.accountId, query.ticketId), language),
  );
  bindGuest(app, deps, calls.getAllPieceStation, async ({ session, query, language }) =>
    groupByRegion(await stationsFor(session.accountId, query.ticketId), operator.regions, language),
  );
}
