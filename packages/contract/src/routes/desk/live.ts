// The routes of trains as they run today.
import type { Route } from '../../route.ts';

export const deskTrainRun = {
  name: 'deskTrainRun',
  method: 'GET',
  path: '/desk/train-run',
  auth: 'desk',
  callers: ['counter', 'editor'],
} as const satisfies Route;

export const deskTrainHistory = {
  name: 'deskTrainHistory',
  method: 'GET',
  path: '/desk/train-run/history',
  auth: 'desk',
  callers: ['counter', 'editor'],
} as const satisfies Route;

/** It changes nothing. */
export const deskTryTrainChange = {
  name: 'deskTryTrainChange',
  method: 'POST',
  path: '/desk/train-run/try',
  auth: 'desk',
  callers: ['editor'],
  readOnly: true,
} as const satisfies Route;

export const deskChangeTrain = {
  name: 'deskChangeTrain',
  method: 'POST',
  path: '/desk/train-run',
  auth: 'desk',
  callers: ['editor'],
} as const satisfies Route;

/** It changes nothing. */
export const deskTryAddedTrain = {
  name: 'deskTryAddedTrain',
  method: 'POST',
  path: '/desk/added-train/try',
  auth: 'desk',
  callers: ['editor'],
  readOnly: true,
} as const satisfies Route;

export const deskChangeAddedTrain = {
  name: 'deskChangeAddedTrain',
  method: 'POST',
  path: '/desk/added-train',
  auth: 'desk',
  callers: ['editor'],
} as const satisfies Route;

export const deskHeldCuts = {
  name: 'deskHeldCuts',
  method: 'GET',
  path: '/desk/held-cuts',
  auth: 'desk',
  callers: ['counter', 'editor'],
} as const satisfies Route;

export const deskAllowCuts = {
  name: 'deskAllowCuts',
  method: 'POST',
  path: '/desk/held-cuts/allow',
  auth: 'desk',
  callers: ['editor'],
} as const satisfies Route;

export const deskKeepRunning = {
  name: 'deskKeepRunning',
  method: 'POST',
  path: '/desk/held-cuts/keep',
  auth: 'desk',
  callers: ['editor'],
} as const satisfies Route;
