// The calls of the desk and of sales systems, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import { deskGateConflicts, deskSettleGateConflict, deskTickets } from '@kippu/contract/desk';
import { deskChangeTicket, deskTicket, type DeskAction } from '@kippu/contract/desk-ticket';
import { languageOf } from '../account/account-answer.ts';
import { findAccount } from '../account/account-store.ts';
import { insistOnMail } from '../account/post-mail.ts';
import type { Db } from '../db/database.ts';
import { bindDesk } from '../http/bind-desk.ts';
import type { Deps } from '../http/deps.ts';
import type { DeskIdentity } from '../http/staff-session.ts';
import { wireTime } from '../http/wire-time.ts';
import type { Mail } from '../mail/send-mail.ts';
import { issueTickets } from '../ticket/issue-tickets.ts';
import { productOf } from '../ticket/ticket-answer.ts';
import { changeMail, isTold } from './change-mails.ts';
import { changeTicket, type Changed } from './change-ticket.ts';
import { addFeedRoutes } from './feed-routes.ts';
import { addFindRoutes } from './find-routes.ts';
import { findByNumber } from './desk-ticket-store.ts';
import { addGateListRoutes } from './gate-list-routes.ts';
import { addOccupancyRoutes } from './occupancy-routes.ts';
import { addRecordRoutes } from './record-routes.ts';
import { showTicket } from './show-ticket.ts';
import { addStaffListRoutes } from './staff-list-routes.ts';
import { addStaffRoutes } from './staff-routes.ts';
import { STATUS_WORDS } from './status-words.ts';
import { listGateConflicts, settleGateConflict } from './gate-conflicts.ts';

/** What the owner is told of a change; null where nobody is, or nothing has come of it: a resumed ticket that is used up. */
async function mailOf(db: Db, origin: string, action: DeskAction, changed: Changed): Promise<Mail | null> {
  const { ticket, status, reissued, freed } = changed;
  const owner = ticket.account_id === null ? undefined : await findAccount(db, ticket.account_id);
  if (!owner?.email || !isTold(action) || status === 'used') return null;
  const view = await findByNumber(db, ticket.ticket_no);
  if (!view) throw new Error('a changed ticket is gone');
  return changeMail({
    ...{ to: owner.email, language: languageOf(owner), action, origin, freed, at: wireTime(changed.at) },
    ...{ product: productOf(view), ticketId: ticket.ticket_id, ticketNo: ticket.ticket_no },
    newTicketNo: reissued?.ticketNo,
  });
}

/** Binds the feature's calls. */
export function addDeskRoutes(app: FastifyInstance, deps: Deps): void {
  addStaffRoutes(app, deps);
  addFeedRoutes(app, deps);
  addFindRoutes(app, deps);
  addGateListRoutes(app, deps);
  addOccupancyRoutes(app, deps);
  addStaffListRoutes(app, deps);
  addRecordRoutes(app, deps);
  const { operator, config, clock } = deps;
  const { publicOrigin } = config;
  const issuerOf = ({ actor }: DeskIdentity) => ({ operator, publicOrigin, actor });
  bindDesk(
    app,
    deps,
    deskTickets,
    (trx, { body, now, caller }) => issueTickets(trx, issuerOf(caller), body, now),
    { subject: ({ body }) => body.orderId },
  );
  bindDesk(
    app,
    deps,
    deskTicket,
    (trx, { query, language, now, caller }) =>
      showTicket(trx, operator, { ...query, language, named: caller.staff !== null }, now),
    { subject: ({ query }) => query.ticketNo },
  );
  bindDesk(
    app,
    deps,
    deskChangeTicket,
    async (trx, { body, language, log, caller }, afterCommit) => {
      const changed = await changeTicket(trx, { ...issuerOf(caller), clock }, body);
      const { ticket, status, reissued } = changed;
      const mail = await mailOf(trx, publicOrigin, body.action, changed);
      if (mail) afterCommit(() => insistOnMail(deps.mail, mail, log));
      const { ticket_id: ticketId, ticket_no: ticketNo } = ticket;
      const statusWord = STATUS_WORDS[language][status];
      return { ticketId, ticketNo, status, statusWord, ...(reissued ? { reissued } : {}) };
    },
    { subject: ({ body }) => body.ticketNo ?? body.ticketId },
  );
  bindDesk(app, deps, deskGateConflicts, (trx, { query, language }) =>
    listGateConflicts(trx, operator, query, language),
  );
  bindDesk(
    app,
    deps,
    deskSettleGateConflict,
    (trx, { body, now, language, caller }) =>
      settleGateConflict(trx, operator, { ...body, by: caller.actor }, { language, now }),
    { subject: ({ body }) => body.conflictId },
  );
}
