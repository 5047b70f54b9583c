// What travellers were told of their trains, so that each change is told once.
export const toldRidesMigration = {
  name: '0096-told-rides',
  statements: [
    `create table told_ride (
      reservation_id text primary key,
      -- Departure and stops: a reservation may change to another train.
      ride text not null,
      departs_at timestamptz not null,
      told jsonb,
      late_mails integer not null default 0,
      departure_told_at timestamptz)`,
    `create index told_ride_past on told_ride (departs_at)`,
    `alter table disruption add column told_at timestamptz`,
    // What was found before this release was mailed.
    `update disruption set told_at = found_at where settled_at is null`,
    `create index disruption_untold on disruption (found_at) where settled_at is null and told_at is null`,
  ],
} as const;
