// The calls by which managers reconcile with partners and close months.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/partners';
import { closeMonth } from '../../partner/reconcile/close-month.ts';
import { listActs } from '../../partner/reconcile/list-acts.ts';
import { bindDesk, listSubject } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { ledgerOf, showReconciliation } from './show-reconciliation.ts';

export function addReconciliationRoutes(app: FastifyInstance, deps: Deps): void {
  bindDesk(app, deps, calls.deskReconciliation, (trx, { operator, query, now }) =>
    showReconciliation(trx, operator, query, now),
  );
  bindDesk(
    app,
    deps,
    calls.deskReconciliationEntries,
    async (trx, { operator, query }) =>
      listActs(trx, await ledgerOf(trx, operator, query.partnerId), query.day, query.cursor),
    // It shows numbers of tickets.
    { subject: ({ query }) => listSubject(query), isList: true },
  );
  bindDesk(
    app,
    deps,
    calls.deskCloseMonth,
    async (trx, { operator, body, caller, now }) => {
      const { partnerId, month, version } = body;
      const ledger = await ledgerOf(trx, operator, partnerId);
      await closeMonth(trx, { ...ledger, month }, { version, actor: caller.actor, now });
      return showReconciliation(trx, operator, body, now);
    },
    {
      subject: ({ body }) => `${body.partnerId} ${body.month}`,
      asked: ({ body }) => `${body.partnerId} ${body.month}`,
    },
  );
}
