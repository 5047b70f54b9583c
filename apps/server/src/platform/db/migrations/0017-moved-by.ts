// The hold of a reservation's last change distinguishes a repeated request, whose answer was lost, from a late one.
export const movedByMigration = {
  name: '0017-moved-by',
  statements: [`alter table reservation add column moved_by text`],
} as const;
