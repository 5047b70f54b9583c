// Which seats are chosen: pure, so that a moving seat map can be tested without a screen.
import { availabilityLabel } from '@kippu/domain/availability';
import { formatSeat, parseSeat } from '@kippu/domain/seat-info';
import type { Reservation } from '@kippu/contract/seat';
import type { Station } from '@kippu/contract/station';
import type { AvailabilityLabel, SeatCar, SeatPlace, TrainEnd } from '@kippu/contract/train';

/** Free, or this traveller's already: held a moment ago, or reserved and now being changed. */
export const isChoosable = (place: SeatPlace): boolean => place.state !== 'taken';

/** Takes the cars; gives every seat that may be chosen, as '4-12A'. */
export function choosableSeats(cars: readonly SeatCar[]): ReadonlySet<string> {
  const seats = cars.flatMap(({ car, rows }) =>
    rows.flatMap(({ row, seats: places }) =>
      places.filter(isChoosable).map(({ letter }) => formatSeat({ car, row, letter })),
    ),
  );
  return new Set(seats);
}

/**
 * Takes the seats chosen, oldest first, a seat and how many may be chosen; gives the seats chosen after a tap on it:
 * a chosen one is let go, one too many takes the oldest one's place.
 */
export function toggleSeat(chosen: readonly string[], seat: string, most: number): readonly string[] {
  if (chosen.includes(seat)) return chosen.filter((other) => other !== seat);
  return [...chosen, seat].slice(-Math.max(1, most));
}

/** Takes the seats chosen and those that still may be; gives those kept and those lost, in the order of choice. */
export function dropLost(
  chosen: readonly string[],
  choosable: ReadonlySet<string>,
): { readonly kept: readonly string[]; readonly lost: readonly string[] } {
  return {
    kept: chosen.filter((seat) => choosable.has(seat)),
    lost: chosen.filter((seat) => !choosable.has(seat)),
  };
}

/** Takes the cars; gives the seats of the reservation that is being changed. */
export const ownSeats = (cars: readonly SeatCar[]): readonly string[] =>
  cars.flatMap(({ car, rows }) =>
    rows.flatMap(({ row, seats }) =>
      seats.filter((place) => place.state === 'mine').map(({ letter }) => formatSeat({ car, row, letter })),
    ),
  );

/** Whether the seats chosen for a ride are those that the reservation has on it: nothing would change. */
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

/** Takes a car and the seats wanted; gives how many may be chosen in it, as a number and as a mark. */
export function carMark(car: SeatCar, wanted: number): CarMark {
  const left = choosableSeats([car]).size;
  return { left, label: availabilityLabel(left, wanted) };
}

/**
 * Takes the cars, the seats wanted and the seats already chosen; gives the car to open at first: the one with the
 * seats, else the first in which all fit with a real choice, else in which they fit, else the first.
 */
export function firstCar(
  cars: readonly SeatCar[],
  wanted: number,
  chosen: readonly string[],
): number | undefined {
  const own = cars.find(({ car }) => chosen.some((seat) => seat.startsWith(`${car}-`)));
  const ordinary = cars.filter((car) => car.class === 'ordinary');
  const withMark = (...labels: AvailabilityLabel[]) =>
    [...ordinary, ...cars].find((car) => labels.includes(carMark(car, wanted).label));
  return (own ?? withMark('enough') ?? withMark('few') ?? withMark('notEnough') ?? cars[0])?.car;
}

/**
 * Takes a car and which end of its rows runs ahead; gives its rows with the front of the train first and its letters
 * as seen by someone who faces it. With the last row ahead the whole picture turns by half a circle.
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

/** Takes seats as '4-12A'; gives them in the order of the train: by car, row, letter. */
export const inTrainOrder = (seats: readonly string[]): readonly string[] =>
  seats.toSorted((a, b) => {
    const [one, other] = [parseSeat(a), parseSeat(b)];
    if (!one || !other) return 0;
    return one.car - other.car || one.row - other.row || (one.letter < other.letter ? -1 : 1);
  });

/** Takes seats as '4-12A'; gives them by car, in the order of the train: `{ car: 4, seats: ['7A', '7B'] }`. */
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
