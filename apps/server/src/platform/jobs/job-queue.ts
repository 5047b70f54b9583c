// Puts jobs into the queue. A job is stored in the transaction of the act that it belongs to: it exists if and only if the act does.
import { randomUUID } from 'node:crypto';
import type { Trx } from '../db/database.ts';
import { insertJob, insertJobs } from './job-store.ts';
import { payloadSeal, type PayloadSeal } from './sealed-payload.ts';

export interface NewJob {
  /** Says who runs it. */
  readonly kind: string;
  /** Says what it is about; shown at the desk. */
  readonly topic: string;
  /** JSON; stored encrypted. */
  readonly payload: unknown;
  /** A newer job with the same key deletes it, also when it has been given up. */
  readonly key?: string | undefined;
  /** The account whose deletion deletes it. */
  readonly accountId?: string | null | undefined;
  /** Epoch milliseconds from which on it is useless and is dropped. */
  readonly expiresAt?: number | undefined;
}

export interface JobQueue extends PayloadSeal {
  /** Stores a job with the commit of `trx`. Call `wake` after the commit. `now` in epoch milliseconds. */
  readonly add: (trx: Trx, job: NewJob, now: number) => Promise<void>;
  /** As `add`, for many jobs in one statement. */
  readonly addAll: (trx: Trx, jobs: readonly NewJob[], now: number) => Promise<void>;
  /** Makes this process look for due jobs at once. Without it they start within seconds. */
  readonly wake: () => void;
  /** Sets what `wake` does. */
  readonly onWake: (run: () => void) => void;
}

/** @param keys derive the key that encrypts payloads */
export function newJobQueue(keys: { readonly mac: (text: string) => string }): JobQueue {
  const seal = payloadSeal(keys);
  let run: () => void = () => undefined;
  const rowOf = ({ kind, topic, payload, key, accountId, expiresAt }: NewJob, now: number) => {
    const jobId = randomUUID();
    return {
      job_id: jobId,
      kind,
      topic,
      job_key: key ?? null,
      account_id: accountId ?? null,
      payload: seal.seal(jobId, payload),
      queued_at: new Date(now),
      expires_at: expiresAt === undefined ? null : new Date(expiresAt),
    };
  };
  return {
    ...seal,
    add: (trx, job, now) => insertJob(trx, rowOf(job, now)),
    addAll: (trx, jobs, now) =>
      insertJobs(
        trx,
        jobs.map((job) => rowOf(job, now)),
      ),
    wake: () => run(),
    onWake: (next) => {
      run = next;
    },
  };
}
