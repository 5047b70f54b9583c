// The calls by which a manager manages the staff.
import type { FastifyInstance } from 'fastify';
import type { DataOf, QueryOf } from '@kippu/contract/call';
import * as calls from '@kippu/contract/calls/desk/staff-list';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindDesk, bindDeskSlowWrite } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import type { DeskIdentity } from '../../session/staff-session.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { firstPassword } from './first-password.ts';
import * as manage from './manage-staff.ts';
import { staffAnswer, staffVersion } from './staff-answer.ts';
import * as store from './staff-list-store.ts';

const PAGE_ITEMS = 50;

function positionOf(cursor: string): store.StaffPlace {
  const [closed, name, staffId] = placeOf(cursor, 3);
  if ((closed !== 0 && closed !== 1) || typeof name !== 'string' || typeof staffId !== 'string')
    throw wrongCursor();
  if ((name + staffId).includes('\0')) throw wrongCursor();
  return { closed: closed === 1, name, staffId };
}

const entryOf = (row: store.ListedStaff): calls.StaffEntry => ({
  ...staffAnswer(row),
  version: staffVersion(row),
  createdAt: wireTime(row.created_at),
  ...(row.last_action_at === null ? {} : { lastActionAt: wireTime(row.last_action_at) }),
  ...(row.closed_at === null ? {} : { closedAt: wireTime(row.closed_at) }),
});

async function listStaff(
  db: Db,
  { state, cursor }: QueryOf<typeof calls.deskStaffList>,
): Promise<DataOf<typeof calls.deskStaffList>> {
  const closed = state === undefined ? undefined : state === 'closed';
  const after = cursor === undefined ? null : positionOf(cursor);
  const rows = await store.listStaff(db, closed, { after, limit: PAGE_ITEMS + 1 });
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  return {
    items: shown.map(entryOf),
    ...(rows.length > PAGE_ITEMS && last
      ? { next: cursorOf(last.closed_at === null ? 0 : 1, last.name, last.staff_id) }
      : {}),
  };
}

interface Act {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly caller: DeskIdentity;
  readonly now: number;
}

/** The id of an act, the same for its retries: its idempotency key, or the time when it has none and no retries. */
const actOf = ({ headers, now }: Act): string => String(headers['idempotency-key'] ?? now);

export function addStaffListRoutes(app: FastifyInstance, deps: Deps): void {
  const { keys } = deps;
  const by = (input: Act): manage.ByManager => {
    if (!input.caller.staff) throw new AppError('SES-0006', { detail: 'a sales system is nobody' });
    return { keys, managerId: input.caller.staff.row.staff_id, act: actOf(input), now: input.now };
  };
  /** Answers stored for retries have no password; each sent answer derives it again. */
  const withoutPassword = (row: store.ListedStaff) => ({ staff: entryOf(row), password: '' });
  const oldNames = new WeakMap<DeskIdentity, string>();
  const withPassword = {
    staffNames: (_input: unknown, { staff }: DataOf<typeof calls.deskAddStaff>) => ({ name: staff.name }),
    subject: (_input: unknown, { staff }: DataOf<typeof calls.deskAddStaff>) => staff.staffId,
    complete: ({ staff }: DataOf<typeof calls.deskAddStaff>, input: Act) => ({
      staff,
      password: firstPassword(keys, staff.staffId, actOf(input)),
    }),
  };
  const ofEntry = {
    subject: (_input: unknown, { staffId }: calls.StaffEntry) => staffId,
    asked: ({ body }: { readonly body: { readonly staffId: string } }) => body.staffId,
    staffNames: ({ caller }: Act, { name }: calls.StaffEntry) => ({ name, oldName: oldNames.get(caller) }),
  };

  bindDesk(app, deps, calls.deskStaffList, (trx, { query }) => listStaff(trx, query));
  bindDeskSlowWrite(
    app,
    deps,
    calls.deskAddStaff,
    {
      prepare: async (input) => manage.hashFirstPassword(by(input)),
      write: async (trx, input) =>
        withoutPassword(await manage.addStaff(trx, by(input), input.body, input.prepared)),
    },
    withPassword,
  );
  bindDeskSlowWrite(
    app,
    deps,
    calls.deskResetStaffPassword,
    {
      prepare: async (input) => manage.hashFirstPassword(by(input), input.body.staffId),
      write: async (trx, input) =>
        withoutPassword(
          await manage.resetStaffPassword(trx, by(input), { ...input.body, ...input.prepared }),
        ),
    },
    withPassword,
  );
  bindDeskSlowWrite(
    app,
    deps,
    calls.deskReopenStaff,
    {
      prepare: async (input) => manage.hashFirstPassword(by(input), input.body.staffId),
      write: async (trx, input) =>
        withoutPassword(await manage.reopenStaff(trx, by(input), { ...input.body, ...input.prepared })),
    },
    withPassword,
  );
  bindDesk(
    app,
    deps,
    calls.deskChangeStaff,
    async (trx, input) => {
      const { staff, oldName } = await manage.changeStaff(trx, by(input), input.body);
      if (oldName !== staff.name) oldNames.set(input.caller, oldName);
      return entryOf(staff);
    },
    ofEntry,
  );
  bindDesk(
    app,
    deps,
    calls.deskCloseStaff,
    async (trx, input) => entryOf(await manage.closeStaff(trx, by(input), input.body)),
    ofEntry,
  );
}
