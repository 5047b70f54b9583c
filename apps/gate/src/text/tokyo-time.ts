// The railway's time: Asia/Tokyo, nine hours ahead of UTC all year, whatever the device's zone.
const OFFSET_MS = 9 * 3_600_000;

/** Takes epoch milliseconds; gives `YYYY-MM-DD HH:mm:ss`. */
export const wallOf = (epochMs: number): string =>
  new Date(epochMs + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Takes `YYYY-MM-DD HH:mm:ss`; gives epoch seconds. */
export const secondsOf = (wall: string): number =>
  (Date.parse(`${wall.replace(' ', 'T')}Z`) - OFFSET_MS) / 1000;

/** Takes epoch milliseconds; gives `HH:mm:ss`. */
export const timeOf = (epochMs: number): string => wallOf(epochMs).slice(11);

/** Takes epoch milliseconds; gives the date, `YYYY-MM-DD`. */
export const dateOf = (epochMs: number): string => wallOf(epochMs).slice(0, 10);
