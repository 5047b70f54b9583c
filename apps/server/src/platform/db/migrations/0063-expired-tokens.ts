// Finds the tokens that are old enough to be deleted.
export const expiredTokensMigration = {
  name: '0063-expired-tokens',
  indexes: [{ name: 'session_token_expires', on: 'session_token (expires_at)' }],
} as const;
