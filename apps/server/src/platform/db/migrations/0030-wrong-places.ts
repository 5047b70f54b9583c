// Passages at gates that the product does not open.
export const wrongPlacesMigration = {
  name: '0030-wrong-places',
  statements: [
    // Decided by the operator's files when the report arrives: later changes of the files do not count.
    `alter table gate_event add column wrong_place boolean not null default false`,
    // The kinds are listed in the contract. A list here would have to be rewritten for each new kind.
    `alter table gate_conflict drop constraint if exists gate_conflict_kind_check`,
  ],
} as const;
