// What a conflict of a gate contradicts: a passage may contradict several others in one way, and each is resolved by itself.
export const contradictionsMigration = {
  name: '0090-contradictions',
  statements: [
    // Null for conflicts of releases before this column.
    `alter table gate_conflict add column against text`,
    `create unique index gate_conflict_once on gate_conflict (gate_id, event_id, kind, (coalesce(against, '')))`,
    `alter table gate_conflict drop constraint gate_conflict_pkey, drop constraint gate_conflict_conflict_id_key,
      add primary key (conflict_id)`,
  ],
} as const;
