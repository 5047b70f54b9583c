// A gate that asks for the first time gets the passages of a day with their products, and the last revocation of each ticket of a month.
export const stateOfGatesMigration = {
  name: '0066-state-of-gates',
  indexes: [
    { name: 'ticket_product', on: 'ticket (ticket_id) include (product_id)' },
    {
      name: 'ticket_event_revoked',
      on: `ticket_event (ticket_id, event_id) include (at)
        where to_status in ('suspended', 'refunded', 'void', 'disused', 'reissued') or kind in ('transfer', 'otherPhone')`,
    },
  ],
} as const;
