// How often something may be called, counted in this process before anything is asked of the database.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

export interface CallRate {
  /** So many calls with one key within the window. */
  readonly max: number;
  /** Milliseconds. */
  readonly timeWindow: number;
}

/**
 * Takes a rate and how to name who calls; gives what counts a call. It rejects with AppError REQ-0004, and the seconds to
 * wait, where there were too many.
 */
export function callLimit(
  app: FastifyInstance,
  rate: CallRate,
  keyOf: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ ...rate, keyGenerator: keyOf });
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new AppError('REQ-0004', { retryAfter: counted.ttlInSeconds });
  };
}
