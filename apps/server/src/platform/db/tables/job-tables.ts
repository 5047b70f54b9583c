// The tables of the job queue.

export interface JobTable {
  job_id: string;
  /** Says who runs it, such as 'mail'. */
  kind: string;
  /** Says what it is about, such as 'transferSent'. */
  topic: string;
  /** A newer job with the same key replaces it. */
  job_key: string | null;
  /** Whose deletion deletes it. */
  account_id: string | null;
  /** Encrypted. */
  payload: string;
  queued_at: Date;
  /** Not before this moment; while it runs, the end of the lease. */
  run_at: Date;
  /** From when on it is useless and is dropped. */
  expires_at: Date | null;
  attempts: number;
  /** When it was given up: it is a dead letter then. */
  dead_at: Date | null;
  /** Why it was given up. */
  reason: string | null;
}

/** One row for each kind of job whose service does not answer. */
export interface JobOutageTable {
  kind: string;
  failures: number;
  since: Date;
  tried_at: Date;
  /** When the next single try may be made. */
  next_at: Date;
  reason: string;
}
