// Proof of work, required after many tries: the device solves the server's puzzle and gets a pass. No other host is
// contacted.
import { checkWork, genWork } from '@kippu/contract/routes/traveller/account';
import type { Send } from './send-call.ts';
import { solvePuzzle } from './solve-puzzle.ts';

/**
 * Fetches a puzzle with `send` and solves it. Returns the pass for the next call. Throws CallError, or Error if the
 * browser cannot solve the puzzle.
 */
export async function solveWork(send: Send): Promise<{ captchaPass: string }> {
  const { work } = await send(genWork);
  const { counter, derivedKey } = await solvePuzzle(work);
  return send(checkWork, { body: { work, counter, derivedKey } });
}
