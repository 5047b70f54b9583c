// Times on the wire: `YYYY-MM-DD HH:mm:ss` in the railway's zone.
import { epochToWall } from '@kippu/domain/time/service-day';

/** Formats an instant, a Date or epoch milliseconds, for the wire. Throws RangeError if it is invalid. */
export const wireTime = (instant: Date | number): string => epochToWall(Number(instant));

/** The end of the year 9999: the wire and the database write years with four digits. */
const END_MS = Date.UTC(10_000, 0);

/** Whether a client's value is an instant in whole epoch milliseconds, from 1970 on, that the database accepts. */
export const isInstant = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < END_MS;
