// Lets a traveller's open code screen hear what a gate did, as server-sent events.
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { PASSAGES_PATH, PassagesQuery } from '@kippu/contract/gate';
import { AppError } from '../http/app-error.ts';
import type { Deps } from '../http/deps.ts';
import { requireSession, type GuestSession } from '../http/session.ts';
import { findTicket } from '../ticket/ticket-store.ts';
import { lastEventOf, listPassedAfter } from './passage-store.ts';
import { PassageStreams } from './passage-streams.ts';

/** A phone that reads nothing must not fill the memory. */
const UNREAD_MOST_BYTES = 64 * 1024;

/** Binds the stream. It is no call of the contract: it has no envelope and no end. */
export function addPassageRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  const streams = new PassageStreams({
    steady: () => performance.now(),
    look: (watched) => listPassedAfter(db, watched),
    report: (error) => app.log.error({ err: error }, 'passages cannot be read'),
  });
  // An open stream would keep a stopping process from ending.
  app.addHook('preClose', async () => streams.endAll());
  const sessions = new WeakMap<FastifyRequest, GuestSession>();
  app.route<{ Querystring: Static<typeof PassagesQuery> }>({
    method: 'GET',
    url: PASSAGES_PATH,
    schema: { hide: true, querystring: PassagesQuery },
    onRequest: async (request) => {
      sessions.set(request, await requireSession(db, request.headers.authorization, clock()));
    },
    handler: async (request, reply) => {
      const { ticketId, after } = request.query;
      const accountId = sessions.get(request)?.accountId ?? '';
      if (!(await findTicket(db, accountId, ticketId))) throw new AppError('TKT-0001');
      const body = new PassThrough();
      const close = streams.add(
        { accountId, ticketId, after: after ?? (await lastEventOf(db, ticketId)) },
        {
          write: (text) => {
            if (body.writableLength > UNREAD_MOST_BYTES) body.destroy();
            else body.write(text);
          },
          end: () => body.end(),
        },
      );
      if (!close) throw new AppError('REQ-0004', { retryAfter: 60 });
      body.on('close', close);
      request.raw.on('close', close);
      return (
        reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          // Kept alive, the connection would outlast the stream and hold up a stopping process.
          .header('connection', 'close')
          .send(body)
      );
    },
  });
}
