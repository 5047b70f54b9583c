// The routes of how full trains are.
import type { Route } from '../../route.ts';

export const deskOccupancy = {
  name: 'deskOccupancy',
  method: 'GET',
  path: '/desk/occupancy',
  auth: 'desk',
  callers: ['counter', 'editor'],
} as const satisfies Route;

export const deskSeatRefunds = {
  name: 'deskSeatRefunds',
  method: 'GET',
  path: '/desk/seat-refunds',
  auth: 'desk',
  callers: ['counter', 'editor'],
  privateQuery: true,
} as const satisfies Route;

export const deskDeparture = {
  name: 'deskDeparture',
  method: 'GET',
  path: '/desk/departure',
  auth: 'desk',
  callers: ['counter', 'editor'],
} as const satisfies Route;
