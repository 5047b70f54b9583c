// The selection of seats as pure functions, so that it can be tested without a screen.
import { availabilityLabel } from '@kippu/domain/reservation/availability';
import { formatSeat, parseSeat } from '@kippu/domain/reservation/seat-name';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { AvailabilityLabel, SeatCar, SeatPlace, TrainEnd } from '@kippu/contract/calls/traveller/train';

/** Free, or already this traveller's: held before, or reserved and now being changed. */
export const isChoosable = (place: SeatPlace): boolean => place.state !== 'taken';

/** Returns every seat that may be chosen, as '4-12A'. */
export function choosableSeats(cars: readonly SeatCar[]): ReadonlySet<string> {
  const seats = cars.flatMap(({ car, rows }) =>
    rows.flatMap(({ row, seats: places }) =>
      places.filter(isChoosable).map(({ letter }) => formatSeat({ car, row, letter })),
    ),
  );
  return new Set(seats);
}

/**
 * Returns the seats chosen after a tap on `seat`. `chosen` is ordered oldest first. A chosen seat is deselected; if
 * the limit is exceeded, the new seat replaces the oldest.
 */
export function toggleSeat(chosen: readonly string[], seat: string, max: number): readonly string[] {
  if (chosen.includes(seat)) return chosen.filter((other) => other !== seat);
  return [...chosen, seat].slice(-Math.max(1, max));
}

/** Splits the chosen seats into those still available and those lost, in the order of choice. */
export function dropLost(
  chosen: readonly string[],
  choosable: ReadonlySet<string>,
): { readonly kept: readonly string[]; readonly lost: readonly string[] } {
  return {
    kept: chosen.filter((seat) => choosable.has(seat)),
    lost: chosen.filter((seat) => !choosable.has(seat)),
  };
}

/** Returns the seats of the reservation that is being changed. */
export const ownSeats = (cars: readonly SeatCar[]): readonly string[] =>
  cars.flatMap(({ car, rows }) =>
    rows.flatMap(({ row, seats }) =>
      seats.filter((place) => place.state === 'mine').map(({ letter }) => formatSeat({ car, row, letter })),
    ),
  );

/** Whether the chosen seats are those already reserved on the ride, so that nothing would change. */
export const isAsReserved = (
  {
    departureId,
    from,
    to,
    seats,
  }: Pick<Reservation, 'departureId' | 'seats'> & {
    readonly from: Pick<Station, 'stationId'>;
    readonly to: Pick<Station, 'stationId'>;
  },
  ride: { readonly departureId: string; readonly from: string; readonly to: string },
  chosen: readonly string[],
): boolean =>
  departureId === ride.departureId &&
  from.stationId === ride.from &&
  to.stationId === ride.to &&
  seats.length === chosen.length &&
  seats.every(({ seatInfo }) => chosen.includes(seatInfo));

interface CarMark {
  readonly left: number;
  readonly label: AvailabilityLabel;
}

/** Returns how many seats may be chosen in a car, as a number and as a mark for the wanted number. */
export function carMark(car: SeatCar, wanted: number): CarMark {
  const left = choosableSeats([car]).size;
  return { left, label: availabilityLabel(left, wanted) };
}

/**
 * Returns the car to show first: the one with the chosen seats; else the first in which the group fits with room to
 * choose; else the first in which it fits; else the first. Cars of the usual class come before others.
 */
export function firstCar(
  cars: readonly SeatCar[],
  wanted: number,
  chosen: readonly string[],
  isUsualClass: (carClass: string) => boolean,
): number | undefined {
  const own = cars.find(({ car }) => chosen.some((seat) => seat.startsWith(`${car}-`)));
  const usual = cars.filter((car) => isUsualClass(car.class));
  const withMark = (...labels: AvailabilityLabel[]) =>
    [...usual, ...cars].find((car) => labels.includes(carMark(car, wanted).label));
  return (own ?? withMark('enough') ?? withMark('few') ?? withMark('notEnough') ?? cars[0])?.car;
}

/**
 * Returns a car's rows with the front of the train first, and its letters as seen by someone who faces it. `front` is
 * the end of the rows at the front; if it is the last row, the picture is rotated by 180 degrees.
 */
export function facingFront(
  car: SeatCar,
  front: TrainEnd,
): { readonly letters: readonly string[]; readonly rows: SeatCar['rows'] } {
  const rows = car.rows.toSorted((a, b) => a.row - b.row);
  return front === 'high'
    ? { letters: car.letters.toReversed(), rows: rows.toReversed() }
    : { letters: car.letters, rows };
}

/** Sorts seats such as '4-12A' in train order: by car, row and letter. */
export const inTrainOrder = (seats: readonly string[]): readonly string[] =>
  seats.toSorted((a, b) => {
    const [one, other] = [parseSeat(a), parseSeat(b)];
    if (!one || !other) return 0;
    return one.car - other.car || one.row - other.row || (one.letter < other.letter ? -1 : 1);
  });

/** Groups seats such as '4-12A' by car, in train order: `{ car: 4, seats: ['7A', '7B'] }`. */
export function seatsByCar(
  seats: readonly string[],
): readonly { readonly car: number; readonly seats: readonly string[] }[] {
  const cars = new Map<number, string[]>();
  for (const seat of inTrainOrder(seats)) {
    const [car = '', place = ''] = seat.split('-');
    cars.set(Number(car), [...(cars.get(Number(car)) ?? []), place]);
  }
  return [...cars].map(([car, places]) => ({ car, seats: places }));
}
