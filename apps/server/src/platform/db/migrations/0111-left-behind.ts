// A seat that stays with its former owner, since its train has arrived by all that is known: found again if the train turns out to be late.
export const leftBehindMigration = {
  name: '0111-left-behind',
  statements: [`alter table reservation add column left_behind boolean not null default false`],
} as const;
export const leftBehindIndexMigration = {
  name: '0112-left-behind-index',
  indexes: [{ name: 'reservation_left_behind', on: `reservation (arrive_at) where left_behind` }],
} as const;
