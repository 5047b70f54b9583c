// The railway's time zone: Asia/Tokyo, nine hours ahead of UTC all year, whatever the device's zone.
const OFFSET_MS = 9 * 3_600_000;

/** Formats epoch milliseconds as `YYYY-MM-DD HH:mm:ss`. */
export const wallOf = (epochMs: number): string =>
  new Date(epochMs + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Parses `YYYY-MM-DD HH:mm:ss` into epoch seconds. */
export const secondsOf = (wall: string): number =>
  (Date.parse(`${wall.replace(' ', 'T')}Z`) - OFFSET_MS) / 1000;

/** Formats epoch milliseconds as `HH:mm:ss`. */
export const timeOf = (epochMs: number): string => wallOf(epochMs).slice(11);

/** Formats epoch milliseconds as `YYYY-MM-DD`. */
export const dateOf = (epochMs: number): string => wallOf(epochMs).slice(0, 10);
