// What is foretold of a timetable is what its start then does, and foretelling changes nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Feed } from './feed-fixture.ts';
import { FeedStage } from './feed-stage.ts';

let stage: FeedStage;
beforeAll(async () => {
  stage = await FeedStage.open();
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

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
  await stage.who.me.book(['p1'], ['4-4A']);
  await stage.who.me.book(['p2'], ['4-5A'], { from: 'tennoji' });
  await stage.who.other.book(['b1'], ['5-4B']);
  const before = [await stage.legs(), await stage.kinds()];
  const foretold = await stage.foretold(feed);
  expect([await stage.legs(), await stage.kinds()]).toEqual(before);
  expect(foretold.trips).toEqual({ added: 0, gone: 0, changed: 0, ...trips });

  await stage.start(feed);
  const told = { ...NONE };
  for (const kind of await stage.kinds()) told[kind as keyof typeof NONE] += 1;
  expect(foretold.reservations).toEqual(told);
  // What was told once is not told again.
  expect((await stage.foretold(feed)).reservations).toEqual(NONE);
});

test('a timetable that takes a change back is foretold to', async () => {
  await stage.who.me.book(['p1'], ['4-4A']);
  await stage.start('tripGone');
  expect(await stage.foretold('same')).toEqual({
    trips: { added: 1, gone: 0, changed: 0 },
    reservations: { ...NONE, restored: 1 },
  });
});

test('a seat that is somebody else’s by now is not foretold to come back', async () => {
  await stage.who.me.book(['in'], ['4-4A'], { from: 'tennoji' });
  await stage.start('noTennoji');
  await stage.who.other.book(['b1'], ['4-4A']);
  await stage.start('same');
  expect(await stage.kinds()).toEqual(['(cancelled)', 'seatGone']);
  expect((await stage.foretold('fiveLater')).reservations).toEqual({ ...NONE, retimed: 1 });
});
