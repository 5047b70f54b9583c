// A refused request may still be sending its body. Closing its connection then resets it: a proxy that has not sent everything
// loses our answer and answers 502 itself.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What docs/operating.md lets proxies forward. Nobody who sends more waits for an answer in our own words. */
export const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;

/** Reads and discards what is left of a body. Resolves when it has ended or is longer than the maximum. */
function discardRest(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    body.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes > MAX_DISCARDED_BYTES) resolve();
    });
    // The server's `requestTimeout` ends a body that trickles in.
    for (const end of ['end', 'close', 'error']) body.once(end, () => resolve());
    // What took the body so far, such as the digest of a gate's call, has stopped reading.
    body.unpipe();
    body.resume();
  });
}

/** Makes an answer that closes its connection wait for the request's body. Add it after all hooks that set its header `connection`. */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    if (raw.complete || raw.readableEnded || raw.destroyed) return;
    // On a connection that stays open, Node discards the rest by itself.
    if (reply.getHeader('connection') !== 'close' && reply.raw.shouldKeepAlive) return;
    if (Number(headers['content-length'] ?? 0) <= MAX_DISCARDED_BYTES) await discardRest(raw);
  });
}
