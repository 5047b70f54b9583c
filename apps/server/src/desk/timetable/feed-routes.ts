// The calls about the timetable at the desk.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/timetable';
import { FEED_BYTES } from '@kippu/contract/limits';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { namesOfActors } from '../../session/staff-store.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import * as store from '../../reservation/timetable/feed-import-store.ts';
import { loadOperator, type OperatorData } from '../../platform/operator/operator-data.ts';
import { OperatorDataError } from '../../platform/operator/operator-files.ts';
import type { FeedTexts } from '../../platform/operator/gtfs-reader.ts';
import { feedEffects } from '../../reservation/disruption/feed-effects.ts';

const MAX_LISTED = 20;

const summaryOf = ({ version, from, to, trips, stations }: OperatorData): calls.FeedSummary => ({
  version,
  from,
  to,
  trips: trips.size,
  stations: stations.size,
});

/** Reads the operator's data with the feed, or returns the feed's first fault. */
function readFeed(operatorDir: string, files: FeedTexts): OperatorData | calls.FeedProblem {
  try {
    return loadOperator(operatorDir, files);
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error;
    const { file, line, message } = error;
    return { file, line, text: message.slice(`${file}:${line}: `.length) };
  }
}

async function importAnswers(db: Db, rows: readonly store.FeedImportRow[]): Promise<calls.FeedImport[]> {
  const names = await namesOfActors(
    db,
    rows.flatMap(({ imported_by, withdrawn_by }) => [imported_by, withdrawn_by]),
  );
  const nameOf = (actor: string | null) => names.get(actor ?? '') ?? '';
  return rows.map(({ import_id, summary, imported_at, imported_by, withdrawn_at, withdrawn_by }) => ({
    importId: import_id,
    ...summary,
    at: wireTime(imported_at),
    by: nameOf(imported_by),
    ...(withdrawn_at ? { withdrawn: { at: wireTime(withdrawn_at), by: nameOf(withdrawn_by) } } : {}),
  }));
}

async function importAnswer(db: Db, row: store.FeedImportRow): Promise<calls.FeedImport> {
  const [answer] = await importAnswers(db, [row]);
  if (!answer) throw new Error('one row gave no answer');
  return answer;
}

export function addFeedRoutes(app: FastifyInstance, deps: Deps): void {
  const { operator, importId } = deps;
  const { operatorDir, operatorFeed } = deps.config;
  bindDesk(app, deps, calls.deskFeed, async (trx) => {
    const rows = await store.listImports(trx, MAX_LISTED);
    const inForce = operatorFeed === 'desk' ? (await store.findImportInForce(trx))?.import_id : undefined;
    const next = rows.find(({ import_id }) => import_id === inForce);
    return {
      inEffect: { ...summaryOf(operator), ...(importId === null ? {} : { importId }) },
      next:
        (inForce ?? null) === importId
          ? ('same' as const)
          : next
            ? await importAnswer(trx, next)
            : ('files' as const),
      imports: await importAnswers(trx, rows),
    };
  });
  bindDesk(
    app,
    deps,
    calls.deskCheckFeed,
    async (trx, { body, now }) => {
      const read = readFeed(operatorDir, body.files);
      if ('line' in read) return { problem: read };
      const timetables = { old: operator, next: read };
      return { summary: summaryOf(read), effects: await feedEffects(trx, timetables, now) };
    },
    { bodyBytes: FEED_BYTES },
  );
  bindDesk(
    app,
    deps,
    calls.deskImportFeed,
    async (trx, { body, caller, now }) => {
      const { files } = body;
      const read = readFeed(operatorDir, files);
      if ('line' in read)
        throw new AppError('REQ-0001', {
          values: { field: read.file },
          detail: `${read.line}: ${read.text}`,
        });
      const feed = { files, summary: summaryOf(read), by: caller.actor, at: new Date(now) };
      return importAnswer(trx, await store.insertImport(trx, feed));
    },
    { bodyBytes: FEED_BYTES },
  );
  bindDesk(
    app,
    deps,
    calls.deskWithdrawFeed,
    async (trx, { body, caller, now }) => {
      const row = await store.withdrawImport(trx, body.importId, caller.actor, new Date(now));
      if (!row) throw new AppError('REQ-0005');
      return importAnswer(trx, row);
    },
    { subject: ({ body }) => body.importId },
  );
}
