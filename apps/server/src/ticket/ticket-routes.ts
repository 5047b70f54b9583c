// The calls of a traveller's tickets, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/ticket';
import { inTransaction, type Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { bindGuest, bindGuestWrite } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { wireTime } from '../http/wire-time.ts';
import { bindTickets } from './bind-tickets.ts';
import { certifyTicket } from './certify-ticket.ts';
import { addEntryRoutes } from './entry-routes.ts';
import { findRevokedUpTo } from './revocations.ts';
import { productSections } from './product-sections.ts';
import { productOf, summaryAnswer, ticketAnswer } from './ticket-answer.ts';
import { ticketPage } from './ticket-page.ts';
import { findTicket, insertEvents, lockTicket, takePhone, type TicketView } from './ticket-store.ts';
import { addTransferRoutes, type ReservationsOf } from './transfer-routes.ts';
import { useTicket } from './use-ticket.ts';
import { addVoucherRoutes } from './voucher-routes.ts';

/** Binds the feature's calls. */
export function addTicketRoutes(app: FastifyInstance, deps: Deps, reservationsOf: ReservationsOf): void {
  addEntryRoutes(app, deps);
  addTransferRoutes(app, deps, reservationsOf);
  addVoucherRoutes(app, deps);
  const { db, issuerKeys } = deps;
  const sectionsOf = productSections(deps.operator);
  const reservationsOfOne = async (reader: Db, accountId: string, ticketId: string, now: number) =>
    (await reservationsOf(reader, accountId, [ticketId], now)).get(ticketId) ?? [];
  const page = async (reader: Db, accountId: string, view: TicketView, now: number) => {
    const reservations = await reservationsOfOne(reader, accountId, view.ticket_id, now);
    return ticketAnswer(view, { sections: sectionsOf(productOf(view)), reservations }, now);
  };
  const requireTicket = async (accountId: string, ticketId: string, reader: Db = db) => {
    const view = await findTicket(reader, accountId, ticketId);
    if (!view) throw new AppError('TKT-0001');
    return view;
  };

  bindGuest(app, deps, calls.ticketList, ({ session, query, now }) =>
    ticketPage(db, session.accountId, query, now),
  );
  bindGuest(app, deps, calls.ticketLoad, async ({ session, query, now }) =>
    page(db, session.accountId, await requireTicket(session.accountId, query.ticketId), now),
  );
  bindGuestWrite(app, deps, calls.bind, async (trx, { session, query, body, address, now }) => {
    const { accountId } = session;
    const addressMac = deps.keys.mac(address);
    const bind = { accountId, addressMac, typed: body, preview: query.preview ?? false };
    const views = await bindTickets(trx, bind, now);
    if (views instanceof AppError) return views;
    return { tickets: views.map((view) => summaryAnswer(view, now)) };
  });
  bindGuestWrite(app, deps, calls.use, async (trx, { session, body, now }) => {
    const view = await useTicket(trx, session.accountId, body.ticketId, now);
    return page(trx, session.accountId, view, now);
  });
  bindGuest(app, deps, calls.qrcode, async ({ session, query }) => {
    const { accountId } = session;
    const { ticketId, deviceKey } = query;
    // Locked, so that no transfer comes between whose ticket it is and what it has revoked.
    const certified = await inTransaction(db, async (trx) => {
      if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
      // By the lock's order: what waits for it longer is certified later, and another phone revokes all before it.
      const now = deps.clock();
      const view = await requireTicket(accountId, ticketId, trx);
      const reservations = await reservationsOfOne(trx, accountId, ticketId, now);
      // A ticket is on one phone: what another one fetched before is worth nothing once gates have heard of it.
      if (await takePhone(trx, ticketId, deviceKey))
        await insertEvents(trx, [
          {
            ...{ ticket_id: ticketId, kind: 'otherPhone', from_status: null, to_status: null },
            ...{ actor: `account:${accountId}`, at: new Date(now), detail: null },
          },
        ]);
      const revokedUpTo = await findRevokedUpTo(trx, ticketId);
      return {
        now,
        ...(await certifyTicket(issuerKeys, view, { reservations, deviceKey, revokedUpTo }, now)),
      };
    });
    return {
      certificate: Buffer.from(certified.certificate).toString('base64url'),
      issuedAt: wireTime(certified.issuedAt * 1000),
      expiresAt: wireTime(certified.expiresAt * 1000),
      serverTime: wireTime(certified.now),
    };
  });
}
