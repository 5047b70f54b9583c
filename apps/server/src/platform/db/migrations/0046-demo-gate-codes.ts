// Marks gate codes printed by a demonstration, so that production can void them.
export const demoGateCodesMigration = {
  name: '0046-demo-gate-codes',
  statements: [
    `alter table gate_code add column demo boolean not null default false`,
    // The origin of older codes is unknown: in a database with a demonstration each may be its own.
    `update gate_code set demo = true where exists
      (select 1 from staff where email in ('counter@kippu.example', 'editor@kippu.example', 'manager@kippu.example'))`,
  ],
} as const;
