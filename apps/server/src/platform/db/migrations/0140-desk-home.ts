// Wrong codes of the last minutes, whoever typed them: the desk's home counts them, and the sweep deletes old ones.
export const deskHomeMigration = {
  name: '0140-desk-home',
  indexes: [{ name: 'bind_failure_at', on: `bind_failure (failed_at)` }],
} as const;
