// The hold that a reservation was last moved to: a change that is sent again after a lost answer is told apart from a late one.
export const movedByMigration = {
  name: '0017-moved-by',
  statements: [`alter table reservation add column moved_by text`],
} as const;
