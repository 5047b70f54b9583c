// Times on the wire: `YYYY-MM-DD HH:mm:ss` in Asia/Tokyo, which has no summer time.
const TOKYO_OFFSET_MS = 9 * 3_600_000;

export function wireTime(instant: Date | number): string {
  return new Date(Number(instant) + TOKYO_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** The end of the year 9999: the wire and the database write years with four digits. */
const END_MS = Date.UTC(10_000, 0);

/** Whether a client's value is an instant in whole epoch milliseconds, from 1970 on, that the database accepts. */
export const isInstant = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < END_MS;
