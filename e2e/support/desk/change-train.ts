// What staff say of a train, by the desk's calls.
import type { APIRequestContext } from '@playwright/test';
import { deskChangeTrain, deskTrainRun, type TrainChange } from '@kippu/contract/calls/desk/live';
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import { dataOf } from '../transfer-calls.ts';
import { staffOf } from './desk-page.ts';

/** Returns what changes a train at the desk. */
export async function trainAtDesk(request: APIRequestContext, departureId: string) {
  const { token } = await dataOf(request, deskSignIn, { body: staffOf('editor') });
  const authorization = `Bearer ${token}`;
  return async (change: TrainChange) => {
    const { version } = await dataOf(request, deskTrainRun, { query: { departureId }, authorization });
    await dataOf(request, deskChangeTrain, { body: { departureId, version, change }, authorization });
  };
}
