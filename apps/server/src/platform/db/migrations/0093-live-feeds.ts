// The live feeds: which process reads them, how the last reading went, cancellations that wait for the desk; and their service alerts.
export const liveFeedsMigration = {
  name: '0093-live-feeds',
  statements: [
    `create table live_feed (
      number integer primary key,
      lease_holder text,
      lease_until timestamptz,
      etag text,
      last_modified text,
      fetched_at timestamptz,
      good_at timestamptz,
      feed_at timestamptz,
      fault text,
      counts jsonb,
      held jsonb)`,
    `create table live_alert (
      number integer not null,
      alert_id text not null,
      header jsonb not null,
      description jsonb not null,
      url jsonb not null,
      periods jsonb not null,
      informed jsonb not null,
      cause text not null,
      effect text not null,
      primary key (number, alert_id))`,
  ],
} as const;
