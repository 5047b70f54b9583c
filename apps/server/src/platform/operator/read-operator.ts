// Reads the operator's data in a worker thread, so that the server answers meanwhile.
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
