// Phones to which messages are pushed, and a purpose of the server's keys for them.
export const pushSubscriptionsMigration = {
  name: '0095-push-subscriptions',
  statements: [
    `create table push_subscription (
      subscription_id text primary key,
      account_id text not null references account on delete cascade,
      device_id text not null,
      -- The push service; the phone's address there is encrypted.
      host text not null,
      endpoint_hash text not null unique,
      sealed text not null,
      key_id text not null,
      language text not null,
      topics text[] not null,
      quiet_from text,
      quiet_to text,
      seen_at timestamptz not null,
      unique (account_id, device_id),
      check ((quiet_from is null) = (quiet_to is null)))`,
    `create index push_subscription_by_device on push_subscription (device_id)`,
    `alter table server_key drop constraint server_key_purpose_check`,
    `alter table server_key add constraint server_key_purpose_check
      check (purpose in ('issuer', 'password', 'secret', 'push'))`,
  ],
} as const;
