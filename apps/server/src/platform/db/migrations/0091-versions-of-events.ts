// A device that was enrolled again reports what it did as its former gate. What such a report says does not keep out the former gate's own.
export const versionsOfEventsMigration = {
  name: '0091-versions-of-events',
  indexes: [{ name: 'gate_event_version', on: `gate_event ((coalesce(origin_gate_id, gate_id)), event_id)` }],
} as const;
export const manyVersionsMigration = {
  name: '0092-many-versions',
  statements: [`drop index if exists gate_event_origin`],
} as const;
