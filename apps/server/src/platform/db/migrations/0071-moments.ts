// The phone's signature of a passage, and since when a gate reports it.
export const momentsMigration = {
  name: '0071-moments',
  statements: [
    `alter table gate_event add column moment text`,
    `alter table gate add column moments_from timestamptz`,
  ],
} as const;
