// Links by which an account passes a ticket on to somebody who may have no account yet.
export const sentLinksMigration = {
  name: '0113-sent-links',
  statements: [
    `create table sent_link (
      token_hash text primary key,
      ticket_id text not null references ticket (ticket_id),
      -- The sender, who has the ticket while the link is open.
      account_id text not null references account (account_id),
      made_at timestamptz not null,
      expires_at timestamptz not null,
      closed_at timestamptz,
      outcome text check (outcome in ('taken', 'calledBack')),
      check ((closed_at is null) = (outcome is null)))`,
    // One open link a ticket.
    `create unique index sent_link_open on sent_link (ticket_id) where closed_at is null`,
  ],
} as const;
