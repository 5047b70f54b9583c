// Wrong ticket codes are counted by a keyed hash of the address. Deletes the plain addresses stored before.
export const bindAddressesMigration = {
  name: '0009-bind-addresses',
  // They count for ten minutes only, so the deletion removes hardly any limit.
  statements: [`delete from bind_failure where subject like 'address:%'`],
} as const;
