// Values that may be used once: hashes of encrypted passwords and solved puzzles, until they expire. A pass for a solved puzzle records the
// puzzle's level.
export const usedOnceMigration = {
  name: '0043-used-once',
  statements: [
    `create table used_once (
      hash text primary key,
      expires_at timestamptz not null)`,
    `create index used_once_expires on used_once (expires_at)`,
    `alter table one_time_pass add column level integer`,
  ],
} as const;
