// Wrong ticket codes count by a keyed hash of the address they came from: the addresses kept before are forgotten.
export const bindAddressesMigration = {
  name: '0009-bind-addresses',
  // They count for ten minutes, so that no limit is lost that would still hold.
  statements: [`delete from bind_failure where subject like 'address:%'`],
} as const;
