// A worker thread that reads a feed and the operator's files: a large feed takes seconds, and memory of its own.
import { parentPort, workerData } from 'node:worker_threads';
import type { Progress } from '../gtfs/read/read-feed.ts';
import { readInput, type OperatorInput, type OperatorReading } from './read-input.ts';

/** What the worker sends: how far it is, and at the end what it read. */
export type WorkerMessage = { readonly progress: Progress } | { readonly reading: OperatorReading };

const send = (message: WorkerMessage) => parentPort?.postMessage(message);
send({ reading: await readInput(workerData as OperatorInput, (progress) => send({ progress })) });
