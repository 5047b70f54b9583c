// Legs between stops, and how a seat is written.

/** A journey on a train, by the indices of the stops where it starts and ends. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Takes the indices of two stops of a train; gives its legs between them, each named by the stop it leaves.
 * Throws RangeError unless from is before to.
 */
export function legsBetween({ from, to }: Span): number[] {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || from >= to)
    throw new RangeError(`not a journey: ${from} to ${to}`);
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Takes two journeys on one train; tells whether they share a leg. One may end where the other begins. */
export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** A seat: car, row, letter. */
export interface SeatPosition {
  readonly car: number;
  readonly row: number;
  readonly letter: string;
}

/** Takes a seat; gives '4-12A'. */
export const formatSeat = ({ car, row, letter }: SeatPosition): string => `${car}-${row}${letter}`;

/** Takes text; gives the seat, or null when it is not of the form '4-12A'. */
export function parseSeat(seatInfo: string): SeatPosition | null {
  const parts = /^([1-9]\d?)-([1-9]\d?)([A-Z])$/.exec(seatInfo);
  if (!parts || seatInfo.endsWith('\n')) return null;
  return { car: Number(parts[1]), row: Number(parts[2]), letter: parts[3]! };
}

/** Takes '4-12A'; gives the car '4' and the seat '12A' for display, null for another form. */
export function splitSeat(seatInfo: string): { car: string; seat: string } | null {
  const seat = parseSeat(seatInfo);
  return seat && { car: String(seat.car), seat: `${seat.row}${seat.letter}` };
}
