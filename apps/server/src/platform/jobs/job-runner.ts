// Runs the jobs of one kind in this process. Several processes share the work; each job runs at least once.
import { inTransaction, type Db } from '../db/database.ts';
import { inJobSpan, outsideOfSpans } from '../db/spans.ts';
import type { PayloadSeal } from './sealed-payload.ts';
import { buryJob, claimJobs, deleteJob, dropExpired, postponeJob, type ClaimedJob } from './job-store.ts';
import { beginOutage, continueOutage, endOutage, takeTurn, type Turn } from './outage-store.ts';
import { GIVE_UP_AFTER_MS, LEASE_MS, probeAfter, retryAfter } from './retry-times.ts';

/** A job for its handler. */
interface Job {
  readonly jobId: string;
  readonly topic: string;
  readonly payload: unknown;
  /** When it was queued, epoch milliseconds. */
  readonly queuedAt: number;
}

/**
 * How a job ended. `deferred`: the service refused this job for now; `refused`: for ever. `outage`: the service itself does not work, so
 * no job of this kind is tried for a while, and this try does not count. A reason names no person.
 */
export type Outcome =
  | { readonly end: 'done' }
  | { readonly end: 'refused'; readonly reason: string }
  | {
      readonly end: 'deferred' | 'outage';
      readonly reason: string;
      /** How long the service wants no further try, in milliseconds, where it says so. */
      readonly waitMs?: number | undefined;
    };

export interface JobHandler {
  readonly kind: string;
  /** How many jobs run at once in this process. */
  readonly atOnce: number;
  readonly run: (job: Job) => Promise<Outcome>;
  /** Tries the service without a job, during an outage. */
  readonly probe: () => Promise<Outcome>;
  /** Returns the part of a payload that a dead letter keeps. `expires`: whether the job had a time after which it is useless. */
  readonly remains: (payload: unknown, expires: boolean) => unknown;
  /** Whether a dead letter is deleted once its job would have expired. */
  readonly forgetsExpired?: boolean;
}

/** What happened to a job that is not done, for the log. */
export interface JobReport {
  readonly event: 'deferred' | 'buried' | 'outage' | 'outageOver';
  readonly kind: string;
  readonly topic?: string;
  readonly reason?: string;
}

export interface RunnerDeps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly queue: PayloadSeal;
  readonly report: (report: JobReport) => void;
  /** Gets errors of the database, and errors that a handler throws. */
  readonly failed: (error: unknown) => void;
  /** Whether no job may start now. */
  readonly isPaused?: () => boolean;
  /** From 0 to 1. */
  readonly random?: () => number;
}

type Unfinished = Extract<Outcome, { readonly end: 'deferred' | 'outage' }>;

/** A service may ask for a long wait, but not for ever. */
const MAX_WAIT_MS = 60 * 60_000;
/** Returns how long the service wants no further try, in milliseconds: between a second and an hour where it says so, else 0. */
const waitOf = ({ waitMs }: Unfinished): number =>
  waitMs === undefined ? 0 : Math.min(MAX_WAIT_MS, Math.max(1_000, waitMs));

/** What a job contains. */
interface Opened {
  readonly payload: unknown;
}

export class JobRunner {
  readonly #deps: RunnerDeps;
  readonly #handler: JobHandler;
  readonly #random: () => number;
  readonly #running = new Set<Promise<unknown>>();
  #filling: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(deps: RunnerDeps, handler: JobHandler) {
    this.#deps = deps;
    this.#handler = handler;
    this.#random = deps.random ?? Math.random;
  }

  /** Starts due jobs until `atOnce` run. Errors of the database go to `failed`; the next call tries again. */
  fill(): void {
    if (this.#filling) {
      this.#again = true;
      return;
    }
    this.#filling = this.#fillOnce()
      .catch(this.#deps.failed)
      .finally(() => {
        this.#filling = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.fill();
      });
  }

  async #fillOnce(): Promise<void> {
    const { atOnce } = this.#handler;
    const limit = atOnce - this.#running.size;
    if (this.#stopped || limit <= 0 || this.#deps.isPaused?.()) return;
    const { turn, jobs } = await this.#claim(limit);
    const isProbe = turn.may === 'probe';
    if (isProbe && jobs.length === 0) this.#start(() => this.#probe());
    const { kind } = this.#handler;
    for (const job of jobs)
      this.#start(() => inJobSpan({ kind, topic: job.topic }, () => this.#run(job, isProbe)));
  }

  #claim(limit: number): Promise<{ readonly turn: Turn; readonly jobs: ClaimedJob[] }> {
    const { db, clock } = this.#deps;
    const { kind } = this.#handler;
    const [now, leaseEnd] = [new Date(clock()), new Date(clock() + LEASE_MS)];
    return inTransaction(db, async (trx) => {
      const turn = await takeTurn(trx, kind, now, leaseEnd);
      if (turn.may === 'wait') return { turn, jobs: [] };
      return {
        turn,
        jobs: await claimJobs(trx, { kind, now, leaseEnd, limit: turn.may === 'probe' ? 1 : limit }),
      };
    });
  }

  #start(work: () => Promise<unknown>): void {
    const running = work()
      .catch(this.#deps.failed)
      .finally(() => {
        this.#running.delete(running);
        this.fill();
      });
    this.#running.add(running);
  }

  /** Runs a job and stores what follows. Returns how it ended. */
  async #run(job: ClaimedJob, isProbe: boolean): Promise<Outcome['end']> {
    const opened = this.#open(job);
    // Another process may have the key, or this one after it has read the keys again.
    const outcome: Outcome = opened
      ? await this.#handle(job, opened.payload)
      : { end: 'deferred', reason: 'unreadable' };
    await this.#store(job, opened, outcome, isProbe);
    return outcome.end;
  }

  async #store(
    job: ClaimedJob,
    opened: Opened | undefined,
    outcome: Outcome,
    isProbe: boolean,
  ): Promise<void> {
    const { db, clock, queue, report } = this.#deps;
    const about = { kind: this.#handler.kind, topic: job.topic };
    const now = clock();
    if (outcome.end === 'outage') {
      await this.#failedAsAWhole(outcome, isProbe);
      const runAt = new Date(now + Math.max(probeAfter(1, this.#random()), waitOf(outcome)));
      return postponeJob(db, job, { runAt, counted: false });
    }
    if (isProbe && opened) await this.#worksAgain();
    if (outcome.end === 'done') return deleteJob(db, job.job_id);
    const usual = retryAfter(job.attempts, this.#random());
    const runAt =
      now + (outcome.end === 'deferred' && outcome.waitMs !== undefined ? waitOf(outcome) : usual);
    if (outcome.end === 'deferred' && runAt <= job.queued_at.getTime() + GIVE_UP_AFTER_MS) {
      report({ event: 'deferred', ...about, reason: outcome.reason });
      return postponeJob(db, job, { runAt: new Date(runAt), counted: true });
    }
    const remains = opened
      ? queue.seal(job.job_id, this.#handler.remains(opened.payload, job.expires_at !== null))
      : job.payload;
    await buryJob(db, job, { reason: outcome.reason, payload: remains, now: new Date(now) });
    report({ event: 'buried', ...about, reason: outcome.reason });
  }

  /** Decrypts a job's payload. Returns undefined where this process has another key than the one that queued the job. */
  #open(job: ClaimedJob): Opened | undefined {
    try {
      return { payload: this.#deps.queue.open(job.job_id, job.payload) };
    } catch {
      return undefined;
    }
  }

  /** A handler that throws has a fault: the job is tried again, in case a newer version handles it. */
  async #handle(job: ClaimedJob, payload: unknown): Promise<Outcome> {
    const { job_id: jobId, topic, queued_at: queuedAt } = job;
    try {
      return await this.#handler.run({ jobId, topic, payload, queuedAt: queuedAt.getTime() });
    } catch (error) {
      this.#deps.failed(error);
      return { end: 'deferred', reason: 'fault' };
    }
  }

  async #probe(): Promise<void> {
    const outcome = await this.#handler.probe();
    if (outcome.end === 'outage') await this.#failedAsAWhole(outcome, true);
    else await this.#worksAgain();
  }

  async #worksAgain(): Promise<void> {
    const { kind } = this.#handler;
    if (await endOutage(this.#deps.db, kind)) this.#deps.report({ event: 'outageOver', kind });
  }

  async #failedAsAWhole(outcome: Unfinished, isProbe: boolean): Promise<void> {
    const { db, clock, report } = this.#deps;
    const { kind } = this.#handler;
    const { reason } = outcome;
    const now = clock();
    const failure = {
      reason,
      now: new Date(now),
      nextAt: (failures: number) =>
        new Date(now + Math.max(probeAfter(failures, this.#random()), waitOf(outcome))),
    };
    if (isProbe) return inTransaction(db, (trx) => continueOutage(trx, kind, failure));
    if (await inTransaction(db, (trx) => beginOutage(trx, kind, failure)))
      report({ event: 'outage', kind, reason });
  }

  /** Deletes jobs that have expired. */
  async sweep(): Promise<void> {
    const { db, clock, isPaused } = this.#deps;
    if (isPaused?.()) return;
    const { kind, forgetsExpired = false } = this.#handler;
    await inTransaction(db, (trx) => dropExpired(trx, kind, { now: new Date(clock()), forgetsExpired }));
  }

  /** Runs jobs until none may start and none runs (tests). During an outage due jobs stay. */
  async drain(): Promise<void> {
    this.fill();
    while (this.#filling || this.#running.size > 0) await Promise.all([this.#filling, ...this.#running]);
  }

  /** Starts no further job, and waits for the running ones. */
  async stop(): Promise<void> {
    this.#stopped = true;
    while (this.#filling || this.#running.size > 0) await Promise.all([this.#filling, ...this.#running]);
  }
}

/** How often a process looks for jobs that other processes have queued or that are due again. */
const POLL_MS = 5_000;
/** How often it deletes expired ones. */
const SWEEP_MS = 60_000;

/**
 * Runs jobs of all kinds until the returned function is called, which waits for the running ones. Each kind has its own service: the outage of
 * one holds no other.
 * @param queue wakes the runners
 */
export function keepRunning(
  deps: RunnerDeps,
  queue: { readonly onWake: (run: () => void) => void },
  handlers: readonly JobHandler[],
): () => Promise<void> {
  const runners = handlers.map((handler) => new JobRunner(deps, handler));
  // An act's call wakes them, and does not wait for them.
  const fill = () =>
    outsideOfSpans(() => {
      for (const runner of runners) runner.fill();
    });
  queue.onWake(fill);
  fill();
  const poll = setInterval(fill, POLL_MS).unref();
  const sweepAll = async () => {
    for (const runner of runners) await runner.sweep();
  };
  const sweep = setInterval(() => void sweepAll().catch(deps.failed), SWEEP_MS).unref();
  return async () => {
    clearInterval(poll);
    clearInterval(sweep);
    await Promise.all(runners.map((runner) => runner.stop()));
  };
}
