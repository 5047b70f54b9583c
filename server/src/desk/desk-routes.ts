// The calls of the desk and of sales systems, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import { deskGateConflicts, deskSettleGateConflict, deskTickets } from '@kippu/contract/desk';
import { bindDesk } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { issueTickets } from '../ticket/issue-tickets.ts';
import { listGateConflicts, settleGateConflict } from './gate-conflicts.ts';

/** Until staff sign in, whoever has the key acts for the desk. */
const ACTOR = 'desk:api-key';

/** Binds the feature's calls. */
export function addDeskRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicOrigin } = deps.config;
  const issuer = { operator: deps.operator, publicOrigin, actor: ACTOR };
  bindDesk(app, deps, deskTickets, (trx, { body, now }) => issueTickets(trx, issuer, body, now));
  bindDesk(app, deps, deskGateConflicts, (trx, { query }) => listGateConflicts(trx, deps.operator, query));
  bindDesk(app, deps, deskSettleGateConflict, (trx, { body, now }) =>
    settleGateConflict(trx, deps.operator, { ...body, by: ACTOR }, now),
  );
}
