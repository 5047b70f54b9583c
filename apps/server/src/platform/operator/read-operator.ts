// Reads the operator's files in a worker thread, so that the server answers meanwhile.
import { Worker } from 'node:worker_threads';
import type { OperatorParts } from './operator-data.ts';
import { OperatorDataError } from './operator-files.ts';
import type { FolderTexts } from './operator-folder.ts';
import type { WorkerAnswer } from './operator-worker.ts';

/** Reads and checks the operator's files. Rejects with OperatorDataError at their first fault. */
export type ReadOperator = (files: FolderTexts) => Promise<OperatorParts>;

/** A feed of the largest size needs a tenth of it. */
const MEMORY_MB = 1024;

export const readInWorker: ReadOperator = (files) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./operator-worker.ts', import.meta.url), {
      workerData: files,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.once('message', (answer: WorkerAnswer) => {
      if ('parts' in answer) resolve(answer.parts);
      else reject(new OperatorDataError(answer.file, answer.line, answer.problem));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the reader of the operator's files ended with ${code}`)));
  });
