// The desk's decision on a gate conflict: a number to name it by, and a note, unchangeable afterwards.
export const settledConflictsMigration = {
  name: '0011-settled-conflicts',
  statements: [
    `alter table gate_conflict add column conflict_id bigint generated always as identity unique`,
    `alter table gate_conflict add column settled_note text`,
    `create index gate_conflict_list on gate_conflict ((settled_at is not null), conflict_id desc)`,
    `create trigger gate_conflict_settled before update or delete on gate_conflict
      for each row when (old.settled_at is not null) execute function refuse_rewrite()`,
  ],
} as const;
