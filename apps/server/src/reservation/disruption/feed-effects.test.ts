// The preview of a timetable agrees with what its start then does, and the preview changes nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Feed } from '../../../test/reservation/feed.ts';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';

let scenario: FeedScenario;
beforeAll(async () => {
  scenario = await FeedScenario.open();
});
afterAll(() => scenario.close());
beforeEach(() => scenario.reset());

const NONE = { cancelled: 0, retimed: 0, seatGone: 0, restored: 0 };

test.each<[Feed, { added?: number; gone?: number; changed?: number }]>([
  ['same', {}],
  ['tripGone', { gone: 1 }],
  ['dayRemoved', { changed: 60 }],
  ['tenLater', { changed: 1 }],
  ['hourEarlier', { changed: 1 }],
  ['noTennoji', { changed: 1 }],
  ['tennojiLonger', { changed: 1 }],
  ['noCarFour', {}],
])('%s', async (feed, trips) => {
  await scenario.who.me.book(['p1'], ['4-4A']);
  await scenario.who.me.book(['p2'], ['4-5A'], { from: 'tennoji' });
  await scenario.who.other.book(['b1'], ['5-4B']);
  const before = [await scenario.legs(), await scenario.kinds()];
  const preview = await scenario.preview(feed);
  expect([await scenario.legs(), await scenario.kinds()]).toEqual(before);
  expect(preview.trips).toEqual({ added: 0, gone: 0, changed: 0, ...trips });

  await scenario.start(feed);
  const recorded = { ...NONE };
  for (const kind of await scenario.kinds()) recorded[kind as keyof typeof NONE] += 1;
  expect(preview.reservations).toEqual(recorded);
  // A recorded disruption is not counted again.
  expect((await scenario.preview(feed)).reservations).toEqual(NONE);
});

test('a timetable that reverts a change is previewed too', async () => {
  await scenario.who.me.book(['p1'], ['4-4A']);
  await scenario.start('tripGone');
  expect(await scenario.preview('same')).toEqual({
    stopped: { trains: [], more: 0 },
    trips: { added: 1, gone: 0, changed: 0 },
    reservations: { ...NONE, restored: 1 },
  });
});

test('a seat that was sold to another traveller is not previewed as restored', async () => {
  await scenario.who.me.book(['in'], ['4-4A'], { from: 'tennoji' });
  await scenario.start('noTennoji');
  await scenario.who.other.book(['b1'], ['4-4A']);
  await scenario.start('same');
  expect(await scenario.kinds()).toEqual(['(cancelled)', 'seatGone']);
  expect((await scenario.preview('fiveLater')).reservations).toEqual({ ...NONE, retimed: 1 });
});
