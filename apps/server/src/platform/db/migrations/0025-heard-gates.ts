// When each gate last called, stored with the gate, and an index for the record of one day.
export const heardGatesMigration = {
  name: '0025-heard-gates',
  statements: [
    `alter table gate add column heard_at timestamptz`,
    `update gate set heard_at =
      (select max(received_at) from gate_event e where e.gate_id = gate.gate_id)`,
    `create index staff_action_at on staff_action (at)`,
  ],
} as const;
