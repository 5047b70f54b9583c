// The routes of trains and their seats.
import type { Route } from '../../route.ts';

const SEAT = '/jtr-jwqs-app/guest/seat/info';

export const ticketTrainList = {
  name: 'ticketTrainList',
  method: 'GET',
  path: `${SEAT}/ticketTrainList`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const journeyAlerts = {
  name: 'journeyAlerts',
  method: 'GET',
  path: `${SEAT}/journeyAlerts`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;

export const seatMap = {
  name: 'seatMap',
  method: 'GET',
  path: `${SEAT}/seatMap`,
  auth: 'guest',
  privateQuery: true,
} as const satisfies Route;
