// The desk finds an order by its id in upper or lower case.
export const orderLettersMigration = {
  name: '0056-order-letters',
  statements: [`create index ticket_order_letters on ticket (lower(order_id))`],
} as const;
