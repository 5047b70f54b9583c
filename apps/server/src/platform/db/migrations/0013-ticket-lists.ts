// The list's tabs are read by keys: an account's tickets by what they wait for, then by their end.
export const ticketListsMigration = {
  name: '0013-ticket-lists',
  statements: [
    // The two expressions are ticket-store's listGroup and endsAt, word for word: another text would not use the index.
    `create index ticket_list on ticket (
      account_id,
      (case status when 'inUse' then 0 when 'bound' then 1 else 2 end),
      (case when status = 'inUse' then coalesce(abt_expire_date, use_expire_date) else use_expire_date end),
      ticket_id)`,
    `drop index ticket_account`,
  ],
} as const;
