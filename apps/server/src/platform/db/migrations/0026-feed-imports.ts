// Timetables imported at the desk. The server starts with the newest that has not been withdrawn.
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
