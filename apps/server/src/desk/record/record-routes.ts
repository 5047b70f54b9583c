// The call that reads the record of what was done at the desk.
import type { FastifyInstance } from 'fastify';
import type { DataOf, QueryOf } from '@kippu/contract/call';
import { deskRecord } from '@kippu/contract/desk-record';
import { addDays, isDate, startOfDay } from '@kippu/domain/service-day';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { bindDesk } from '../http/bind-desk.ts';
import type { Deps } from '../http/deps.ts';
import { cursorOf, placeOf, wrongCursor } from '../http/page-cursor.ts';
import { actorOf } from '../http/staff-session.ts';
import { wireTime } from '../http/wire-time.ts';
import { listActions } from './record-store.ts';

const PAGE_ITEMS = 100;

function positionOf(cursor: string): string {
  const [actionId] = placeOf(cursor, 1);
  if (typeof actionId !== 'string' || !/^\d{1,18}$/.test(actionId)) throw wrongCursor();
  return actionId;
}

/** The last day of the calendar has no day after it, and year 0 is no year of the database. */
function momentsOf(date: string): readonly [number, number] {
  if (!isDate(date) || date < '1000' || date >= '9999')
    throw new AppError('REQ-0001', { values: { field: 'date' } });
  return [startOfDay(date), startOfDay(addDays(date, 1))];
}

/** Gives a page of the record, the newest first. Throws AppError REQ-0001 for a wrong cursor or no date. */
async function readRecord(
  db: Db,
  { by, subject, date, cursor }: QueryOf<typeof deskRecord>,
): Promise<DataOf<typeof deskRecord>> {
  const rows = await listActions(
    db,
    {
      actor: by === undefined ? undefined : actorOf(by),
      subject,
      between: date === undefined ? undefined : momentsOf(date),
    },
    { before: cursor === undefined ? null : positionOf(cursor), limit: PAGE_ITEMS + 1 },
  );
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      actionId: row.action_id,
      at: wireTime(row.at),
      ...(row.staff_id !== null && row.name !== null && row.role !== null
        ? { staff: { staffId: row.staff_id, name: row.name, role: row.role, closed: row.closed } }
        : {}),
      call: row.call,
      ...(row.subject === null ? {} : { subject: row.subject }),
      ...(row.subject_name === null ? {} : { subjectName: row.subject_name }),
    })),
    ...(rows.length > PAGE_ITEMS && last ? { next: cursorOf(last.action_id) } : {}),
  };
}

/** Binds the call. */
export function addRecordRoutes(app: FastifyInstance, deps: Deps): void {
  bindDesk(app, deps, deskRecord, (trx, { query }) => readRecord(trx, query));
}
