// What is logged. Never logged: addresses, tokens, rows of the database.
import type { LogLevel } from '../start/config.ts';

/** Receives each line, which ends with a line feed. */
export interface LogStream {
  readonly write: (line: string) => void;
}

export const logOptions = (level: LogLevel, stream?: LogStream) => ({
  level,
  ...(stream ? { stream } : {}),
  // UTC, and readable.
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  // The database's error for a refused statement contains its row: emails, names, hashes. A malformed request contains its head.
  redact: ['err.detail', 'err.where', 'err.params', 'err.query', 'err.rawPacket'],
  // A query may contain a token or an email, and so may an unknown path: only the route's pattern is logged.
  serializers: {
    req: (request: { id: string; method: string; routeOptions?: { url?: string | undefined } }) => ({
      id: request.id,
      method: request.method,
      path: request.routeOptions?.url ?? 'unknown',
    }),
  },
});
