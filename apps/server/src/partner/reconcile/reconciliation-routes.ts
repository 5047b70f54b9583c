// A partner's own months.
import type { FastifyInstance } from 'fastify';
import { partnerReconciliation } from '@kippu/contract/partner/reconciliation';
import type { Deps } from '../../platform/calls/app-context.ts';
import { bindPartnerRead } from '../api/bind-partner.ts';
import { reconciliationOf } from './reconciliation.ts';

export function addPartnerReconciliationRoutes(scope: FastifyInstance, deps: Deps): void {
  bindPartnerRead(scope, deps, partnerReconciliation, ({ partner, query, operator }) =>
    reconciliationOf(deps.db, partner, query.month, operator.settings),
  );
}
