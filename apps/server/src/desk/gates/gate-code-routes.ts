// The desk's calls about codes that no gate has used: the list, and withdrawing one.
import type { FastifyInstance } from 'fastify';
import type { DataOf, QueryOf } from '@kippu/contract/call';
import * as calls from '@kippu/contract/calls/desk/gates';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { isInstant, wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { CODE_LIFE_MS } from '../../gate/enrol/enrol-gate.ts';
import * as store from '../../gate/store/gate-code-store.ts';
import { readNamesAt } from '../../session/staff-store.ts';
import { stationNamesOf } from '../../ticket/history/read-history.ts';

const PAGE_ITEMS = 50;

function positionOf(cursor: string): store.CodePlace {
  const [expiresAt, codeId] = placeOf(cursor, 2);
  if (!isInstant(expiresAt) || typeof codeId !== 'string' || codeId.includes('\0')) throw wrongCursor();
  return { expiresAt, codeId };
}

async function listGateCodes(
  db: Db,
  operator: OperatorData,
  { cursor }: QueryOf<typeof calls.deskGateCodes>,
  now: number,
): Promise<DataOf<typeof calls.deskGateCodes>> {
  const after = cursor === undefined ? null : positionOf(cursor);
  const rows = await store.listUnusedCodes(db, { now: new Date(now), after, limit: PAGE_ITEMS + 1 });
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  const madeAt = ({ expires_at }: (typeof rows)[number]) => expires_at.getTime() - CODE_LIFE_MS;
  const nameOf = await readNamesAt(
    db,
    shown.map((row) => ({ actor: row.made_by, at: madeAt(row) })),
  );
  return {
    items: shown.map((row) => {
      const byName = nameOf(row.made_by, madeAt(row));
      return {
        codeId: row.code_id,
        stationId: row.station_id,
        ...stationNamesOf(operator, row.station_id),
        direction: row.direction,
        ...(row.inspects ? { inspects: true as const } : {}),
        madeAt: wireTime(madeAt(row)),
        expiresAt: wireTime(row.expires_at),
        ...(byName === undefined ? {} : { byName }),
      };
    }),
    ...(rows.length > PAGE_ITEMS && last ? { next: cursorOf(last.expires_at.getTime(), last.code_id) } : {}),
  };
}

export function addGateCodeRoutes(app: FastifyInstance, deps: Deps): void {
  bindDesk(app, deps, calls.deskGateCodes, (trx, { query, operator, now }) =>
    listGateCodes(trx, operator, query, now),
  );
  bindDesk(
    app,
    deps,
    calls.deskWithdrawGateCode,
    async (trx, { body: { codeId }, now }) => {
      const found = await store.lockGateCodeById(trx, codeId);
      if (found?.used_at) throw new AppError('DESK-0001', { values: { at: wireTime(found.used_at) } });
      if (!found || found.expires_at.getTime() <= now) throw new AppError('REQ-0005');
      await store.endGateCode(trx, codeId, new Date(now));
      return { codeId, stationId: found.station_id };
    },
    { subject: (_input, { stationId }) => stationId },
  );
}
