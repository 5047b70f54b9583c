// The calls that read the audit record of the desk.
import type { FastifyInstance } from 'fastify';
import type { DataOf, QueryOf } from '@kippu/contract/call';
import { deskFailedSignIns, deskRecord } from '@kippu/contract/calls/desk/record';
import { HOST } from '@kippu/contract/values';
import { addDays, isDate, startOfDay } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { actorOf } from '../../session/staff-session.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { showFailedSignIns } from './failed-sign-ins.ts';
import { listActions } from './record-store.ts';

const PAGE_ITEMS = 100;

function positionOf(cursor: string): string {
  const [actionId] = placeOf(cursor, 1);
  if (typeof actionId !== 'string' || !/^\d{1,18}$/.test(actionId)) throw wrongCursor();
  return actionId;
}

/** The bounds of a day. The calendar's last day has no next day, and the database has no year 0. */
function momentsOf(date: string): readonly [number, number] {
  if (!isDate(date) || date < '1000' || date >= '9999')
    throw new AppError('REQ-0001', { values: { field: 'date' } });
  return [startOfDay(date), startOfDay(addDays(date, 1))];
}

/** Lists a page of the record, the newest first. Throws AppError REQ-0001 for a wrong cursor or an invalid date. */
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
      ...(row.staff_id !== null && row.name !== null && row.email !== null && row.role !== null
        ? {
            staff: {
              staffId: row.staff_id,
              name: row.name,
              email: row.email,
              role: row.role,
              closed: row.closed,
            },
          }
        : {}),
      ...(row.actor === actorOf(HOST) ? { byHost: true } : {}),
      call: row.call,
      ...(row.subject === null ? {} : { subject: row.subject }),
      ...(row.subject_name === null ? {} : { subjectName: row.subject_name }),
      ...(row.old_name === null ? {} : { oldName: row.old_name }),
      ...(row.refusal === null ? {} : { refusal: row.refusal }),
    })),
    ...(rows.length > PAGE_ITEMS && last ? { next: cursorOf(last.action_id) } : {}),
  };
}

export function addRecordRoutes(app: FastifyInstance, deps: Deps): void {
  bindDesk(app, deps, deskRecord, (trx, { query }) => readRecord(trx, query));
  bindDesk(app, deps, deskFailedSignIns, (trx, { now }) => showFailedSignIns(trx, now));
}
