// Damaged and wild feeds: nothing is thrown, and no train is cancelled that the feed did not cancel.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { expectedStops } from '@kippu/domain/live/live-train';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { decodeFeed, FeedFormatError } from '../../platform/gtfs-realtime/codec.ts';
import {
  FADES_MS,
  feedBytes,
  feedOf,
  NOW,
  position,
  smallRailway,
  timeOf,
  today,
  update,
} from '../../../test/live/small-railway.ts';
import { mergeWords } from './merge-words.ts';
import { headerFault, readRealtime } from './read-realtime.ts';

let railway: OperatorData;
beforeAll(async () => {
  railway = await smallRailway();
});

/** Reads bytes as the poller does. Returns what would be saved; nothing for bytes that are refused. */
function changesOf(bytes: Uint8Array) {
  let message;
  try {
    message = decodeFeed(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(FeedFormatError);
    return [];
  }
  if (headerFault(message, NOW, FADES_MS)) return [];
  const { words } = readRealtime([{ number: 1, message }], railway, NOW, FADES_MS);
  const trainsOn = (date: string) => railway.tripsOn(date).length;
  return mergeWords(words.values(), new Map(), { now: NOW, fadesAfterMs: FADES_MS, trainsOn }).changes;
}

/** A feed as a good one is, with trains, positions and an alert, which cancels nothing. */
const good = () =>
  feedBytes([
    ...Array.from({ length: 8 }, (_, n) =>
      update(today(`b${n}`, { routeId: 'main', startTime: `10:0${n}:00` }), [
        { stopSequence: 10, stopId: 'north-1', departure: { time: timeOf(`10:0${n}:00`) } },
        { stopSequence: 20, stopId: 'mid-2', arrival: { delay: 60 * n }, departure: { delay: 60 * n } },
      ]),
    ),
    position(today('a1'), { currentStopSequence: 20, currentStatus: 2, stopId: 'mid-1' }),
    {
      id: 'alert',
      alert: {
        headerText: { translation: [{ text: '信号', language: 'ja' }] },
        informedEntity: [{ stopId: 'mid' }],
      },
    },
  ]);

test('a cut feed cancels nothing, wherever it is cut', () => {
  const bytes = good();
  for (let length = 0; length < bytes.length; length += 1)
    expect(changesOf(bytes.subarray(0, length)).filter(({ layer }) => layer.runs === false)).toEqual([]);
});

test('no single flipped bit cancels a train', () => {
  const bytes = good();
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = bytes.slice();
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const cancelled = changesOf(flipped).filter(({ layer }) => layer.runs === false);
    expect(cancelled, `bit ${bit}`).toEqual([]);
  }
});

test('many flipped, lost and doubled bytes throw nothing', () => {
  const bytes = good();
  const damage = fc.array(
    fc.tuple(fc.nat(bytes.length - 1), fc.nat(255), fc.constantFrom('set', 'cut', 'twice')),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(damage, (hits) => {
      let damaged = [...bytes];
      for (const [at, value, how] of hits) {
        if (how === 'set') damaged[at] = value;
        else if (how === 'cut') damaged = [...damaged.slice(0, at), ...damaged.slice(at + (value % 8))];
        else damaged = [...damaged.slice(0, at), ...damaged.slice(Math.max(0, at - (value % 8)))];
      }
      changesOf(Uint8Array.from(damaged));
    }),
    { numRuns: 1500 },
  );
});

const anyTime = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.integer({ min: -100_000, max: 200_000 }).map((seconds) => timeOf('00:00:00') + BigInt(seconds)),
);
const anyDelay = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.integer({ min: -7200, max: 7200 }),
);
const anyEvent = fc.record({ time: anyTime, delay: anyDelay }, { requiredKeys: [] });
const anyStop = fc.record(
  {
    stopSequence: fc.oneof(fc.constantFrom(10, 20, 30), fc.nat(2 ** 32 - 1)),
    stopId: fc.constantFrom('north-1', 'mid-2', 'south', 'nowhere', '', '__proto__'),
    arrival: anyEvent,
    departure: anyEvent,
    scheduleRelationship: fc.constantFrom(0, 0, 0, 1, 2, 3, 9),
    stopTimeProperties: fc.record({ assignedStopId: fc.constantFrom('north-2', 'mid-1', 'x', '') }),
  },
  { requiredKeys: [] },
);
const anyTrip = fc.record(
  {
    tripId: fc.constantFrom('a1', 'ring', 'night', 'weekend', 'b3', '__proto__', 'constructor', ''),
    startDate: fc.constantFrom('20260401', '20260331', '99999999', '', '2026-4-1', '00000101'),
    startTime: fc.constantFrom('08:31:00', '8:31:00', '99:99:99', '', 'x'.repeat(50)),
    routeId: fc.constantFrom('main', 'x'),
    directionId: fc.nat(2 ** 32 - 1),
    scheduleRelationship: fc.constantFrom(0, 0, 1, 2, 3, 5, 6, 7, 8, 4, 77),
  },
  { requiredKeys: [] },
);

test('whatever a feed says of times, a train that it names is expected in order and within two days', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(anyTrip, fc.array(anyStop, { maxLength: 6 }), fc.option(anyDelay, { nil: undefined })),
        { maxLength: 5 },
      ),
      fc.array(
        fc.tuple(
          anyTrip,
          fc.record(
            {
              currentStopSequence: fc.nat(50),
              stopId: fc.constantFrom('mid-1', 'x'),
              timestamp: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
            },
            { requiredKeys: [] },
          ),
        ),
        { maxLength: 3 },
      ),
      (updates, positions) => {
        const entities = [
          ...updates.map(([trip, stops, delay]) => update(trip, stops, delay === undefined ? {} : { delay })),
          ...positions.map(([trip, more]) => position(trip, more)),
        ];
        const { words } = readRealtime([feedOf(entities)], railway, NOW, FADES_MS);
        const cuts = new Set(updates.flatMap(([{ scheduleRelationship = 0 }]) => scheduleRelationship));
        const skips = updates.some(
          ([, stops]) => stops.filter((stop) => stop.scheduleRelationship === 1).length >= 3,
        );
        for (const { departureId, layer } of changesOf(feedBytes(entities))) {
          if (layer.runs === false) expect(cuts.has(3) || cuts.has(7) || skips).toBe(true);
          const train = words.get(departureId)?.train;
          if (!train) throw new Error('a train that no feed named');
          let before = Number.NEGATIVE_INFINITY;
          for (const stop of expectedStops(train.trip.stops, layer)) {
            expect(Math.abs(stop.arrive)).toBeLessThan(3 * 86_400);
            expect(stop.depart).toBeGreaterThanOrEqual(stop.arrive);
            if (!stop.isSkipped) {
              expect(stop.arrive).toBeGreaterThanOrEqual(before);
              before = stop.depart;
            }
          }
          if (layer.left !== undefined) expect(train.keys).toContain(layer.left);
        }
      },
    ),
    { numRuns: 1500 },
  );
});
