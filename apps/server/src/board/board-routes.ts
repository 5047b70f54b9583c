// The departure boards of the stations, for anybody: made once for all screens of a station, and again when something changed or a few
// seconds have passed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BOARDS_PATH, SERVER_CLOCK_HEADER } from '@kippu/contract/board/departure-board';
import type { Deps } from '../platform/calls/app-context.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { FailSchema } from '../platform/wire/envelope.ts';
import { FreshAlerts } from '../live/feed/alert-store.ts';
import { answerOf, KeptAnswer, sendKept, type MadeAnswer } from '../live/publish/kept-answer.ts';
import { boardOf, boardStations, findBoardStation } from './board-answer.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const MAX_AGE_SECONDS = 10;
/** A board is made again after this time: trains leave, and seats are taken. */
const REMADE_MS = 10_000;
const RETRY_SECONDS = 2;

const jsonOf = (data: unknown): MadeAnswer => answerOf(new TextEncoder().encode(JSON.stringify(data)));

interface PublicAnswer {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly answer: (request: FastifyRequest) => Promise<MadeAnswer>;
}

/** Adds the calls that boards make. */
export function addBoardRoutes(app: FastifyInstance, { db, clock, timetable }: Deps): void {
  const add = ({ path, operationId, summary, answer }: PublicAnswer) => {
    const limit = app.callLimits.ofOpen({ method: 'GET' });
    app.get(
      path,
      {
        config: { limited: true },
        schema: {
          operationId,
          summary,
          response: {
            200: { description: summary, content: { 'application/json': { schema: { type: 'object' } } } },
            304: { description: 'The caller has this answer already.', type: 'null' },
            '4xx': FailSchema,
            '5xx': FailSchema,
          },
        },
        onRequest: async (request: FastifyRequest) => {
          limit.take(request);
          // A wrong clock would show trains that have left.
          if (app.readiness.isSkewed)
            throw new AppError('REQ-0010', { detail: 'the clock is skewed', retryAfter: RETRY_SECONDS });
        },
      },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const made = await answer(request);
        reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
        reply.header(SERVER_CLOCK_HEADER, String(clock()));
        return sendKept(request, reply, JSON_TYPE, made);
      },
    );
  };
  const sources = { db, alerts: new FreshAlerts(db) };
  const list = new KeptAnswer();
  add({
    path: BOARDS_PATH,
    operationId: 'departureBoards',
    summary: 'The stations that have a departure board.',
    answer: () => {
      const { operator } = timetable.current;
      return list.of([operator.stations, operator.trips], async () => jsonOf(boardStations(operator)));
    },
  });
  /** By station id: no more than the timetables of this process have had. */
  const boards = new Map<string, KeptAnswer>();
  add({
    path: `${BOARDS_PATH}/:station`,
    operationId: 'departures',
    summary: "A station's next departures, by its id in the timetable or its printed code.",
    answer: async ({ params }) => {
      const { current } = timetable;
      const station = findBoardStation(current.operator, (params as { readonly station: string }).station);
      if (!station) throw new AppError('REQ-0005');
      const kept = boards.get(station.stationId) ?? new KeptAnswer();
      boards.set(station.stationId, kept);
      const now = clock();
      return kept.of([current, Math.floor(now / REMADE_MS)], async () =>
        jsonOf(await boardOf(sources, current.operator, station, now)),
      );
    },
  });
}
