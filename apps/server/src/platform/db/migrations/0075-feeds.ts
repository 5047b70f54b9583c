// Feeds as published: their ZIP files in parts, what was found in them, and what a generation needs of one.
export const feedsMigration = {
  name: '0075-feeds',
  statements: [
    `alter table timetable add column feed bytea`,
    `create table feed_upload (
      upload_id text primary key,
      uploaded_by text not null,
      uploaded_at timestamptz not null,
      bytes integer not null,
      file text not null default '',
      share real not null default 0,
      seen_at timestamptz not null,
      result jsonb,
      feed bytea)`,
    `create table feed_upload_part (
      upload_id text not null references feed_upload on delete cascade,
      part integer not null,
      bytes bytea not null,
      primary key (upload_id, part))`,
    `alter table feed_upload_part alter column bytes set storage external`,
    `alter table feed_import alter column files drop not null`,
    `alter table feed_import add column upload_id text references feed_upload`,
  ],
} as const;
