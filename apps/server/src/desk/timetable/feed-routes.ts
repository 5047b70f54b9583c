// The calls about the timetable at the desk.
import type { FastifyInstance } from 'fastify';
import type { DataOf } from '@kippu/contract/call';
import * as calls from '@kippu/contract/calls/desk/timetable';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { lockPublishing } from '../../platform/db/locks.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindDesk, bindDeskSlowWrite } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { readNamesAt } from '../../session/staff-store.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { withAddedTrains } from '../../platform/operator/added-train-store.ts';
import * as store from '../../platform/operator/feed-import-store.ts';
import { describeNewest } from '../../platform/operator/generation-store.ts';
import { operatorOf, type OperatorParts } from '../../platform/operator/operator-data.ts';
import { dateAt } from '@kippu/domain/time/service-day';
import { OperatorDataError, type FolderTexts } from '../../platform/operator/files/operator-files.ts';
import { requireRead, type OperatorInput, type OperatorReading } from '../../platform/operator/read-input.ts';
import { readFolder, timetableOf, withTimetable } from '../../platform/operator/files/operator-folder.ts';
import { listProcesses } from '../../platform/operator/server-process-store.ts';
import { FeedUploads, SILENT_AFTER_MS as READER_SILENT_AFTER_MS, type UploadResult } from './read-uploads.ts';
import { findUpload, findUploadedFeed, lockUpload } from './feed-upload-store.ts';
import { feedEffects } from '../../reservation/disruption/feed-effects.ts';
import { SILENT_AFTER_MS } from '../../reservation/disruption/follow-timetable.ts';
import {
  publishTimetable,
  replacementsOf,
  summaryOf,
} from '../../reservation/timetable/publish-timetable.ts';

const MAX_LISTED = 20;

/** A timetable that may be published, and what its files contain. */
interface ReadTimetable {
  readonly files: FolderTexts;
  readonly feed: Uint8Array;
  readonly parts: OperatorParts;
}

async function importAnswers(db: Db, rows: readonly store.FeedImportRow[]): Promise<calls.FeedImport[]> {
  const nameOf = await readNamesAt(
    db,
    rows.flatMap(({ imported_by, imported_at, withdrawn_by, withdrawn_at }) => [
      { actor: imported_by, at: imported_at },
      { actor: withdrawn_by, at: withdrawn_at },
    ]),
  );
  return rows.map(({ import_id, summary, imported_at, imported_by, withdrawn_at, withdrawn_by }) => ({
    importId: import_id,
    ...summary,
    at: wireTime(imported_at),
    by: nameOf(imported_by, imported_at) ?? '',
    ...(withdrawn_at
      ? { withdrawn: { at: wireTime(withdrawn_at), by: nameOf(withdrawn_by, withdrawn_at) ?? '' } }
      : {}),
  }));
}

async function importAnswer(db: Db, row: store.FeedImportRow): Promise<calls.FeedImport> {
  const [answer] = await importAnswers(db, [row]);
  if (!answer) throw new Error('one row gave no answer');
  return answer;
}

/** Describes which processes serve the generation. */
async function serversAnswer(db: Db, generation: number, now: number) {
  const processes = await listProcesses(db, new Date(now - SILENT_AFTER_MS));
  const serving = processes.filter((process) => process.generation >= generation);
  const isEverywhere = processes.length > 0 && serving.length === processes.length;
  const since = Math.max(...serving.map(({ serves_since }) => serves_since.getTime()));
  return {
    running: processes.length,
    serving: serving.length,
    ...(isEverywhere ? { since: wireTime(since) } : {}),
    faults: [...new Set(processes.flatMap(({ fault }) => fault ?? []))],
  };
}

/** Returns the answer to a reading: its report, and what it would change if it took effect now. */
async function resultOf(
  { db, clock, timetable }: Deps,
  { report, read }: OperatorReading,
): Promise<UploadResult> {
  const { findings, groups, leftOut } = report;
  const found = {
    findings: findings.map((finding) => ({ ...finding, places: [...finding.places] })),
    groups: [...groups],
    ...(leftOut ? { leftOut } : {}),
  };
  if (!read) return { report: found };
  const { parts } = read;
  const { operator } = timetable.current;
  return inTransaction(db, async (trx) => {
    const now = clock();
    const newest = await describeNewest(trx);
    const before = newest?.replacements ?? {};
    const withAdded = await withAddedTrains(trx, parts, new Date(now));
    const replacements = new Map(Object.entries(await replacementsOf(trx, withAdded, before, now)));
    const next = operatorOf(withAdded, { ...operator.former, replacements }, operator.live);
    const effects = await feedEffects(trx, { old: operator, next }, now);
    return { report: found, summary: summaryOf(parts), effects, over: newest?.generation ?? 0 };
  });
}

export function addFeedRoutes(app: FastifyInstance, deps: Deps): void {
  const { texts, feedPath, timetableHash: folderHash } = readFolder(deps.config.operatorDir);
  /** Reads a feed, or the folder's own, with the folder's other files. Rejects with OperatorDataError for the first error. */
  const read = async (feed: OperatorInput['feed'] = { path: feedPath }): Promise<ReadTimetable> => {
    const files = timetableOf(texts);
    const input = { texts: withTimetable(texts, files), feed, today: dateAt(deps.clock()) };
    const { parts, packed } = requireRead(await deps.readOperator(input));
    return { files, feed: packed, parts };
  };
  const publish = (trx: Trx, importId: string | null, found: ReadTimetable, now: number) =>
    publishTimetable(trx, { importId, folderHash, ...found }, now);
  /** The process that publishes serves the timetable at once, the others within seconds. */
  const followSoon = () => void deps.timetable.refresh().catch((error: unknown) => logFailure(error));
  const logFailure = (err: unknown) => app.log.error({ err }, 'the newest timetable was not looked for');
  const refusalOf = (error: unknown) =>
    error instanceof OperatorDataError
      ? new AppError('REQ-0001', { values: { field: error.faults[0]?.file ?? '' }, detail: error.message })
      : error;

  bindDesk(app, deps, calls.deskFeed, async (trx, { now, operator }) => {
    const rows = await store.listImports(trx, MAX_LISTED);
    const newest = await describeNewest(trx);
    const { importId } = deps.timetable.current;
    const inEffect = newest ? { ...newest.summary, at: wireTime(newest.published_at) } : summaryOf(operator);
    const id = newest ? newest.import_id : importId;
    return {
      inEffect: { ...inEffect, ...(id === null ? {} : { importId: id }) },
      servers: await serversAnswer(trx, newest?.generation ?? 0, now),
      reservations: { moved: newest?.moved ?? true, disrupted: newest?.disrupted ?? 0 },
      imports: await importAnswers(trx, rows),
    };
  });
  const uploads = new FeedUploads({
    deps,
    inputOf: (zip) => ({ texts, feed: { zip }, today: dateAt(deps.clock()) }),
    resultOf: (reading) => resultOf(deps, reading),
    failed: (err) => app.log.error({ event: 'server.failed', err }, 'an uploaded timetable was not read'),
  });
  app.addHook('onClose', () => uploads.close());
  bindDeskSlowWrite(
    app,
    deps,
    calls.deskUploadFeed,
    {
      prepare: async ({ file, caller }) => {
        if (!file) throw new AppError('REQ-0001', { values: { field: 'file' } });
        return uploads.take(file, caller.actor);
      },
      write: async (_trx, { prepared }, afterCommit) => {
        afterCommit(() => uploads.begin(prepared));
        return { uploadId: prepared };
      },
    },
    { subject: (_input, { uploadId }) => uploadId },
  );
  type Uploaded = DataOf<typeof calls.deskUploadedFeed>;
  bindDesk(app, deps, calls.deskUploadedFeed, async (trx, { query, caller, now }): Promise<Uploaded> => {
    const found = await findUpload(trx, query.uploadId, caller.actor);
    if (!found) throw new AppError('REQ-0005');
    const { result, file, share, seen_at } = found;
    if (result !== null) return { state: 'read', ...(result as UploadResult) };
    if (now - seen_at.getTime() > READER_SILENT_AFTER_MS) return { state: 'stopped' };
    return { state: 'reading', file, share };
  });
  bindDeskSlowWrite(app, deps, calls.deskImportFeed, {
    prepare: async ({ body, caller }) => {
      const packed = await findUploadedFeed(deps.db, body.uploadId, caller.actor);
      if (packed === undefined) throw new AppError('REQ-0005');
      if (packed === null) throw new AppError('REQ-0001', { detail: 'it has an error, or is not read yet' });
      if (await store.findImportOfUpload(deps.db, body.uploadId)) return null;
      try {
        return await read({ packed });
      } catch (error) {
        throw refusalOf(error);
      }
    },
    // An upload is imported once: a second press is answered with the first one's import. After a withdrawal it is no second press.
    write: async (trx, { prepared, body, caller, now }, afterCommit) => {
      if (!(await lockUpload(trx, body.uploadId))) throw new AppError('REQ-0005');
      const former = await store.findImportOfUpload(trx, body.uploadId);
      if (former?.withdrawn_at) throw new AppError('DESK-0001', { detail: 'this import was withdrawn' });
      if (former) return importAnswer(trx, former);
      if (prepared === null) throw new AppError('REQ-0005');
      await lockPublishing(trx);
      const current = (await describeNewest(trx))?.generation ?? 0;
      if (current !== (body.over ?? current))
        throw new AppError('DESK-0001', { detail: 'another timetable took effect' });
      const feed = {
        uploadId: body.uploadId,
        summary: summaryOf(prepared.parts),
        by: caller.actor,
        at: new Date(now),
      };
      const row = await store.insertImport(trx, feed);
      await publish(trx, row.import_id, prepared, now);
      afterCommit(followSoon);
      return importAnswer(trx, row);
    },
  });
  bindDeskSlowWrite(
    app,
    deps,
    calls.deskWithdrawFeed,
    {
      // What takes effect instead is read beforehand; the transaction checks that it is still the right one.
      prepare: async ({ body }) => {
        const newest = await describeNewest(deps.db);
        if (newest?.import_id !== body.importId) return null;
        const former = await store.findImportBefore(deps.db, body.importId);
        try {
          return {
            importId: former?.import_id ?? null,
            ...(await read(former && (await store.feedOfImport(deps.db, former)))),
          };
        } catch (error) {
          throw refusalOf(error);
        }
      },
      write: async (trx, { prepared, body, caller, now }, afterCommit) => {
        await lockPublishing(trx);
        const row = await store.withdrawImport(trx, body.importId, caller.actor, new Date(now));
        if (!row) throw new AppError('REQ-0005');
        const isInEffect = (await describeNewest(trx))?.import_id === body.importId;
        if (isInEffect !== (prepared !== null))
          throw new AppError('REQ-0001', { detail: 'published meanwhile' });
        if (prepared) {
          await publish(trx, prepared.importId, prepared, now);
          afterCommit(followSoon);
        }
        return importAnswer(trx, row);
      },
    },
    { subject: ({ body }) => body.importId },
  );
}
