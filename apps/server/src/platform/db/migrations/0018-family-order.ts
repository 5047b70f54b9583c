// The tickets of a family end at the same time, so the index of the list includes their order.
export const familyOrderMigration = {
  name: '0018-family-order',
  statements: [
    `drop index ticket_list`,
    // The expressions must equal ticket-store's listGroup, endsAt and familyOrder exactly: otherwise the index is not used.
    `create index ticket_list on ticket (
      account_id,
      (case status when 'inUse' then 0 when 'bound' then 1 else 2 end),
      (case when status = 'inUse' then coalesce(abt_expire_date, use_expire_date) else use_expire_date end),
      ((product_id || case passenger_category when 'adult' then ' 0 '
        when 'saleAdult' then ' 1 ' when 'senior' then ' 2 ' when 'specialAdult' then ' 3 ' when 'child' then ' 4 '
        when 'saleChild' then ' 5 ' else ' 6 ' end || ticket_no) collate "C"))`,
  ],
} as const;
