// The hours of each day in which nothing is pushed that can wait.
import { epochToWall } from './service-day.ts';

/** Wall times of the railway, `HH:mm`. `to` is not included. They may lie about midnight; the same time twice is never. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** Whether a moment (epoch milliseconds) is within the quiet hours by the railway's clock, also on days that change to or from summer time. */
export function isQuiet({ from, to }: QuietHours, now: number): boolean {
  const time = epochToWall(now).slice(11, 16);
  return from <= to ? from <= time && time < to : from <= time || time < to;
}
