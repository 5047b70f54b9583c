// The routes of the gate reader, and the one that makes the code of its enrolment.
import type { Route } from '../../route.ts';

export const gateEnrol = {
  name: 'gateEnrol',
  method: 'POST',
  path: '/gate/enrol',
  auth: 'open',
} as const satisfies Route;

export const gateState = {
  name: 'gateState',
  method: 'GET',
  path: '/gate/state',
  auth: 'gate',
} as const satisfies Route;

export const gateEvents = {
  name: 'gateEvents',
  method: 'POST',
  path: '/gate/events',
  auth: 'gate',
} as const satisfies Route;

export const gateDecide = {
  name: 'gateDecide',
  method: 'POST',
  path: '/gate/decide',
  auth: 'gate',
} as const satisfies Route;

export const deskGates = {
  name: 'deskGates',
  method: 'POST',
  path: '/desk/gates',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;
