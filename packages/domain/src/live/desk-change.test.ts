// What the desk's changes make of its word, and which do not fit the train.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeFault, deskLayerAfter, type DeskChange } from './desk-change.ts';
import { mergeLayers } from './live-train.ts';
import { runSummary } from './run-summary.ts';

const NOW = 1_000_000;
const facts = {
  stops: ['a', 'b', 'ring', 'c', 'ring'].map((stationId) => ({ stationId })),
  formations: new Map([
    ['long', [1, 2, 3, 4]],
    ['short', [1, 2]],
  ]),
  formation: 'long',
};
const UNDO_ALL: DeskChange = {
  runs: null,
  late: null,
  skipped: null,
  platforms: null,
  formation: null,
  lostCars: null,
  words: null,
};

const change = fc.record<DeskChange>(
  {
    runs: fc.option(fc.boolean()),
    late: fc.option(fc.record({ from: fc.constantFrom('a', 'c'), minutes: fc.nat(60) })),
    skipped: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'ring#2'))),
    platforms: fc.option(fc.array(fc.record({ stop: fc.constant('a'), platform: fc.string() }))),
    lostCars: fc.option(fc.uniqueArray(fc.constantFrom(1, 2))),
  },
  { requiredKeys: [] },
);

test('a change touches its own fields only, and an undone field says nothing', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 4 }), change, (earlier, last) => {
      const before = earlier.reduce<ReturnType<typeof deskLayerAfter>>(
        (layer, each) => deskLayerAfter(layer, each, NOW),
        null,
      );
      const after = deskLayerAfter(before, last, NOW + 1);
      const fieldOf = { late: 'delays' } as const;
      for (const name of [
        'runs',
        'late',
        'skipped',
        'platforms',
        'formation',
        'lostCars',
        'words',
      ] as const) {
        const field = name === 'late' ? fieldOf.late : name;
        if (last[name] === null) expect(after?.[field]).toBeUndefined();
        else if (last[name] === undefined) expect(after?.[field]).toEqual(before?.[field]);
        else expect(after?.[field]).toBeDefined();
      }
      expect(deskLayerAfter(after, UNDO_ALL, NOW + 2)).toBeNull();
    }),
  );
});

test('twenty minutes from a stop on count there and later, until the desk takes it back', () => {
  const layer = deskLayerAfter(null, { late: { from: 'b', minutes: 20 } }, NOW);
  const stops = facts.stops.map(({ stationId }, at) => ({
    stationId,
    arrive: at * 600,
    depart: at * 600 + 60,
  }));
  const late = runSummary(stops, mergeLayers({ feed: null, desk: layer }, NOW, 1));
  expect(late.stops.map(({ depart }, at) => depart - (at * 600 + 60))).toEqual([0, 1200, 1200, 1200, 1200]);
  expect(late).toMatchObject({ runs: true, lateBy: 1200, stopsOut: 0 });
});

test('a train that begins and ends elsewhere is summed up by where it calls; a cancelled one by its timetable', () => {
  const stops = facts.stops.map(({ stationId }, at) => ({ stationId, arrive: at * 600, depart: at * 600 }));
  const cut = runSummary(stops, { asOf: NOW, skipped: ['a', 'ring#2'] });
  expect([cut.first.key, cut.last.key, cut.stopsOut, cut.lateBy]).toEqual(['b', 'c', 2, null]);
  const gone = runSummary(stops, { asOf: NOW, runs: false, delays: { a: { depart: 60 } } });
  expect([gone.first.key, gone.last.key, gone.runs, gone.lateBy]).toEqual(['a', 'ring#2', false, null]);
});

test('delays of stops that the train has left do not count while it still calls somewhere', () => {
  const stops = facts.stops.map(({ stationId }, at) => ({ stationId, arrive: at * 600, depart: at * 600 }));
  const live = { asOf: NOW, left: 'b', delays: { a: { depart: 500 }, ring: { depart: 30 } } };
  expect(runSummary(stops, live).lateBy).toBe(30);
  expect(runSummary(stops, { ...live, left: 'ring#2' }).lateBy).toBe(500);
});

test.each<[string, DeskChange, string | null]>([
  ['an unknown stop', { late: { from: 'x', minutes: 5 } }, 'stop'],
  ['a third call', { skipped: ['ring#3'] }, 'stop'],
  ['a platform elsewhere', { platforms: [{ stop: 'toString', platform: '1' }] }, 'stop'],
  ['one stop left', { skipped: ['a', 'b', 'ring', 'c'] }, 'tooFewStops'],
  ['two stops left', { skipped: ['a', 'b', 'ring'] }, null],
  ['an unknown formation', { formation: 'x' }, 'formation'],
  ['a car of the formation', { lostCars: [4] }, null],
  ['a car that it lacks', { lostCars: [5] }, 'car'],
  ['a car that the new formation lacks', { formation: 'short', lostCars: [4] }, 'car'],
  ['a shorter formation', { formation: 'short' }, null],
  ['undone', UNDO_ALL, null],
])('%s', (_name, tried, fault) => expect(changeFault(null, tried, facts)).toBe(fault));

test('cars that were lost before must fit a new formation too; other changes do not judge them', () => {
  const before = { asOf: NOW, lostCars: [4] };
  expect(changeFault(before, { formation: 'short' }, facts)).toBe('car');
  expect(changeFault(before, { formation: 'short', lostCars: null }, facts)).toBeNull();
  expect(changeFault({ asOf: NOW, lostCars: [9] }, { late: { from: 'a', minutes: 1 } }, facts)).toBeNull();
});
