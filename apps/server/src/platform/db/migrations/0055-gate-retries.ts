// Requests that a gate repeats: an enrolment whose answer was lost, and events of the gate that the device was before.
export const gateRetriesMigration = {
  name: '0055-gate-retries',
  statements: [
    // The gate that the code enrolled. Null for codes that were used before this column.
    `alter table gate_code add column gate_id text references gate`,
    // The device's gate at the time of the event, where it differs from the present one.
    `alter table gate_event add column origin_gate_id text references gate`,
    // An event counts once, whichever gate of the device sends it.
    `create unique index gate_event_origin on gate_event ((coalesce(origin_gate_id, gate_id)), event_id)`,
    `create index gate_event_origin_gate on gate_event (origin_gate_id) where origin_gate_id is not null`,
  ],
} as const;
