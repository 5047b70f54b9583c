// How many journeys a product is good for.

/**
 * One-way tickets (trip types 10 and 11) are good for one journey and round trips (20) for two; their exit ends them.
 * Anything else, such as a pass or a day ticket, for any number (null) while it is valid.
 */
export function journeysOf(kind: string, tripType: number | null): number | null {
  if (kind !== 'haruka' && kind !== 'qr') return null;
  if (tripType === 10 || tripType === 11) return 1;
  return tripType === 20 ? 2 : null;
}
