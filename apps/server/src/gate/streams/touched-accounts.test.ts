// Which accounts a live change touches: those with a reservation on the train, and nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';
import { TRAIN_14 } from '../../../test/reservation/seat-client.ts';
import { listTouchedAccounts } from './passage-store.ts';

let scenario: FeedScenario;
beforeAll(async () => {
  scenario = await FeedScenario.open();
  await scenario.reset();
});
afterAll(() => scenario.close());

test('those with a reservation on a train that changed since then', async () => {
  const { me, other } = scenario.who;
  const id = await me.book(['p1'], ['4-4A']);
  await other.book(['b1'], ['4-4B'], { departureId: 'haruka-18@2026-04-01' });
  await scenario.sayOnly('feed', TRAIN_14.departureId, { delays: {} });
  const touched = (version: number, accounts = ['a0', 'a1', 'a2']) =>
    listTouchedAccounts(scenario.deps.db, accounts, version, '2026-03-30');
  expect(await touched(0)).toEqual(['a0']);
  expect(await touched(1)).toEqual([]);
  expect(await touched(0, ['a1'])).toEqual([]);
  await me.post('seatCancel', { reservationId: id });
  expect(await touched(0)).toEqual([]);
});
