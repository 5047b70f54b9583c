// Which holds of seats an item of a partner's order has, in the order in which the partner named them.
export const heldItemsMigration = {
  name: '0150-held-items',
  statements: [`alter table partner_item add column holds text[] not null default '{}'`],
} as const;
