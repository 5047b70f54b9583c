// A gate's unused code can be named and withdrawn: an id that is not its hash, and who made it.
export const gateCodesMigration = {
  name: '0070-gate-codes',
  statements: [
    `alter table gate_code add column code_id text`,
    // The previous release inserts codes without an id.
    `alter table gate_code alter column code_id set default gen_random_uuid()::text`,
    `update gate_code set code_id = gen_random_uuid()::text where code_id is null`,
    `alter table gate_code alter column code_id set not null`,
    `alter table gate_code add unique (code_id)`,
    `alter table gate_code add column made_by text`,
  ],
} as const;
