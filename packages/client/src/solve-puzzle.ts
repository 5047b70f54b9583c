// Solves the server's puzzle in workers: computes hashes until one matches.
import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge, Solution } from 'altcha-lib/types';

/** More workers would slow the page on a phone with few cores. */
const WORKERS = 4;
/** The puzzle expires after five minutes anyway. */
const TIMEOUT_MS = 240_000;

/**
 * Solves a puzzle of our server, which verifies the solution. Throws Error if the browser cannot, or needs longer
 * than TIMEOUT_MS.
 */
export async function solvePuzzle(puzzle: string): Promise<Pick<Solution, 'counter' | 'derivedKey'>> {
  const solution = await solveChallengeWorkers({
    challenge: JSON.parse(puzzle) as Challenge,
    concurrency: Math.min(WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module' }),
    timeout: TIMEOUT_MS,
  });
  if (!solution) throw new Error('the puzzle was not solved in time');
  return solution;
}
