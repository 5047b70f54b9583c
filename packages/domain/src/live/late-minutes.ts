// The minutes of a delay, as every page, mail and message says them.

/**
 * Converts a delay to full minutes: a train that is 4 minutes and 59 seconds late is 4 minutes late, as its expected time is written without the
 * seconds. Below 0 if the train is early, by full minutes too.
 */
export const lateMinutes = (seconds: number): number => Math.trunc(seconds / 60) + 0;
