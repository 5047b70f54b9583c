// Lists contradicting gate events and lets the desk resolve them.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { deskGateConflicts, GateConflict } from '@kippu/contract/calls/desk/issue';
import type { Language } from '@kippu/contract/limits';
import type { Db, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { requireText } from '../../platform/wire/require-text.ts';
import { namesOfActors } from '../../session/staff-store.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { stationNamesOf } from '../../ticket/history/read-history.ts';
import { eventDetail, insertEvents } from '../../ticket/record/ticket-store.ts';
import * as store from './gate-conflict-store.ts';
import { STATUS_WORDS } from '@kippu/words/ticket-status';

const PAGE_ITEMS = 50;

const cursorOf = ({ settled_at, conflict_id }: store.ConflictRow) =>
  `${settled_at === null ? 'o' : 's'}${conflict_id}`;

function positionOf(cursor: string): store.ConflictPosition {
  const [, part, conflictId] = /^([os])(\d{1,18})$/.exec(cursor) ?? [];
  if (conflictId === undefined) throw new AppError('REQ-0001', { values: { field: 'cursor' } });
  return { settled: part === 's', conflictId };
}

const passageAnswer = (operator: OperatorData, row: store.PassageRow) => ({
  gateId: row.gate_id,
  stationId: row.station_id,
  ...stationNamesOf(operator, row.station_id),
  code: row.code,
  at: wireTime(row.at),
});

function conflictAnswer(
  operator: OperatorData,
  row: store.ConflictRow,
  names: ReadonlyMap<string, string>,
  language: Language,
): GateConflict {
  const byName = names.get(row.settled_by ?? '');
  const { ticket_id: ticketId, ticket_no: ticketNo, status } = row;
  return {
    conflictId: row.conflict_id,
    kind: row.kind,
    ...passageAnswer(operator, row),
    eventId: row.event_id,
    receivedAt: wireTime(row.received_at),
    foundAt: wireTime(row.found_at),
    told: row.told,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(ticketId && ticketNo && status
      ? { ticket: { ticketId, ticketNo, status, statusWord: STATUS_WORDS[language][status] } }
      : {}),
    before: row.before.map((each) => passageAnswer(operator, each)),
    ...(row.settled_at === null
      ? {}
      : {
          settled: {
            at: wireTime(row.settled_at),
            by: row.settled_by ?? '',
            ...(byName === undefined ? {} : { byName }),
            note: row.settled_note ?? '',
          },
        }),
  };
}

/** Lists a page of conflicts, open ones first. Throws AppError REQ-0001 on a wrong cursor. */
export async function listGateConflicts(
  db: Db,
  operator: OperatorData,
  { state, stationId, ticketId, cursor }: QueryOf<typeof deskGateConflicts>,
  language: Language,
): Promise<DataOf<typeof deskGateConflicts>> {
  const filter = { settled: state === undefined ? undefined : state === 'settled', stationId, ticketId };
  const after = cursor === undefined ? null : positionOf(cursor);
  const rows = await store.listConflicts(db, filter, { after, limit: PAGE_ITEMS + 1 });
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  const names = await namesOfActors(
    db,
    shown.map(({ settled_by }) => settled_by),
  );
  return {
    items: shown.map((row) => conflictAnswer(operator, row, names, language)),
    ...(rows.length > PAGE_ITEMS && last ? { next: cursorOf(last) } : {}),
  };
}

/** Loads a conflict. Throws AppError REQ-0005 when there is none with that id. */
export async function showGateConflict(
  db: Db,
  operator: OperatorData,
  conflictId: string,
  language: Language,
): Promise<GateConflict> {
  const row = await store.findConflict(db, conflictId);
  if (!row) throw new AppError('REQ-0005');
  return conflictAnswer(operator, row, await namesOfActors(db, [row.settled_by]), language);
}

/**
 * Resolves an open conflict in the name of `by` at `now` (epoch milliseconds) and adds it to the ticket's history. Returns the
 * conflict. Throws AppError REQ-0001 on a blank note, REQ-0005 when there is none with that id, DESK-0001 when it was
 * resolved before.
 */
export async function resolveGateConflict(
  trx: Trx,
  operator: OperatorData,
  {
    conflictId,
    note: typed,
    by,
  }: { readonly conflictId: string; readonly note: string; readonly by: string },
  { language, now }: { readonly language: Language; readonly now: number },
): Promise<GateConflict> {
  const note = requireText('note', typed);
  const at = new Date(now);
  const changed = await store.resolveConflict(trx, conflictId, { at, by, note });
  const row = await store.findConflict(trx, conflictId);
  if (!row) throw new AppError('REQ-0005');
  if (!changed) throw new AppError('DESK-0001', { values: { at: wireTime(row.settled_at ?? now) } });
  if (row.ticket_id !== null)
    await insertEvents(trx, [
      {
        ticket_id: row.ticket_id,
        kind: 'settleConflict',
        code: null,
        from_status: null,
        to_status: null,
        station_id: row.station_id,
        method: null,
        actor: by,
        at,
        detail: eventDetail({ conflictId, conflict: row.kind, note }),
      },
    ]);
  return conflictAnswer(operator, row, await namesOfActors(trx, [row.settled_by]), language);
}
