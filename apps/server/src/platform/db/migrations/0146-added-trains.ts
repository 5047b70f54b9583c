// Trains that live feeds add and that have reserved seats since the desk gave them cars. A generation with the files of an older one names it.
export const addedTrainsMigration = {
  name: '0146-added-trains',
  statements: [
    `create table added_train (
      trip_id text primary key,
      feed_id text not null,
      service_date date not null,
      train jsonb not null,
      added_by text not null,
      added_at timestamptz not null,
      removed_by text,
      removed_at timestamptz)`,
    `alter table timetable add column base integer`,
  ],
} as const;
