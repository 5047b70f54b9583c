// How late trains were where they arrived, kept after their live state: late certificates are made of it.
export const lateRunsMigration = {
  name: '0103-late-runs',
  statements: [
    `create table late_run (
      departure_id text primary key,
      service_date date not null,
      code text not null unique,
      train_no text not null,
      train_name jsonb not null,
      first_stop jsonb not null,
      last_stop jsonb not null,
      depart_at timestamptz not null,
      arrivals jsonb not null,
      most_late integer not null,
      source text not null check (source in ('feed', 'desk')),
      said_at timestamptz not null,
      version integer not null,
      issued_at timestamptz not null)`,
    `create index late_run_by_date on late_run (service_date)`,
    `alter table live_train add column recorded_version integer`,
  ],
} as const;
