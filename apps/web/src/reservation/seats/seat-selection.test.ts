import type { SeatCar, SeatPlace } from '@kippu/contract/calls/traveller/train';
import { expect, test } from 'vitest';
import { arrangementOf, isNearLuggage, spotIn } from './seat-arrangement.ts';
import { stepTo } from '../seat-map/seat-grid-keys.ts';
import {
  carMark,
  choosableSeats,
  dropLost,
  facingFront,
  firstCar,
  inTrainOrder,
  isAsReserved,
  seatsByCar,
  toggleSeat,
} from './seat-selection.ts';

/** A car with four seats per row. `taken` lists its taken seats, such as '7A'. */
function car(number: number, rows: number, taken: readonly string[] = [], green = false): SeatCar {
  const letters = green ? ['A', 'B', '', 'C'] : ['A', 'B', '', 'C', 'D'];
  const place = (row: number, letter: string): SeatPlace => ({
    letter,
    state: taken.includes(`${row}${letter}`) ? 'taken' : 'selectable',
    power: false,
    window: false,
    facing: 'forward',
  });
  return {
    car: number,
    class: green ? 'green' : 'ordinary',
    facilities: [],
    letters,
    rows: Array.from({ length: rows }, (_, i) => ({
      row: i + 1,
      seats: letters.filter(Boolean).map((letter) => place(i + 1, letter)),
    })),
  };
}

test('a tap selects, a second tap deselects, one seat too many replaces the oldest', () => {
  expect(toggleSeat([], '4-1A', 2)).toEqual(['4-1A']);
  expect(toggleSeat(['4-1A'], '4-1A', 2)).toEqual([]);
  expect(toggleSeat(['4-1A', '4-1B'], '4-2A', 2)).toEqual(['4-1B', '4-2A']);
  expect(toggleSeat(['4-1A'], '4-2A', 1)).toEqual(['4-2A']);
});

test('lost seats are dropped and named, the others keep their order', () => {
  const choosable = choosableSeats([car(4, 2, ['1A', '2D'])]);
  expect(choosable.size).toBe(6);
  expect(dropLost(['4-2A', '4-1A', '4-1B'], choosable)).toEqual({ kept: ['4-2A', '4-1B'], lost: ['4-1A'] });
});

test('seats held or reserved by the traveller may be chosen', () => {
  const one = car(4, 1);
  one.rows[0]!.seats[0]!.state = 'held';
  one.rows[0]!.seats[1]!.state = 'mine';
  expect(choosableSeats([one])).toEqual(new Set(['4-1A', '4-1B', '4-1C', '4-1D']));
});

test('the mark of a car shows how many seats it has for the group', () => {
  expect(carMark(car(4, 3), 2)).toEqual({ left: 12, label: 'enough' });
  expect(carMark(car(4, 2), 2)).toEqual({ left: 8, label: 'few' });
  expect(carMark(car(4, 1, ['1A', '1B', '1C']), 2)).toEqual({ left: 1, label: 'notEnough' });
  expect(carMark(car(4, 1, ['1A', '1B', '1C', '1D']), 2)).toEqual({ left: 0, label: 'none' });
});

test('the first car shown is the one with the chosen seats, else an ordinary one with room', () => {
  const cars = [car(1, 9, [], true), car(2, 1), car(3, 9)];
  const isUsual = (carClass: string) => carClass === 'ordinary';
  expect(firstCar(cars, 2, ['2-1A'], isUsual)).toBe(2);
  expect(firstCar(cars, 2, [], isUsual)).toBe(3);
  expect(firstCar([cars[0]!, car(2, 1, ['1A', '1B', '1C', '1D'])], 2, [], isUsual)).toBe(1);
  expect(firstCar([], 2, [], isUsual)).toBeUndefined();
});

test('the front of the train is on top, and left is as seen when facing it', () => {
  const front = (end: 'low' | 'high') => {
    const { letters, rows } = facingFront(car(4, 3), end);
    return `${letters.join('')} ${rows.map(({ row }) => row).join('')}`;
  };
  expect(front('low')).toBe('ABCD 123');
  expect(front('high')).toBe('DCBA 321');
});

test('seats are grouped by car, in the order of the train', () => {
  const chosen = ['10-2A', '4-12B', '4-7B', '4-7A'];
  expect(inTrainOrder(chosen)).toEqual(['4-7A', '4-7B', '4-12B', '10-2A']);
  expect(seatsByCar(chosen)).toEqual([
    { car: 4, seats: ['7A', '7B', '12B'] },
    { car: 10, seats: ['2A'] },
  ]);
});

test.each([
  [['4-7A'], 'one'],
  [['4-7B', '4-7A'], 'sideBySide'],
  [['4-7B', '4-7C'], 'acrossAisle'],
  [['4-7A', '4-7D'], 'sameRow'],
  [['4-7A', '4-7C'], 'sameRow'],
  [['4-7A', '4-8A'], 'nearRows'],
  [['4-7A', '4-9A'], 'sameCar'],
  [['4-7A', '3-7A'], 'apart'],
])('%j lie %s', (seats, arrangement) => {
  expect(arrangementOf([car(3, 9), car(4, 9)], seats)).toBe(arrangement);
});

test('window, aisle and the single seat of a Green row', () => {
  const cars = [car(1, 9, [], true), car(4, 9)];
  expect(['4-1A', '4-1B', '4-1C', '1-1C', '9-1A'].map((seat) => spotIn(cars, seat))).toEqual([
    'window',
    'aisle',
    'aisle',
    'window',
    undefined,
  ]);
});

test('arrow keys stay inside the car', () => {
  const rows = [
    ['4-1A', '4-1B'],
    ['4-2A', '4-2B'],
  ];
  expect(stepTo(rows, '4-1A', 'ArrowRight')).toBe('4-1B');
  expect(stepTo(rows, '4-1B', 'ArrowRight')).toBe('4-1B');
  expect(stepTo(rows, '4-1B', 'ArrowDown')).toBe('4-2B');
  expect(stepTo(rows, '4-2B', 'Home')).toBe('4-2A');
  expect(stepTo(rows, '4-2B', 'PageUp')).toBe('4-1B');
  expect(stepTo(rows, '4-2B', 'Tab')).toBeNull();
});

test('the rows at both ends are near the luggage space, if the car has one', () => {
  const racks = { ...car(4, 3), facilities: ['luggage'] };
  expect([1, 2, 3].map((row) => isNearLuggage(racks, row))).toEqual([true, false, true]);
  expect([1, 2, 3].map((row) => isNearLuggage(car(4, 3), row))).toEqual([false, false, false]);
});

test('the same seats are a change only on another ride', () => {
  const ride = { departureId: 'haruka-26@2026-12-01', from: 'kansai-airport', to: 'kyoto' };
  const seat = (seatInfo: string) =>
    ({ ticketId: seatInfo, seatInfo, seatType: 'reserved', carClass: 'ordinary' }) as const;
  const reserved = {
    departureId: ride.departureId,
    from: { stationId: ride.from },
    to: { stationId: ride.to },
    seats: [seat('8-5A'), seat('8-5B')],
  };
  expect(isAsReserved(reserved, ride, ['8-5B', '8-5A'])).toBe(true);
  expect(isAsReserved(reserved, ride, ['8-5A', '8-5C'])).toBe(false);
  expect(isAsReserved(reserved, ride, ['8-5A'])).toBe(false);
  expect(isAsReserved(reserved, { ...ride, from: 'tennoji' }, ['8-5A', '8-5B'])).toBe(false);
  expect(isAsReserved(reserved, { ...ride, departureId: 'haruka-28@2026-12-01' }, ['8-5A', '8-5B'])).toBe(
    false,
  );
});
