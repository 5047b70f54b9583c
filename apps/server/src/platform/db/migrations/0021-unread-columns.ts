// Drops columns that were written and never read: a ticket's sections are its product's, and its events record when it was bound.
export const unreadColumnsMigration = {
  name: '0021-unread-columns',
  statements: [`alter table ticket drop column station_from, drop column station_to, drop column bound_at`],
} as const;
