// Reads the operator's data in a worker thread, so that the server answers meanwhile.
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Progress } from '../gtfs/read/read-feed.ts';
import type { WorkerMessage } from './operator-worker.ts';
import type { OperatorInput, OperatorReading } from './read-input.ts';

/** Reads a feed and the operator's files. Rejects only where the reader itself fails. */
export type ReadOperator = (input: OperatorInput, options?: ReadOptions) => Promise<OperatorReading>;

interface ReadOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the reading, which then rejects. */
  readonly signal?: AbortSignal;
}

/** More than the largest feed within the limits needs. */
const MEMORY_MB = 2048;

export const readInWorker: ReadOperator = (input, { onProgress, signal } = {}) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./operator-worker.ts', import.meta.url), {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.on('message', (message: WorkerMessage) => {
      if ('reading' in message) resolve(message.reading);
      else onProgress?.(message.progress);
    });
    const stop = () => void worker.terminate();
    signal?.addEventListener('abort', stop);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', stop);
      reject(new Error(`the reader of the operator's files ended with ${code}`));
    });
  });

/** Names what is read of a feed in the form of packFeed, and of the operator's files. */
function nameOf(texts: OperatorInput['texts'], packed: Uint8Array): string {
  const files = Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(files)).update(packed).digest('hex');
}

/**
 * Reads as `read` does, and keeps the last reading without an error: the same files with the same packed feed are not read again. A
 * timetable is read when it arrives, when it is imported and when it takes effect; bookings wait for the last of these.
 */
export function keepingLast(read: ReadOperator): ReadOperator {
  let last: { readonly name: string; readonly reading: Promise<OperatorReading> } | undefined;
  return async (input, options) => {
    const { texts, feed } = input;
    if (!('packed' in feed)) {
      const found = await read(input, options);
      if (found.read) last = { name: nameOf(texts, found.read.packed), reading: Promise.resolve(found) };
      return found;
    }
    const name = nameOf(texts, feed.packed);
    if (last?.name === name) return last.reading;
    const reading = read(input, options);
    const own = { name, reading };
    last = own;
    const forget = () => {
      if (last === own) last = undefined;
    };
    void reading.then((found) => {
      if (!found.read) forget();
    }, forget);
    return reading;
  };
}
