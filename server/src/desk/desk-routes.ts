// The calls of the desk and of sales systems, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import { deskTickets } from '@kippu/contract/desk';
import { bindDesk } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { issueTickets } from '../ticket/issue-tickets.ts';

/** Binds the feature's calls. */
export function addDeskRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicOrigin } = deps.config;
  const issuer = { operator: deps.operator, publicOrigin, actor: 'desk:api-key' };
  bindDesk(app, deps, deskTickets, async (trx, { body, now }) => {
    const { tickets } = await issueTickets(trx, issuer, body, now);
    return tickets;
  });
}
