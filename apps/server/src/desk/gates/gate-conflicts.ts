// Lists contradicting gate events and lets the desk resolve them.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { BodyOf } from '@kippu/contract/call';
import type {
  deskGateConflicts,
  deskSettleGateConflicts,
  GateConflict,
} from '@kippu/contract/calls/desk/issue';
import type { Language } from '@kippu/contract/languages';
import { MAX_SETTLED_AT_ONCE } from '@kippu/contract/limits';
import type { Db, Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { requireText } from '../../platform/wire/require-text.ts';
import type { DeskIdentity } from '../../session/staff-session.ts';
import { insertStaffActions, readNamesAt } from '../../session/staff-store.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { stationNamesOf } from '../../ticket/history/read-history.ts';
import { insertEvents } from '../../ticket/record/ticket-store.ts';
import * as store from './gate-conflict-store.ts';
import { statusWord } from '@kippu/words/server-words';

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

function againstAnswer(operator: OperatorData, row: store.AgainstRow): NonNullable<GateConflict['against']> {
  switch (row.what) {
    case 'passage':
      return { what: row.what, ...passageAnswer(operator, row) };
    case 'verification':
      return {
        what: row.what,
        stationId: row.station_id,
        ...stationNamesOf(operator, row.station_id),
        direction: row.direction,
        at: wireTime(row.at),
      };
    case 'handover':
      return { what: row.what, at: wireTime(row.at) };
  }
}

type NameOf = Awaited<ReturnType<typeof readNamesAt>>;
const settlingOf = ({ settled_by, settled_at }: store.ConflictRow) => ({ actor: settled_by, at: settled_at });

function conflictAnswer(
  operator: OperatorData,
  row: store.ConflictRow,
  nameOf: NameOf,
  language: Language,
): GateConflict {
  const byName = nameOf(row.settled_by, row.settled_at);
  const { ticket_id: ticketId, ticket_no: ticketNo, status } = row;
  return {
    conflictId: row.conflict_id,
    kind: row.kind,
    ...passageAnswer(operator, row),
    eventId: row.event_id,
    receivedAt: wireTime(row.received_at),
    foundAt: wireTime(row.found_at),
    told: row.told,
    proof: row.proof,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(ticketId && ticketNo && status
      ? { ticket: { ticketId, ticketNo, status, statusWord: statusWord(status, language) } }
      : {}),
    before: row.before.map((each) => passageAnswer(operator, each)),
    ...(row.against ? { against: againstAnswer(operator, row.against) } : {}),
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
  { state, cursor, ...query }: QueryOf<typeof deskGateConflicts>,
  language: Language,
): Promise<DataOf<typeof deskGateConflicts>> {
  const { stationId, ticketId, gateId, kind } = query;
  const settled = state === undefined ? undefined : state === 'settled';
  const filter = { settled, stationId, ticketId, gateId, kind };
  const after = cursor === undefined ? null : positionOf(cursor);
  const rows = await store.listConflicts(db, filter, { after, limit: PAGE_ITEMS + 1 });
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  const nameOf = await readNamesAt(db, shown.map(settlingOf));
  return {
    items: shown.map((row) => conflictAnswer(operator, row, nameOf, language)),
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
  return conflictAnswer(operator, row, await readNamesAt(db, [settlingOf(row)]), language);
}

interface Resolution {
  readonly at: Date;
  readonly by: string;
  readonly note: string;
}

/** Adds resolved conflicts to the histories of their tickets. */
async function addToHistories(trx: Trx, rows: readonly store.SettledRow[], { at, by, note }: Resolution) {
  const events = rows.flatMap(({ ticket_id, station_id, conflict_id, kind }) =>
    ticket_id === null
      ? []
      : [
          {
            ticket_id,
            kind: 'settleConflict' as const,
            code: null,
            from_status: null,
            to_status: null,
            station_id,
            method: null,
            actor: by,
            at,
            detail: jsonText({ conflictId: conflict_id, conflict: kind, note }),
          },
        ],
  );
  if (events.length > 0) await insertEvents(trx, events);
}

/**
 * Resolves the chosen conflicts that are open, in the name of `caller` at `now` (epoch milliseconds), each recorded by itself.
 * Throws AppError REQ-0001 on a blank note, and unless either conflicts or a gate are named.
 */
export async function resolveGateConflicts(
  trx: Trx,
  { conflictIds, gate, note: typed }: BodyOf<typeof deskSettleGateConflicts>,
  { actor, staff }: DeskIdentity,
  now: number,
): Promise<DataOf<typeof deskSettleGateConflicts>> {
  if ((conflictIds === undefined) === (gate === undefined))
    throw new AppError('REQ-0001', { values: { field: 'conflictIds' } });
  const choice = gate ?? { conflictIds: conflictIds ?? [] };
  const settled = { at: new Date(now), by: actor, note: requireText('note', typed) };
  const rows = await store.resolveConflicts(trx, choice, settled, MAX_SETTLED_AT_ONCE);
  await addToHistories(trx, rows, settled);
  await insertStaffActions(
    trx,
    rows.map(({ conflict_id }) => ({
      at: settled.at,
      actor,
      call: 'deskSettleGateConflict',
      subject: conflict_id,
    })),
    staff?.row ?? null,
  );
  const unknown = await store.listUnknown(trx, conflictIds ?? []);
  return {
    settled: rows.length,
    left: (conflictIds?.length ?? rows.length) - rows.length - unknown.length,
    ...(unknown.length > 0 ? { unknown } : {}),
    more: gate !== undefined && (await store.isOneOpen(trx, choice)),
  };
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
  await addToHistories(trx, [row], { at, by, note });
  return conflictAnswer(operator, row, await readNamesAt(trx, [settlingOf(row)]), language);
}
