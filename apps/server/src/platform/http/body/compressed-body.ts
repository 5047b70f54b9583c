// A compressed body of 4 kB can become gigabytes before any limit ends it, and no client of ours sends one.
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../wire/app-error.ts';

/** Refuses a request with a `Content-Encoding` (RFC 9110) other than `identity` with REQ-0001, before its body is read. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw new AppError('REQ-0001', { values: { field: 'content-encoding' }, detail: 'a compressed body' });
  });
}
