// Trains that a live feed adds to the timetable, as its last reading had them.
export const extraTrainsMigration = {
  name: '0100-extra-trains',
  statements: [
    `create table extra_train (
      number integer not null,
      trip_id text not null,
      service_date date not null,
      route_id text,
      train_no text not null,
      stops jsonb not null,
      primary key (number, trip_id, service_date))`,
  ],
} as const;
