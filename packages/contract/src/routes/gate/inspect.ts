// The routes of an inspector's device, for staff on board.
import type { Route } from '../../route.ts';

export const inspectorTrains = {
  name: 'inspectorTrains',
  method: 'GET',
  path: '/gate/trains',
  auth: 'gate',
} as const satisfies Route;

export const inspectorSeats = {
  name: 'inspectorSeats',
  method: 'GET',
  path: '/gate/seats',
  auth: 'gate',
} as const satisfies Route;
