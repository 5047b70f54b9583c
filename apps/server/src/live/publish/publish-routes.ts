// What Kippu gives to other apps: how its trains run and its alerts as GTFS-Realtime, and its timetable as GTFS. Nothing of travellers is in it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZIP_TYPE } from '@kippu/contract/route';
import { theRules } from '@kippu/domain/rules';
import type { Deps } from '../../platform/calls/app-context.ts';
import { encodeFeed, toSeconds } from '../../platform/gtfs-realtime/codec.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { TimetableChangedError } from '../../platform/operator/timetable.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { FailSchema } from '../../platform/wire/envelope.ts';
import { listAlerts } from '../feed/alert-store.ts';
import { answerOf, KeptAnswer, sendKept, type MadeAnswer } from './kept-answer.ts';
import { serviceAlerts } from './service-alerts.ts';
import { timetableZip } from './timetable-zip.ts';
import { tripUpdates, type Entity } from './trip-updates.ts';

const PROTOBUF_TYPE = 'application/x-protobuf';
const MAX_AGE_SECONDS = 10;
/** A feed is made again after this time, even if nothing changed: readers distrust an old timestamp. */
const REMADE_MS = 30_000;
const MINUTE_MS = 60_000;
const RETRY_SECONDS = 2;

interface PublishedFile {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly type: string;
  readonly answer: () => Promise<MadeAnswer>;
}

/** Serves a file to anybody, with the limits and the refusals of a visitors' call that reads. */
function addFile(app: FastifyInstance, { path, operationId, summary, type, answer }: PublishedFile): void {
  const limit = app.callLimits.ofOpen({ method: 'GET' });
  app.get(
    path,
    {
      config: { limited: true },
      schema: {
        operationId,
        summary,
        response: {
          200: {
            description: summary,
            content: { [type]: { schema: { type: 'string', format: 'binary' } } },
          },
          304: { description: 'The caller has this answer already.', type: 'null' },
          '4xx': FailSchema,
          '5xx': FailSchema,
        },
      },
      onRequest: async (request: FastifyRequest) => {
        limit.take(request);
        // A wrong clock would give the feeds a wrong time, and take trains out of them.
        if (app.readiness.isSkewed)
          throw new AppError('REQ-0010', { detail: 'the clock is skewed', retryAfter: RETRY_SECONDS });
      },
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const made = await answer();
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
      return sendKept(request, reply, type, made);
    },
  );
}

/** A feed that is made once for each edition of the timetable and live trains, and again when it is too old. */
function keptFeed(
  { timetable, clock }: Deps,
  entitiesOf: (operator: OperatorData, now: number, saidAt: number) => Promise<Entity[]>,
): () => Promise<MadeAnswer> {
  const kept = new KeptAnswer();
  let latest = 0;
  return () => {
    const { current } = timetable;
    const now = clock();
    const slot = Math.floor(now / REMADE_MS);
    return kept.of([current, slot], async () => {
      const { operator } = current;
      // The time of the newest change, so that processes agree and no feed is older than one of the same process before.
      const changes = [...operator.live.values()].map(({ asOf }) => asOf).filter((asOf) => asOf <= now);
      const saidAt = changes.reduce((a, b) => Math.max(a, b), Math.max(slot * REMADE_MS, latest));
      latest = saidAt;
      const entity = await entitiesOf(operator, now, saidAt);
      return answerOf(encodeFeed({ header: { timestamp: toSeconds(saidAt) }, entity }));
    });
  };
}

/** Adds the files. */
export function addPublishRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, timetable } = deps;
  addFile(app, {
    path: '/gtfs-rt/trip-updates',
    operationId: 'gtfsTripUpdates',
    summary: 'How trains really run, as GTFS-Realtime 2.0: cancellations, skipped stops, delays, platforms.',
    type: PROTOBUF_TYPE,
    answer: keptFeed(deps, async (...made) => tripUpdates(...made)),
  });
  addFile(app, {
    path: '/gtfs-rt/alerts',
    operationId: 'gtfsAlerts',
    summary: "Service alerts and the staff's words on trains, as GTFS-Realtime 2.0.",
    type: PROTOBUF_TYPE,
    answer: keptFeed(deps, async (operator, now) => {
      const fadesAfterMs = theRules().liveFadesMinutes * MINUTE_MS;
      return serviceAlerts(operator, await listAlerts(db, { at: now, fadesAfterMs }), now);
    }),
  });
  const zip = new KeptAnswer();
  const currentZip = () => {
    const { generation, publishedAt } = timetable.current;
    const make = async () =>
      answerOf(await timetableZip(db, { generation, publishedAt }), { changedAt: publishedAt });
    return zip.of([generation], make);
  };
  addFile(app, {
    path: '/gtfs.zip',
    operationId: 'gtfsTimetable',
    summary: 'The published timetable, as GTFS.',
    type: ZIP_TYPE,
    answer: async () => {
      try {
        return await currentZip();
      } catch (error) {
        if (!(error instanceof TimetableChangedError)) throw error;
        await timetable.refresh();
        return currentZip();
      }
    },
  });
}
