// The calls of a traveller's tickets, bound to their use cases.
import type { FastifyInstance } from 'fastify';
import { activateTickets } from '@kippu/contract/calls/traveller/party';
import * as calls from '@kippu/contract/calls/traveller/ticket';
import { inTransaction, type Db } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindOpen } from '../platform/calls/bind-open.ts';
import {
  bindGuest,
  bindGuestBooking,
  bindGuestWrite,
  type GuestInput,
} from '../platform/calls/bind-guest.ts';
import type { Work } from '../platform/calls/call-route.ts';
import { momentOf } from '../platform/live/late-trains.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { bindTickets, type GiveSeats } from './bind/bind-tickets.ts';
import { certifyTicket, requireShowable } from './certificate/certify-ticket.ts';
import { addEntryRoutes } from './entry/entry-routes.ts';
import type { Recompute } from './entry/cancel-entry.ts';
import { findRevokedUpTo } from './certificate/revocations.ts';
import { productSections } from './issue/product-sections.ts';
import { waitingTickets } from './bind/waiting-tickets.ts';
import { productOf, sentAnswer, summaryAnswer, ticketAnswer, waitingAnswer } from './record/ticket-answer.ts';
import { showPurchase } from './purchase/show-purchase.ts';
import { ticketPage } from './list/ticket-page.ts';
import { moveToPhone } from './certificate/move-to-phone.ts';
import { findTicket, findTickets, giftTime, lockTicket, type TicketView } from './record/ticket-store.ts';
import { notifyHandOver, type ReservationsOf } from '../transfer/hand-over.ts';
import { findLinkIn, showByLink, takeByLink } from '../transfer/take-by-link.ts';
import { addTransferRoutes } from '../transfer/transfer-routes.ts';
import { useTicket, useTickets } from './bind/use-ticket.ts';
import { addVoucherRoutes } from './voucher/voucher-routes.ts';
import { certificatePlaces } from '../station/product-places.ts';

export function addTicketRoutes(
  app: FastifyInstance,
  deps: Deps,
  reservationsOf: ReservationsOf,
  recompute: Recompute,
  giveSeats: GiveSeats,
): void {
  addEntryRoutes(app, deps, recompute);
  addTransferRoutes(app, deps, reservationsOf);
  addVoucherRoutes(app, deps);
  const { db, issuerKeys } = deps;
  const reservationsOfOne = async (reader: Db, accountId: string, ticketId: string, now: number) =>
    (await reservationsOf(reader, accountId, [ticketId], now)).get(ticketId) ?? [];
  /** The answer with everything that the ticket's screen shows. */
  const detailAnswer = async (
    reader: Db,
    operator: OperatorData,
    { accountId, view, now }: { accountId: string; view: TicketView; now: number },
  ) => {
    const reservations = await reservationsOfOne(reader, accountId, view.ticket_id, now);
    const sections = productSections(operator, productOf(view));
    const givenAt = await giftTime(reader, accountId, view.ticket_id);
    return ticketAnswer(view, { sections, reservations, givenAt }, now);
  };
  const requireTicket = async (accountId: string, ticketId: string, reader: Db = db) => {
    const view = await findTicket(reader, accountId, ticketId);
    if (!view) throw new AppError('TKT-0001');
    return view;
  };

  bindGuest(app, deps, calls.ticketList, ({ session, query, now }) =>
    ticketPage(db, session.accountId, query, now),
  );
  bindGuest(app, deps, calls.ticketLoad, async ({ session: { accountId }, query, now, operator }) =>
    detailAnswer(db, operator, { accountId, view: await requireTicket(accountId, query.ticketId), now }),
  );
  bindGuest(app, deps, calls.purchase, ({ session: { accountId }, query, operator }) =>
    showPurchase(db, operator, accountId, query.ticketId),
  );
  bindOpen(app, deps, calls.waitingTickets, async ({ body, now }) => {
    const sent = await findLinkIn(db, body.link);
    const views = sent
      ? [await showByLink(db, sent, undefined, now)]
      : await waitingTickets(db, body.link, now);
    return { tickets: views.map((view) => waitingAnswer(view, now)) };
  });
  const bind: Work<typeof calls.bind, GuestInput<typeof calls.bind>> = async (
    trx,
    { session, query, body, address, now, operator },
    afterCommit,
  ) => {
    const { accountId } = session;
    const sent = await findLinkIn(trx, body.link);
    if (sent && query.preview)
      return { tickets: [sentAnswer(await showByLink(trx, sent, accountId, now), now)] };
    if (sent) {
      const taken = await takeByLink(trx, sent, accountId, () => momentOf(operator, deps.clock()));
      await notifyHandOver(trx, { deps, rules: operator.settings.rules, reservationsOf }, taken);
      afterCommit(deps.queue.wake);
      const mine = await findTickets(trx, accountId, [sent.ticket_id]);
      return { tickets: mine.map((view) => summaryAnswer(view, taken.moment.now)) };
    }
    const addressMac = deps.keys.mac(address);
    const preview = query.preview ?? false;
    const views = await bindTickets(trx, { accountId, addressMac, typed: body, preview }, giveSeats, now);
    if (views instanceof AppError) return views;
    if (preview) return { tickets: views.map((view) => summaryAnswer(view, now)) };
    const ids = views.map((view) => view.ticket_id);
    // Gates may have reported passages before a traveller added the ticket.
    await recompute(trx, ids, operator.settings.rules, now);
    const bound = await findTickets(trx, accountId, ids);
    return { tickets: bound.map((view) => summaryAnswer(view, now)) };
  };
  // A ticket that is taken by a link brings its seats along.
  bindGuestBooking(app, deps, calls.bind, bind);
  bindGuestWrite(app, deps, calls.use, async (trx, { session: { accountId }, body, now, operator }) => {
    const view = await useTicket(trx, accountId, body.ticketId, now);
    return detailAnswer(trx, operator, { accountId, view, now });
  });
  bindGuestWrite(app, deps, activateTickets, async (trx, { session: { accountId }, body, now }) => {
    const used = await useTickets(trx, accountId, body.ticketIds, now);
    return { tickets: used.map((view) => summaryAnswer(view, now)) };
  });
  bindGuest(app, deps, calls.qrcode, async ({ session, query, operator }) => {
    const { accountId } = session;
    const { ticketId, deviceKey } = query;
    // The lock keeps a transfer from changing the owner before the revocations are read.
    const certified = await inTransaction(db, async (trx) => {
      if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
      // The time is read under the lock, so that certificates are issued in the order of the lock.
      const now = deps.clock();
      const view = await requireTicket(accountId, ticketId, trx);
      const reservations = await reservationsOfOne(trx, accountId, ticketId, now);
      requireShowable(view, now);
      // A ticket is on one phone: certificates of the previous phone are revoked.
      await moveToPhone(trx, { accountId, ticketId, deviceKey }, now);
      const revokedUpTo = await findRevokedUpTo(trx, ticketId);
      return {
        now,
        ...(await certifyTicket(
          issuerKeys,
          view,
          { reservations, deviceKey, revokedUpTo, placeLists: certificatePlaces(operator, productOf(view)) },
          now,
        )),
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
