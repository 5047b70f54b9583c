// Orders and their links, wrong codes typed, and idempotency keys of callers without an account.
export const ordersMigration = {
  name: '0004-orders',
  statements: [
    // The primary key refuses an order that is issued twice.
    `create table sales_order (
      order_id text primary key,
      link_token text not null unique,
      created_at timestamptz not null)`,
    `create table bind_failure (subject text not null, failed_at timestamptz not null)`,
    `create index bind_failure_subject on bind_failure (subject, failed_at)`,
    // Sales systems have no account, and their retries must not issue twice either.
    `alter table idempotency drop constraint idempotency_account_id_fkey`,
    // The contract's highest price does not fit into four bytes.
    `alter table ticket alter column sale_price type bigint`,
  ],
} as const;
