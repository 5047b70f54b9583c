// The desk's calls about gates: stations, the list of gates, closing one, and one conflict.
import type { FastifyInstance } from 'fastify';
import type { DataOf, QueryOf } from '@kippu/contract/call';
import * as calls from '@kippu/contract/calls/desk/gates';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import type { Db } from '../../platform/db/database.ts';
import { judgeClosedGate, judgeClosedGates } from '../../gate/passages/judge-closed-gate.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { isInstant, wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { stationNamesOf } from '../../ticket/history/read-history.ts';
import { showGateConflict } from './gate-conflicts.ts';
import * as store from './gate-list-store.ts';

const PAGE_ITEMS = 50;
/** Staff choose a minute, whose end they may mean. */
const MINUTE_MS = 60_000;
type GateRow = Awaited<ReturnType<typeof store.listGates>>[number];

function positionOf(cursor: string): store.GatePlace {
  const [closed, stationId, enrolledAt, gateId] = placeOf(cursor, 4);
  if (
    (closed !== 0 && closed !== 1) ||
    typeof stationId !== 'string' ||
    typeof gateId !== 'string' ||
    !isInstant(enrolledAt) ||
    (stationId + gateId).includes('\0')
  )
    throw wrongCursor();
  return { closed: closed === 1, stationId, enrolledAt, gateId };
}

const gateAnswer = (operator: OperatorData, row: GateRow): calls.DeskGate => ({
  gateId: row.gate_id,
  stationId: row.station_id,
  ...stationNamesOf(operator, row.station_id),
  direction: row.direction,
  ...(row.inspects ? { inspects: true as const } : {}),
  enrolledAt: wireTime(row.enrolled_at),
  ...(row.heard_at === null ? {} : { heardAt: wireTime(row.heard_at) }),
  ...(row.closed_at === null
    ? {}
    : { closedAt: wireTime(row.closed_at), countsUntil: wireTime(row.counts_until ?? row.closed_at) }),
});

async function listGates(
  db: Db,
  operator: OperatorData,
  { state, stationId, cursor }: QueryOf<typeof calls.deskGateList>,
): Promise<DataOf<typeof calls.deskGateList>> {
  const filter = { closed: state === undefined ? undefined : state === 'closed', stationId };
  const after = cursor === undefined ? null : positionOf(cursor);
  const rows = await store.listGates(db, filter, { after, limit: PAGE_ITEMS + 1 });
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => gateAnswer(operator, row)),
    ...(rows.length > PAGE_ITEMS && last
      ? {
          next: cursorOf(
            last.closed_at === null ? 0 : 1,
            last.station_id,
            last.enrolled_at.getTime(),
            last.gate_id,
          ),
        }
      : {}),
  };
}

export function addGateListRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, timetable } = deps;
  const judgeRest = () => {
    judgeClosedGates({ db, clock, rules: timetable.current.operator.settings.rules }).catch((err: unknown) =>
      app.log.error({ event: 'server.failed', err }, 'passages of closed gates not judged'),
    );
  };
  bindDesk(app, deps, calls.deskStations, async (_trx, { operator }) =>
    [...operator.stations.values()].map(({ stationId, gate }) => ({
      stationId,
      ...stationNamesOf(operator, stationId),
      gate,
    })),
  );
  bindDesk(app, deps, calls.deskGateList, (trx, { query, operator }) => listGates(trx, operator, query));
  bindDesk(
    app,
    deps,
    calls.deskCloseGate,
    async (trx, { body, now, operator }, afterCommit) => {
      const until = body.countsUntil === undefined ? now : wallToEpoch(body.countsUntil);
      if (until >= now + MINUTE_MS) throw new AppError('DESK-0007', { values: { field: 'countsUntil' } });
      const { before, closed } = await store.closeGate(trx, body.gateId, {
        at: new Date(now),
        countsUntil: new Date(Math.min(until, now)),
      });
      if (before?.closed_at)
        throw new AppError('DESK-0006', {
          values: {
            at: wireTime(before.closed_at),
            until: wireTime(before.counts_until ?? before.closed_at),
          },
        });
      if (!closed) throw new AppError('REQ-0005');
      // The rest follows in transactions of its own, so that nothing keeps a lost gate open.
      if (await judgeClosedGate(trx, body.gateId, operator.settings.rules, now)) afterCommit(judgeRest);
      return gateAnswer(operator, closed);
    },
    { subject: ({ body }) => body.gateId },
  );
  bindDesk(
    app,
    deps,
    calls.deskGateConflict,
    (trx, { query, language, operator }) => showGateConflict(trx, operator, query.conflictId, language),
    { subject: (_input, { ticket, told }) => ticket?.ticketNo ?? told },
  );
}
