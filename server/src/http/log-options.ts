// What is logged, and what never is: addresses, tokens, the rows of the database.
import type { LogLevel } from '../config.ts';

export const logOptions = (level: LogLevel) => ({
  level,
  // What a database says of a refused statement holds its row: emails, names, hashes.
  redact: ['err.detail', 'err.where', 'err.params', 'err.query'],
  // A query may hold a token or an address, so only the path is logged.
  serializers: {
    req: (request: { id?: string; method?: string; url?: string }) => ({
      id: request.id,
      method: request.method,
      path: request.url?.split('?')[0],
    }),
  },
});
