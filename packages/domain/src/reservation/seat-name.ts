// The written form of a seat: `seatInfo` on the wire.

/** A seat: car, row, letter. */
export interface SeatPosition {
  readonly car: number;
  readonly row: number;
  readonly letter: string;
}

/** Returns the seat as '4-12A'. */
export const formatSeat = ({ car, row, letter }: SeatPosition): string => `${car}-${row}${letter}`;

/** Parses '4-12A'. Returns null for any other text. */
export function parseSeat(seatInfo: string): SeatPosition | null {
  const parts = /^([1-9]\d?)-([1-9]\d?)([A-Z])$/.exec(seatInfo);
  if (!parts) return null;
  return { car: Number(parts[1]), row: Number(parts[2]), letter: parts[3]! };
}

/** Splits '4-12A' into car '4' and seat '12A' for display. Returns null for any other text. */
export function splitSeat(seatInfo: string): { car: string; seat: string } | null {
  const seat = parseSeat(seatInfo);
  return seat && { car: String(seat.car), seat: `${seat.row}${seat.letter}` };
}
