// The routes of stations.
import type { Route } from '../../route.ts';

const STATION = '/jtr-jwqs-app/guest/ticket/info';

export const getNearbyStation = {
  name: 'getNearbyStation',
  method: 'GET',
  path: `${STATION}/getNearbyStation`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const getJRAndHarukaStation = {
  name: 'getJRAndHarukaStation',
  method: 'GET',
  path: `${STATION}/getJRAndHarukaStation`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const getAllPieceStation = {
  name: 'getAllPieceStation',
  method: 'GET',
  path: `${STATION}/getAllPieceStation`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;
