// A seat as it is written: seatInfo on the wire.

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
