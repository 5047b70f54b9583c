// Work that is done after a transaction has committed, such as mails, and the services that do not answer.
export const jobsMigration = {
  name: '0058-jobs',
  statements: [
    `create table job (
      job_id text primary key,
      kind text not null,
      topic text not null,
      job_key text,
      account_id text,
      payload text not null,
      queued_at timestamptz not null,
      run_at timestamptz not null,
      expires_at timestamptz,
      attempts integer not null,
      dead_at timestamptz,
      reason text)`,
    // Jobs that expire come first, in the order in which they expire.
    `create index job_due on job (kind, expires_at, run_at) where dead_at is null`,
    `create index job_by_key on job (job_key) where job_key is not null`,
    `create index job_of_account on job (account_id) where account_id is not null`,
    `create index job_dead on job (dead_at, job_id) where dead_at is not null`,
    `create table job_outage (
      kind text primary key,
      failures integer not null,
      since timestamptz not null,
      tried_at timestamptz not null,
      next_at timestamptz not null,
      reason text not null)`,
  ],
} as const;
