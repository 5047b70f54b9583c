// Changes of reservations by a newer timetable, and the names of trains and stations in older timetables.
export const disruptionsMigration = {
  name: '0010-disruptions',
  statements: [
    `create table disruption (
      disruption_id text primary key,
      reservation_id text not null references reservation on delete cascade,
      kind text not null check (kind in ('cancelled', 'seatGone', 'retimed', 'restored')),
      booked_depart_at timestamptz not null,
      booked_arrive_at timestamptz not null,
      free_until timestamptz,
      found_at timestamptz not null,
      settled_at timestamptz,
      mail_tried_at timestamptz,
      mailed_at timestamptz)`,
    // One open disruption for each reservation, so that two processes that start at once do not both report it.
    `create unique index disruption_open on disruption (reservation_id) where settled_at is null`,
    `create index disruption_unmailed on disruption (found_at) where settled_at is null and mailed_at is null`,
    `create table feed_memory (
      kind text not null check (kind in ('trip', 'station')),
      id text not null,
      data jsonb not null,
      primary key (kind, id))`,
  ],
} as const;
