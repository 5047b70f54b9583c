// Timetables imported at the desk: the newest that was not taken back is read at a start.
export const feedImportsMigration = {
  name: '0026-feed-imports',
  statements: [
    `create table feed_import (
      import_id bigint generated always as identity primary key,
      files jsonb not null,
      summary jsonb not null,
      imported_at timestamptz not null,
      imported_by text not null,
      withdrawn_at timestamptz,
      withdrawn_by text)`,
  ],
} as const;
