// The routes of issuing tickets and resolving conflicts of gates.
import type { Route } from '../../route.ts';

export const deskTickets = {
  name: 'deskTickets',
  method: 'POST',
  path: '/desk/tickets',
  auth: 'desk',
  callers: ['counter', 'sales'],
  scope: 'sell',
} as const satisfies Route;

export const deskGateConflicts = {
  name: 'deskGateConflicts',
  method: 'GET',
  path: '/desk/gate-conflicts',
  auth: 'desk',
  callers: ['counter'],
  privateQuery: true,
} as const satisfies Route;

export const deskSettleGateConflicts = {
  name: 'deskSettleGateConflicts',
  method: 'POST',
  path: '/desk/gate-conflicts/settle-many',
  auth: 'desk',
  callers: ['counter'],
} as const satisfies Route;

export const deskSettleGateConflict = {
  name: 'deskSettleGateConflict',
  method: 'POST',
  path: '/desk/gate-conflicts/settle',
  auth: 'desk',
  callers: ['counter'],
} as const satisfies Route;
