// Indexes for the tabs of the ticket list: an account's tickets by group, then by their end.
export const ticketListsMigration = {
  name: '0013-ticket-lists',
  statements: [
    // The two expressions must equal ticket-store's listGroup and endsAt exactly: otherwise the index is not used.
    `create index ticket_list on ticket (
      account_id,
      (case status when 'inUse' then 0 when 'bound' then 1 else 2 end),
      (case when status = 'inUse' then coalesce(abt_expire_date, use_expire_date) else use_expire_date end),
      ticket_id)`,
    `drop index ticket_account`,
  ],
} as const;
