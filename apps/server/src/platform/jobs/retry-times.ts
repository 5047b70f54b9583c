// When jobs are tried again. Times in milliseconds.
const MINUTE_MS = 60_000;

/** How long a claimed job may run. Then another process runs it, because the first one may have ended. Longer than any job takes. */
export const LEASE_MS = 2 * MINUTE_MS;
/** For how long after it was queued a job is tried. */
export const GIVE_UP_AFTER_MS = 26 * 60 * MINUTE_MS;
/** How many days a dead letter is kept. */
export const DEAD_LETTER_DAYS = 30;

const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 4 * 60 * MINUTE_MS;
const FIRST_PROBE_MS = 5_000;
const MAX_PROBE_MS = MINUTE_MS;

/**
 * Returns a wait in milliseconds: `firstMs` after the first failure, doubled after each further one up to `maxMs`, then varied by up to a
 * quarter either way, so that retries do not come all at once.
 */
const backOffMs = (firstMs: number, maxMs: number, failures: number, random: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 20)) * (0.75 + random / 2);

/**
 * Returns how long a job waits after its service refused it for now.
 * @param attempts how often it was tried, at least 1
 * @param random from 0 to 1
 */
export const retryAfter = (attempts: number, random: number): number =>
  Math.round(backOffMs(FIRST_RETRY_MS, MAX_RETRY_MS, attempts, random));

/** Returns how long all jobs of a kind wait after their service failed `failures` times in a row. */
export const probeAfter = (failures: number, random: number): number =>
  Math.round(backOffMs(FIRST_PROBE_MS, MAX_PROBE_MS, failures, random));
