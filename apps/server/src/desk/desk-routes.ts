// The calls of the desk and of sales systems, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import {
  deskGateConflicts,
  deskSettleGateConflict,
  deskSettleGateConflicts,
  deskTickets,
} from '@kippu/contract/calls/desk/issue';
import { deskChangeTicket, deskTicket } from '@kippu/contract/calls/desk/ticket';
import { orderIdOf, seenId, seenLine } from '@kippu/domain/text/seen-text';
import type { Db } from '../platform/db/database.ts';
import { bindDesk, listSubject } from '../platform/calls/bind-desk.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { OneAtATime } from '../platform/limits/one-at-a-time.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import type { DeskIdentity } from '../session/staff-session.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { issueTickets } from '../ticket/issue/issue-tickets.ts';
import { isTicketOf } from '../partner/orders/order-store.ts';
import { recordDeskOrder } from '../partner/orders/record-desk-order.ts';
import { requireTerms } from '../partner/orders/require-terms.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { linkOf } from '../ticket/issue/ticket-link.ts';
import { addChangeAccountRoutes } from './account/change-account-routes.ts';
import { mailOfChange } from './tickets/mail-of-change.ts';
import { changeTicket } from './tickets/change-ticket.ts';
import { addFeedRoutes } from './timetable/feed-routes.ts';
import { addFindRoutes } from './find/find-routes.ts';
import { findOrderToken, orderTokenOf } from './tickets/desk-ticket-store.ts';
import { addGateCodeRoutes } from './gates/gate-code-routes.ts';
import { addGateListRoutes } from './gates/gate-list-routes.ts';
import { addHomeRoutes } from './home/home-routes.ts';
import { addSeatActRoutes } from './seats/seat-act-routes.ts';
import { addOccupancyRoutes } from './trains/occupancy-routes.ts';
import { addTrainRunRoutes } from './trains/train-run-routes.ts';
import { addUnsentMailRoutes } from './mails/unsent-mail-routes.ts';
import { addPartnerRoutes } from './partners/partner-routes.ts';
import { addReconciliationRoutes } from './partners/reconciliation-routes.ts';
import { addPartnerWebhookRoutes } from './partners/webhook-routes.ts';
import { addRecordRoutes } from './record/record-routes.ts';
import { addTakeInRoutes } from './counter/take-in-routes.ts';
import { showTicket } from './tickets/show-ticket.ts';
import { addStaffListRoutes } from './staff/staff-list-routes.ts';
import { addStaffRoutes } from './staff/staff-routes.ts';
import { statusWord } from '@kippu/words/server-words';
import { listGateConflicts, resolveGateConflict, resolveGateConflicts } from './gates/gate-conflicts.ts';

/** Orders of one caller that run and wait; each has up to 200 tickets. */
const ORDERS_KEPT = 100;

/** Throws AppError REQ-0005 where a sales system names a ticket that it has not sold, as for one that does not exist. */
async function requireOwn(
  db: Db,
  { partner }: DeskIdentity,
  name: { readonly ticketId?: string; readonly ticketNo?: string },
): Promise<void> {
  // None or two: the call itself refuses that.
  const isOne = (name.ticketId === undefined) !== (name.ticketNo === undefined);
  if (partner && isOne && !(await isTicketOf(db, partner, name)))
    throw new AppError('REQ-0005', { detail: 'no such ticket' });
}

/** The id of an order as it is stored; one that is refused, as former releases stored it. */
const storedOrderId = (typed: string): string => orderIdOf(typed) ?? seenId(typed);

/** The token of the link of an order that was issued by this release, or the former one. */
const issuedOrderToken = async (db: Db, typed: string): Promise<string> =>
  (await findOrderToken(db, seenId(typed))) ?? orderTokenOf(db, storedOrderId(typed));

export function addDeskRoutes(app: FastifyInstance, deps: Deps): void {
  addStaffRoutes(app, deps);
  addHomeRoutes(app, deps);
  addSeatActRoutes(app, deps);
  addChangeAccountRoutes(app, deps);
  addFeedRoutes(app, deps);
  addFindRoutes(app, deps);
  addGateListRoutes(app, deps);
  addGateCodeRoutes(app, deps);
  addOccupancyRoutes(app, deps);
  addTrainRunRoutes(app, deps);
  addStaffListRoutes(app, deps);
  addRecordRoutes(app, deps);
  addPartnerRoutes(app, deps);
  addReconciliationRoutes(app, deps);
  addPartnerWebhookRoutes(app, deps);
  addUnsentMailRoutes(app, deps);
  addTakeInRoutes(app, deps);
  const { config, clock } = deps;
  const { publicOrigin } = config;
  const issuerOf = (operator: OperatorData, { actor }: DeskIdentity) => ({ operator, publicOrigin, actor });
  bindDesk(
    app,
    deps,
    deskTickets,
    async (trx, { body, now, operator, caller }) => {
      const { productId, tickets } = body;
      if (caller.partner)
        await requireTerms(trx, caller.partner, { productId, tickets: tickets.length }, now);
      const issued = await issueTickets(trx, issuerOf(operator, caller), body, now);
      if (caller.partner) await recordDeskOrder(trx, operator, caller.partner, { body, issued }, now);
      return issued;
    },
    {
      subject: ({ body }) => storedOrderId(body.orderId),
      inTurn: new OneAtATime(ORDERS_KEPT),
      // A retry gets the link that adds the order's tickets now: a reissue since may have replaced it.
      complete: async (issued, { body }) => {
        const orderLink = linkOf(publicOrigin, await issuedOrderToken(deps.db, body.orderId));
        return issued.map((ticket) => ({ ...ticket, orderLink }));
      },
    },
  );
  bindDesk(
    app,
    deps,
    deskTicket,
    async (trx, { query, language, now, operator, caller }) => {
      await requireOwn(trx, caller, query);
      return showTicket(trx, operator, { ...query, language, named: caller.staff !== null }, now);
    },
    { subject: ({ query }) => query.ticketNo },
  );
  bindDesk(
    app,
    deps,
    deskChangeTicket,
    async (trx, { body, language, now, operator, caller }, afterCommit) => {
      await requireOwn(trx, caller, body);
      const changed = await changeTicket(trx, { ...issuerOf(operator, caller), clock }, body);
      const { ticket, status, reissued } = changed;
      const mail = await mailOfChange(trx, deps.config, body.action, changed);
      if (mail) {
        await queueMail(trx, deps.queue, mail, { accountId: ticket.account_id }, now);
        afterCommit(deps.queue.wake);
      }
      const { ticket_id: ticketId, ticket_no: ticketNo } = ticket;
      return {
        ticketId,
        ticketNo,
        status,
        statusWord: statusWord(status, language),
        ...(reissued ? { reissued } : {}),
      };
    },
    {
      isBooking: true,
      subject: (_input, { ticketNo }) => ticketNo,
      asked: ({ body }) => body.ticketNo ?? body.ticketId,
    },
  );
  bindDesk(
    app,
    deps,
    deskGateConflicts,
    (trx, { query, language, operator }) => listGateConflicts(trx, operator, query, language),
    // It shows where travellers went.
    {
      isList: true,
      subject: ({ query }, { items }) =>
        query.ticketId === undefined
          ? listSubject(query)
          : (items[0]?.ticket?.ticketNo ?? seenLine(query.ticketId)),
    },
  );
  bindDesk(
    app,
    deps,
    deskSettleGateConflict,
    (trx, { body, now, language, operator, caller }) =>
      resolveGateConflict(trx, operator, { ...body, by: caller.actor }, { language, now }),
    { subject: ({ body }) => body.conflictId, asked: ({ body }) => body.conflictId },
  );
  bindDesk(
    app,
    deps,
    deskSettleGateConflicts,
    (trx, { body, now, caller }) => resolveGateConflicts(trx, body, caller, now),
    { subject: ({ body }, { settled }) => body.gate?.gateId ?? `${settled}` },
  );
}
