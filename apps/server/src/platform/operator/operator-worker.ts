// A worker thread that reads and checks the operator's files: a large timetable takes seconds.
import { parentPort, workerData } from 'node:worker_threads';
import { loadParts, type OperatorParts } from './operator-data.ts';
import type { FolderTexts } from './operator-folder.ts';
import { OperatorDataError } from './operator-files.ts';

/** What the worker sends: the data, or the first fault of the files. */
export type WorkerAnswer =
  | { readonly parts: OperatorParts }
  | { readonly file: string; readonly line: number; readonly problem: string };

function answer(files: FolderTexts): WorkerAnswer {
  try {
    return { parts: loadParts(files) };
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error;
    const { file, line, problem } = error;
    return { file, line, problem };
  }
}

parentPort?.postMessage(answer(workerData as FolderTexts));
