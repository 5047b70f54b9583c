// A hold of a partner, and a reservation of an order whose tickets nobody has added yet.
export const seatsOfOrdersMigration = {
  name: '0131-seats-of-orders',
  statements: [
    `alter table seat_hold alter column account_id drop not null`,
    `alter table seat_hold add column partner_id text references partner`,
    `alter table seat_hold add column order_id text references partner_order`,
    `alter table seat_hold add constraint seat_hold_owner check (num_nonnulls(account_id, partner_id) = 1) not valid`,
    `create index seat_hold_partner on seat_hold (partner_id) where partner_id is not null`,
    `alter table reservation alter column account_id drop not null`,
    `alter table reservation add column order_id text`,
    `alter table reservation add constraint reservation_owner check (num_nonnulls(account_id, order_id) = 1) not valid`,
  ],
} as const;
export const seatsOfOrdersIndexMigration = {
  name: '0132-seats-of-orders-index',
  indexes: [
    { name: 'reservation_order', on: 'reservation (departure_id, order_id) where order_id is not null' },
  ],
} as const;
