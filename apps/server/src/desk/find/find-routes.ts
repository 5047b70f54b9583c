// The calls by which the counter finds tickets, accounts and the products it may issue.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/find';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { findAccountOf, findTicketAccount } from './find-account.ts';
import { findTickets, foundSubject, listAccountTickets } from './find-tickets.ts';
import { listProducts } from './list-products.ts';

export function addFindRoutes(app: FastifyInstance, deps: Deps): void {
  bindDesk(app, deps, calls.deskFind, (trx, { query, ...reader }) => findTickets(trx, query, reader), {
    subject: (_input, found) => foundSubject(found),
  });
  bindDesk(
    app,
    deps,
    calls.deskFindAccount,
    (trx, { body, operator, ...reader }) => findAccountOf(trx, operator, body.email, reader),
    { subject: (_input, found) => found?.account.accountId },
  );
  bindDesk(
    app,
    deps,
    calls.deskAccountTickets,
    (trx, { query, ...reader }) => listAccountTickets(trx, query, reader),
    { subject: ({ query }) => query.accountId },
  );
  bindDesk(app, deps, calls.deskTicketAccount, (trx, { query }) => findTicketAccount(trx, query.ticketNo), {
    subject: ({ query }) => query.ticketNo,
  });
  bindDesk(app, deps, calls.deskProducts, async (_trx, { operator }) => listProducts(operator));
}
