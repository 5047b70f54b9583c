// What the desk has allowed of a feed's cancellation of a train: only what it has not allowed counts against the feed.
export const allowedCutsMigration = {
  name: '0109-allowed-cuts',
  statements: [`alter table live_train add column feed_allowed jsonb`],
} as const;
