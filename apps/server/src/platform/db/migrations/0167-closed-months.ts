// Months of a partner's ledger that are closed for good, and where later postings go.
export const closedMonthsMigration = {
  name: '0167-closed-months',
  statements: [
    `create table ledger_closing (
      partner_id text not null references partner,
      mode text not null check (mode in ('live', 'test')),
      -- YYYY-MM
      month text not null check (month ~ '^\\d{4}-(0[1-9]|1[0-2])$'),
      currency text not null,
      entries integer not null check (entries >= 0),
      sums jsonb not null,
      -- What the partner owed when the month ended, in the minor unit of the currency.
      balance bigint not null,
      -- SHA-256 of the entries and of the hash of the closing before.
      hash text not null,
      closed_at timestamptz not null,
      closed_by text not null,
      primary key (partner_id, mode, month))`,
    `create trigger ledger_closing_append_only before update or delete on ledger_closing
      for each row execute function refuse_rewrite()`,
    `create trigger ledger_closing_not_emptied before truncate on ledger_closing
      for each statement execute function refuse_rewrite()`,
    // The day of the act, where its month was closed before it was posted.
    `alter table ledger_entry add column act_day text`,
    // No row enters a closed month, whichever release writes it. The closing waits for those who hold the lock of the ledger (locks.ts).
    `create function place_ledger_entry() returns trigger language plpgsql as $$
      declare last_closed text;
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended(new.partner_id || ':' || new.mode, 15));
        select max(c.month) into last_closed from ledger_closing c
          where c.partner_id = new.partner_id and c.mode = new.mode;
        if left(new.day, 7) <= last_closed then
          new.act_day := new.day;
          new.day := to_char((last_closed || '-01')::date + interval '1 month', 'YYYY-MM-DD');
        end if;
        return new;
      end $$`,
    `create trigger ledger_entry_place before insert on ledger_entry
      for each row execute function place_ledger_entry()`,
  ],
} as const;
