// A passage that counts again after its owner got the ticket back keeps when its gate sent it.
export const firstReceiptMigration = {
  name: '0094-first-receipt',
  statements: [`alter table gate_event add column if not exists first_received_at timestamptz`],
} as const;
