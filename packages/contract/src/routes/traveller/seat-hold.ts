// The routes of seats that are held while the traveller confirms.
import type { Route } from '../../route.ts';

const SEAT = '/jtr-jwqs-app/guest/seat/info';

export const seatHold = {
  name: 'seatHold',
  method: 'POST',
  path: `${SEAT}/seatHold`,
  auth: 'guest',
} as const satisfies Route;

export const seatRelease = {
  name: 'seatRelease',
  method: 'POST',
  path: `${SEAT}/seatRelease`,
  auth: 'guest',
} as const satisfies Route;
