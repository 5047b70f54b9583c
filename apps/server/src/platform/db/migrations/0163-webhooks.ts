// Where partners get their events as webhooks, what has not been delivered yet, and which of their tickets are known to have ended.
export const webhooksMigration = {
  name: '0163-webhooks',
  statements: [
    `create table webhook_endpoint (
      endpoint_id text primary key,
      partner_id text not null references partner,
      mode text not null check (mode in ('live', 'test')),
      url text not null,
      -- Empty for every event.
      topics text[] not null,
      state text not null check (state in ('open', 'disabled', 'closed')),
      -- Encrypted. After a rotation both sign until the former one ends.
      secret text not null,
      former_secret text,
      former_until timestamptz,
      -- The last event that was looked at.
      era integer not null,
      tx xid8 not null,
      event_id bigint not null,
      -- Failed tries in a row, since when, and when the next one may begin.
      failures integer not null default 0,
      failing_since timestamptz,
      next_at timestamptz not null,
      -- The process that delivers to it now.
      lease text,
      leased_until timestamptz,
      delivered_at timestamptz,
      -- Of the last failure: the answer or the kind of fault, never an address.
      reason text,
      disabled_at timestamptz,
      created_at timestamptz not null,
      check ((former_secret is null) = (former_until is null)),
      check ((lease is null) = (leased_until is null)))`,
    `create index webhook_endpoint_partner on webhook_endpoint (partner_id)`,
    `create table webhook_delivery (
      endpoint_id text not null references webhook_endpoint,
      era integer not null,
      tx xid8 not null,
      event_id bigint not null,
      -- The ticket, or the order: its events are delivered one after the other.
      subject text not null,
      queued_at timestamptz not null,
      attempts integer not null default 0,
      first_tried_at timestamptz,
      due_at timestamptz not null,
      primary key (endpoint_id, era, tx, event_id))`,
    `create index webhook_delivery_lane on webhook_delivery (endpoint_id, subject, era, tx, event_id)`,
    `create index partner_event_at on partner_event (partner_id, mode, at)`,
    `alter table partner_passenger add column expiry_written boolean not null default false`,
    `alter table server_key drop constraint server_key_purpose_check`,
    `alter table server_key add constraint server_key_purpose_check
      check (purpose in ('issuer', 'password', 'secret', 'push', 'webhook'))`,
    // The newest of a subject's places, whichever of its events was inserted last: acts on its seats and on the ticket hold different locks.
    `create or replace function place_partner_event() returns trigger language plpgsql as $$
      declare former xid8;
      begin
        select era into new.era from partner_event_era;
        new.tx := pg_current_xact_id();
        select e.tx into former from partner_event e
          where e.subject = new.subject and e.era = new.era order by e.tx desc limit 1;
        if former > new.tx then new.tx := former; end if;
        return new;
      end $$`,
  ],
} as const;
