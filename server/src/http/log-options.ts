// What is logged, and what never is: addresses, tokens, the rows of the database.
import type { LogLevel } from '../config.ts';

export const logOptions = (level: LogLevel) => ({
  level,
  // What a database says of a refused statement holds its row: emails, names, hashes. A request that cannot be read holds its head.
  redact: ['err.detail', 'err.where', 'err.params', 'err.query', 'err.rawPacket'],
  // A query may hold a token or an address, and so may a path that somebody made up: only the route's own is logged.
  serializers: {
    req: (request: { id?: string; method?: string; routeOptions?: { url?: string | undefined } }) => ({
      id: request.id,
      method: request.method,
      path: request.routeOptions?.url ?? 'unknown',
    }),
  },
});
