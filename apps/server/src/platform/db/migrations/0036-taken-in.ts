// What staff take in by hand: an exchanged voucher, once by its number, and an e-ticket for each admission.
export const takenInMigration = {
  name: '0036-taken-in',
  statements: [
    `create table exchange (
      ticket_id text primary key references ticket,
      number text not null,
      counter_id text not null,
      exchanged_at timestamptz not null,
      taken_at timestamptz,
      taken_by text,
      check ((taken_at is null) = (taken_by is null)))`,
    // Numbers without check digits were drawn without a uniqueness check: two may be equal.
    `create unique index exchange_number on exchange (number) where length(number) > 8`,
    `create index exchange_old_number on exchange (number) where length(number) = 8`,
    `insert into exchange (ticket_id, number, counter_id, exchanged_at)
      select distinct on (ticket_id) ticket_id, detail ->> 'number', detail ->> 'counterId', at
      from ticket_event
      where kind = 'exchange' and detail ->> 'number' is not null and detail ->> 'counterId' is not null
      order by ticket_id, event_id desc`,
    `alter table ticket add column admitted integer not null default 0 check (admitted >= 0)`,
  ],
} as const;
