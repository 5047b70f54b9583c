// The mails of the evening before a trip: whether a traveller wants them, and which were queued, so that each is sent once.
export const eveMailsMigration = {
  name: '0122-eve-mails',
  statements: [
    `alter table account add column eve_mails boolean not null default true`,
    `create table eve_mail (
      reservation_id text not null,
      -- The day of the trip: a reservation may change to another one.
      day text not null,
      departs_at timestamptz not null,
      primary key (reservation_id, day))`,
    `create index eve_mail_past on eve_mail (departs_at)`,
  ],
} as const;
