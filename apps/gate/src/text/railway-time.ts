// Wall times of the railway in the forms that the gate needs.
import { epochToWall, wallToEpoch } from '@kippu/domain/time/service-day';

/** Parses `YYYY-MM-DD HH:mm:ss` into epoch seconds. Throws RangeError on another form. */
export const secondsOf = (wall: string): number => wallToEpoch(wall) / 1000;

/** Formats epoch milliseconds as `HH:mm:ss`. */
export const timeOf = (epochMs: number): string => epochToWall(epochMs).slice(11, 19);
