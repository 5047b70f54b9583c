// Partners and their keys, their orders, what they owe, and what becomes of what they sold.
export const partnersMigration = {
  name: '0130-partners',
  statements: [
    `create table partner (
      partner_id text primary key,
      name text not null,
      contact text not null,
      -- The most seats on one train that it holds, or that nobody has added yet; null for no limit.
      seats_a_train integer check (seats_a_train > 0),
      -- Whether it may sell every product, without a limit.
      sells_all boolean not null default false,
      -- Whether its keys may also make the desk's calls of sales systems.
      desk_calls boolean not null default false,
      -- The last event of tickets that was looked at to find orders of the former key.
      adopted_to bigint not null default 0,
      created_at timestamptz not null,
      closed_at timestamptz)`,
    `create unique index partner_of_desk on partner (desk_calls) where desk_calls`,
    `create table partner_product (
      partner_id text not null references partner,
      product_id text not null,
      -- The most tickets of the product that it sells on one day; null for no limit.
      tickets_a_day integer check (tickets_a_day > 0),
      primary key (partner_id, product_id))`,
    `create table partner_key (
      key_id text primary key,
      partner_id text not null references partner,
      mode text not null check (mode in ('live', 'test')),
      key_hash text not null unique,
      hint text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      created_by text not null,
      last_used_at timestamptz,
      closed_at timestamptz)`,
    `create index partner_key_partner on partner_key (partner_id, mode)`,
    `create table partner_order (
      order_id text primary key,
      partner_id text not null references partner,
      mode text not null check (mode in ('live', 'test')),
      reference text not null,
      state text not null check (state in ('open', 'confirmed', 'cancelled')),
      currency text not null,
      -- Issued before there was a ledger.
      adopted boolean not null default false,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      confirmed_at timestamptz,
      cancelled_at timestamptz,
      unique (partner_id, mode, reference))`,
    `create index partner_order_list on partner_order (partner_id, mode, created_at, order_id)`,
    `create table partner_item (
      order_id text not null references partner_order,
      position integer not null,
      product_id text not null,
      use_by text not null,
      primary key (order_id, position))`,
    `create table partner_passenger (
      passenger_id text primary key,
      order_id text not null references partner_order,
      item integer not null,
      position integer not null,
      category text not null,
      reference text,
      -- In the minor unit of the order's currency, with the tax inside it.
      price bigint not null check (price >= 0),
      tax bigint not null check (tax >= 0 and tax <= price),
      -- In hundredths of a percent.
      tax_rate integer not null check (tax_rate >= 0),
      state text not null check (state in ('ordered', 'issued', 'refunded', 'exchanged', 'void')),
      ticket_id text unique references ticket,
      foreign key (order_id, item) references partner_item (order_id, position),
      unique (order_id, item, position))`,
    `create table ledger_entry (
      entry_id bigint generated always as identity primary key,
      posting_id text not null,
      partner_id text not null references partner,
      mode text not null check (mode in ('live', 'test')),
      order_id text not null references partner_order,
      passenger_id text not null references partner_passenger,
      kind text not null check (kind in ('sale', 'refund', 'void', 'exchange')),
      line text not null check (line in ('net', 'tax', 'fee', 'feeTax')),
      debit text not null check (debit in ('receivable', 'revenue', 'fee', 'tax')),
      credit text not null check (credit in ('receivable', 'revenue', 'fee', 'tax')),
      amount bigint not null check (amount > 0),
      currency text not null,
      tax_rate integer not null,
      day text not null,
      at timestamptz not null,
      check (debit <> credit))`,
    // A ticket is sold once, and given back once, however that was called.
    `create unique index ledger_once on ledger_entry
      (passenger_id, line, (case when kind = 'sale' then 'sale' else 'back' end))`,
    `create index ledger_day on ledger_entry (partner_id, mode, day, entry_id)`,
    `create index ledger_order on ledger_entry (order_id)`,
    `create table partner_event_era (only_row boolean primary key default true check (only_row), era integer not null)`,
    `insert into partner_event_era (era) values (0)`,
    `create table partner_event (
      event_id bigint generated always as identity primary key,
      era integer not null,
      tx xid8 not null,
      partner_id text not null references partner,
      mode text not null check (mode in ('live', 'test')),
      order_id text not null references partner_order,
      ticket_id text,
      -- The ticket, or the order: its events stay in the order of the acts.
      subject text not null,
      kind text not null,
      data jsonb not null,
      at timestamptz not null)`,
    `create index partner_event_list on partner_event (partner_id, mode, era, tx, event_id)`,
    `create index partner_event_subject on partner_event (subject, event_id)`,
    `create function place_partner_event() returns trigger language plpgsql as $$
      declare former xid8;
      begin
        select era into new.era from partner_event_era;
        new.tx := pg_current_xact_id();
        select e.tx into former from partner_event e
          where e.subject = new.subject and e.era = new.era order by e.event_id desc limit 1;
        if former > new.tx then new.tx := former; end if;
        return new;
      end $$`,
    `create trigger partner_event_place before insert on partner_event
      for each row execute function place_partner_event()`,
    ...['ledger_entry', 'partner_event'].flatMap((table) => [
      `create trigger ${table}_append_only before update or delete on ${table}
        for each row execute function refuse_rewrite()`,
      `create trigger ${table}_not_emptied before truncate on ${table}
        for each statement execute function refuse_rewrite()`,
    ]),
    // Whoever writes what happens to a ticket, its partner is told.
    `create function tell_partner() returns trigger language plpgsql as $$ begin
        insert into partner_event (partner_id, mode, order_id, ticket_id, subject, kind, data, at)
        select o.partner_id, o.mode, o.order_id, a.ticket_id, a.ticket_id, 'ticket.' || a.kind,
          jsonb_strip_nulls(jsonb_build_object('status', a.to_status, 'code', a.code, 'stationId', a.station_id)), a.at
        from added a join partner_passenger p using (ticket_id) join partner_order o on o.order_id = p.order_id
        order by a.event_id;
        return null;
      end $$`,
    `create trigger ticket_event_tell_partner after insert on ticket_event
      referencing new table as added for each statement execute function tell_partner()`,
  ],
} as const;
