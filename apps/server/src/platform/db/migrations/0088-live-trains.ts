// How trains really run: what the live feeds and the desk say of each, the history of both, and a counter of the changes.
export const liveTrainsMigration = {
  name: '0088-live-trains',
  statements: [
    `create table live_version (
      only_row boolean primary key default true check (only_row),
      version integer not null)`,
    `create table live_train (
      departure_id text primary key,
      service_date date not null,
      version integer not null,
      changed_at timestamptz not null,
      feed jsonb,
      desk jsonb)`,
    `create index live_train_by_version on live_train (version)`,
    `create index live_train_by_date on live_train (service_date)`,
    `create table live_change (
      change_id bigint generated always as identity primary key,
      departure_id text not null,
      source text not null check (source in ('feed', 'desk')),
      said jsonb,
      changed_by text not null,
      changed_at timestamptz not null)`,
    `create index live_change_by_departure on live_change (departure_id, change_id)`,
    `create index live_change_by_time on live_change (changed_at)`,
  ],
} as const;
