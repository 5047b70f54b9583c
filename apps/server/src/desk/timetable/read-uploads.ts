// Takes in the ZIP files of feeds, and reads them one after the other, in a thread of its own.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DataOf } from '@kippu/contract/call';
import type { deskUploadedFeed } from '@kippu/contract/calls/desk/timetable';
import { FEED_BYTES } from '@kippu/contract/limits';
import type { Deps } from '../../platform/calls/app-context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Progress } from '../../platform/gtfs/read/read-feed.ts';
import { feedOfUpload } from '../../platform/operator/feed-import-store.ts';
import type { OperatorInput, OperatorReading } from '../../platform/operator/read-input.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import * as store from './feed-upload-store.ts';

/** What was found in an upload. */
export type UploadResult = Omit<Extract<DataOf<typeof deskUploadedFeed>, { state: 'read' }>, 'state'>;

const PART_BYTES = 1024 * 1024;
/** How often progress is stored, also while it stands still. */
const REPORT_EVERY_MS = 1_000;
/** A reading that has been silent for so long has ended with its process. */
export const SILENT_AFTER_MS = 30_000;

/** Splits a file into parts. Throws AppError REQ-0003 when it is too large. */
async function* partsOf(file: Readable): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  let total = 0;
  for await (const chunk of file) {
    const bytes = chunk as Buffer;
    total += bytes.length;
    if (total > FEED_BYTES) throw new AppError('REQ-0003');
    pieces.push(bytes);
    length += bytes.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    [pieces, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(pieces);
}

interface Reading {
  readonly deps: Deps;
  /** Returns what to read of a ZIP file. */
  readonly inputOf: (zip: Uint8Array) => OperatorInput;
  /** Returns the answer to a reading. */
  readonly resultOf: (reading: OperatorReading) => Promise<UploadResult>;
  readonly failed: (error: unknown) => void;
}

export class FeedUploads {
  readonly #reading: Reading;
  readonly #stopping = new AbortController();
  /** Ends when all uploads so far are read: two at once would need twice the memory. */
  #last: Promise<void> = Promise.resolve();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Stores a file as it arrives. Returns the upload's id. Throws AppError REQ-0003 when it is too large, REQ-0001 when it is empty. */
  async take(file: Readable, by: string): Promise<string> {
    const { db, clock } = this.#reading.deps;
    const uploadId = randomUUID();
    await inTransaction(db, (trx) => store.insertUpload(trx, uploadId, by, new Date(clock())));
    let part = 0;
    try {
      for await (const bytes of partsOf(file)) {
        const at = part;
        await inTransaction(db, (trx) => store.insertPart(trx, uploadId, at, bytes));
        part += 1;
      }
      if (part === 0) throw new AppError('REQ-0001', { values: { field: 'file' } });
    } catch (error) {
      await inTransaction(db, (trx) => store.deleteUpload(trx, uploadId));
      throw error;
    }
    return uploadId;
  }

  /** Reads an upload when those before it are read. */
  begin(uploadId: string): void {
    this.#last = this.#last
      .then(() => this.#read(uploadId))
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#reading.failed(error);
      });
  }

  /** Resolves when all uploads so far are read. */
  idle(): Promise<void> {
    return this.#last;
  }

  /** Stops the current reading. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#last;
  }

  async #read(uploadId: string): Promise<void> {
    const { deps, inputOf, resultOf } = this.#reading;
    const { db, clock } = deps;
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    let progress: Progress = { file: '', share: 0 };
    let saving: Promise<void> = Promise.resolve();
    const save = () => {
      saving = saving.then(() =>
        inTransaction(db, (trx) => store.saveProgress(trx, uploadId, progress, new Date(clock()))).catch(
          this.#reading.failed,
        ),
      );
    };
    const timer = setInterval(save, REPORT_EVERY_MS);
    try {
      const zip = await feedOfUpload(db, uploadId);
      const reading = await deps.readOperator(inputOf(zip), {
        signal,
        onProgress: (next) => {
          progress = next;
        },
      });
      const result = await resultOf(reading);
      clearInterval(timer);
      await saving;
      await inTransaction(db, (trx) => store.saveResult(trx, uploadId, result, reading.read?.packed ?? null));
    } catch (error) {
      clearInterval(timer);
      await saving;
      // Its sender need not wait until it counts as silent.
      await inTransaction(db, (trx) => store.saveStopped(trx, uploadId));
      throw error;
    }
  }
}
