// Timetables by generation, which all processes follow, and what moving reservations to a newer one needs.
export const timetablesMigration = {
  name: '0059-timetables',
  statements: [
    `create table timetable (
      generation integer generated always as identity primary key,
      import_id bigint references feed_import,
      folder_hash text not null,
      files jsonb,
      summary jsonb not null,
      replacements jsonb not null,
      published_at timestamptz not null,
      moved_through text not null default '',
      disrupted integer not null default 0,
      moved_at timestamptz)`,
    `create table server_process (
      process_id text primary key,
      generation integer not null,
      serves_since timestamptz not null,
      seen_at timestamptz not null,
      fault text)`,
    `alter table seat_hold add column depart_at timestamptz, add column arrive_at timestamptz`,
  ],
} as const;
