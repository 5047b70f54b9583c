// The calls by which staff write notices.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/notices';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { personOf } from '../../session/staff-session.ts';
import type { OperatorNotice } from '../../notice/notice-files.ts';
import { listDeskNotices, loadNotice } from './desk-notices.ts';
import { saveNotice, withdrawNotice } from './save-notice.ts';

/** Binds the feature's calls. The operator's own notices in `files` are read-only at the desk. */
export function addDeskNoticeRoutes(
  app: FastifyInstance,
  deps: Deps,
  files: readonly OperatorNotice[],
): void {
  bindDesk(app, deps, calls.deskNotices, (trx, { query, language, now }) =>
    listDeskNotices(trx, files, { ...query, language }, now),
  );
  bindDesk(app, deps, calls.deskNotice, async (trx, { query, now }) => {
    const notice = await loadNotice(trx, files, query.noticeId, now);
    return notice ?? new AppError('REQ-0005');
  });
  bindDesk(
    app,
    deps,
    calls.deskSaveNotice,
    (trx, { body, caller, now }) => saveNotice(trx, body, { staffId: personOf(caller).staffId, now }),
    { subject: (_input, { noticeId }) => noticeId },
  );
  bindDesk(
    app,
    deps,
    calls.deskWithdrawNotice,
    (trx, { body, caller, now }) => withdrawNotice(trx, body, { staffId: personOf(caller).staffId, now }),
    { subject: ({ body }) => body.noticeId },
  );
}
