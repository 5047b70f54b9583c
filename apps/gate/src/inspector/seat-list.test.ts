// What a list of reserved seats says of a leg and of a ticket.
import { expect, it } from 'vitest';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { seatList } from '../../test/seat-list.ts';
import { carNumbers, hasEnded, isOn, legAt, legsOf, standingOf, type SeatList } from './seat-list.ts';

const at = (time: string) => wallToEpoch(`2026-11-28 ${time}:00`);
const list = seatList({
  seats: [
    { seat: '4-1A', firstLeg: 0, endLeg: 3, tag: 'whole' },
    { seat: '4-1B', firstLeg: 1, endLeg: 3, tag: 'later' },
    { seat: '5-2C', firstLeg: 0, endLeg: 3, tag: 'lost' },
  ],
});
const ask = (of: SeatList | null, leg: number, tag: string, train?: string) =>
  standingOf(of, of ? legsOf(of)[leg] : undefined, {
    tag,
    seat: train === undefined ? null : { train, car: '4', seat: '1A' },
  });

it('the leg follows the expected times: from before the first stop to after the last', () => {
  expect(legAt(list, at('09:00'))).toBe(0);
  expect(legAt(list, at('10:40'))).toBe(1);
  expect(legAt(list, at('23:00'))).toBe(2);
  const late = seatList({
    stops: list.stops.map((stop, n) =>
      n === 1 ? { ...stop, expectedDepartAt: '2026-11-28 10:50:00' } : stop,
    ),
  });
  expect(legAt(late, at('10:40'))).toBe(0);
});

it('a stop that is left out joins its legs, and a seat from or to it is on the joined leg', () => {
  const cut = seatList({
    stops: list.stops.map((stop, n) => (n === 1 ? { ...stop, skipped: true as const } : stop)),
    seats: list.seats,
  });
  expect(legsOf(cut)).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 3 },
  ]);
  const [joined] = legsOf(cut);
  expect(cut.seats.map((seat) => joined && isOn(seat, joined))).toEqual([true, true, true]);
  expect(ask(cut, 0, 'later')).toMatchObject({ kind: 'here' });
});

it('a train that calls nowhere has no legs, and no ticket a seat on one', () => {
  const none = seatList({
    stops: list.stops.map((stop) => ({ ...stop, skipped: true as const })),
    seats: list.seats,
  });
  expect(legsOf(none)).toEqual([]);
  expect(ask(none, 0, 'whole')).toMatchObject({ kind: 'otherLeg' });
});

it('a ticket is at its seat, on another leg, in a lost car, on another train, or not in the list', () => {
  expect(ask(list, 0, 'whole')).toMatchObject({ kind: 'here', seats: [{ seat: '4-1A' }] });
  expect(ask(list, 0, 'later')).toMatchObject({ kind: 'otherLeg', seats: [{ seat: '4-1B' }] });
  expect(ask(list, 1, 'later')).toMatchObject({ kind: 'here' });
  expect(ask(list, 0, 'lost')).toMatchObject({ kind: 'lostCar', seats: [{ seat: '5-2C' }] });
  expect(ask(list, 0, 'other', list.onTicket)).toMatchObject({ kind: 'notInList' });
  expect(ask(list, 0, 'other', 'はるか 99')).toMatchObject({
    kind: 'otherTrain',
    seat: { train: 'はるか 99' },
  });
  expect(ask(list, 0, 'other')).toEqual({ kind: 'noSeat' });
  expect(ask({ ...list, nonReservedCars: [] }, 0, 'other')).toEqual({ kind: 'noSeatHere' });
  expect(ask(null, 0, 'other', 'はるか 14')).toMatchObject({ kind: 'noList', seat: { car: '4' } });
});

it('a car that is missing today is looked through when seats of it are reserved', () => {
  expect(carNumbers(list)).toEqual([4, 5]);
  expect(list.cars.map(({ car }) => car)).toEqual([4]);
});

it('a list ends at its time, not before', () => {
  expect(hasEnded(list, wallToEpoch(list.endsAt) - 1)).toBe(false);
  expect(hasEnded(list, wallToEpoch(list.endsAt))).toBe(true);
});
