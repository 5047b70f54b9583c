// Notifies a traveller's open code screen of passages through gates, by server-sent events.
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { PASSAGES_PATH } from '@kippu/contract/passage-stream';
import { PassagesQuery } from '@kippu/contract/calls/gate/gate';
import { AppError } from '../../platform/wire/app-error.ts';
import { limitedSession } from '../../platform/calls/bind-guest.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { liveSessions } from '../../session/session.ts';
import { findTicket } from '../../ticket/record/ticket-store.ts';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { lastEventOf, listPassedAfter, listTouchedAccounts } from './passage-store.ts';
import { PassageStreams } from './passage-streams.ts';

/** Limits the memory for a phone that reads nothing. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** When a phone may try again to open a stream, in seconds. It asks for its ticket meanwhile. */
const RETRY_SECONDS = 60;

/** A train of the day before yesterday may still run, past 24:00 and late. */
const PAST_DAYS = 2;

/** Binds the stream. It is not a call of the contract: it has no envelope and no end. */
export function addPassageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const streams = new PassageStreams({
    maxOpen: deps.config.maxStreams,
    monotonicNow: () => performance.now(),
    pause: (ms) => wait(ms, undefined, { ref: false }),
    listPassed: (watched) => listPassedAfter(db, watched),
    liveVersion: () => deps.timetable.current.liveVersion,
    listTouched: (accountIds, version) =>
      listTouchedAccounts(db, accountIds, version, addDays(dateAt(deps.clock()), -PAST_DAYS)),
    listLive: (sessionIds) => liveSessions(db, sessionIds, deps.clock()),
    report: (error) => app.log.error({ err: error }, 'passages cannot be read'),
  });
  // Open streams would keep a stopping process running.
  app.addHook('preClose', async () => streams.endAll());
  type Asked = Static<typeof PassagesQuery>;
  const route = {
    url: PASSAGES_PATH,
    config: { limited: true, isStream: true },
    onRequest: async (request: FastifyRequest) => {
      request.guestSession = await limitedSession(app, deps, request, 'stream');
    },
  };
  const stream = async ({ ticketId, after }: Asked, request: FastifyRequest, reply: FastifyReply) => {
    const { accountId = '', sessionId = '' } = request.guestSession ?? {};
    if (!(await findTicket(db, accountId, ticketId))) throw new AppError('TKT-0001');
    const body = new PassThrough();
    const close = streams.add(
      { accountId, sessionId, ticketId, after: after ?? (await lastEventOf(db, ticketId)) },
      {
        write: (text) => {
          if (body.writableLength > MAX_UNREAD_BYTES) body.destroy();
          else body.write(text);
        },
        end: () => body.end(),
      },
    );
    if (!close) throw new AppError('REQ-0010', { detail: 'all streams are open', retryAfter: RETRY_SECONDS });
    body.on('close', close);
    request.raw.on('close', close);
    return (
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        // A kept-alive connection would outlast the stream and delay a stopping process.
        .header('connection', 'close')
        .send(body)
    );
  };
  app.route<{ Querystring: Asked }>({
    ...route,
    method: 'GET',
    schema: { hide: true, querystring: PassagesQuery },
    handler: (request, reply) => stream(request.query, request, reply),
  });
  // In the body, a ticket's id stays out of address logs.
  app.route<{ Body: Asked }>({
    ...route,
    method: 'POST',
    schema: { hide: true, body: PassagesQuery },
    handler: (request, reply) => stream(request.body, request, reply),
  });
}
