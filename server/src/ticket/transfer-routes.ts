// The call that transfers a ticket: both sides are told once it is committed.
import type { FastifyInstance } from 'fastify';
import type { Reservation } from '@kippu/contract/seat';
import { transferTicket as call } from '@kippu/contract/ticket';
import { languageOf } from '../account/account-answer.ts';
import { decryptField } from '../account/password-crypto.ts';
import { insistOnMail } from '../account/post-mail.ts';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { bindGuestWrite } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { wireTime } from '../http/wire-time.ts';
import { productOf } from './ticket-answer.ts';
import { receivedMail, sentMail } from './transfer-mails.ts';
import { transferTicket } from './transfer-ticket.ts';

/** The account's reservations of each ticket, by ticket id; `now` in epoch milliseconds. Seats give it. */
export type ReservationsOf = (
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
  now: number,
) => Promise<ReadonlyMap<string, Reservation[]>>;

/** Binds it. */
export function addTransferRoutes(app: FastifyInstance, deps: Deps, reservationsOf: ReservationsOf): void {
  bindGuestWrite(app, deps, call, async (trx, { session, body, log }, afterCommit) => {
    const { ticketId, email, emailRepeat } = body;
    const password = decryptField(deps.keys, body.password);
    const wish = { accountId: session.accountId, ticketId, email, emailRepeat, password };
    const done = await transferTicket(trx, deps.keys, wish, deps.clock);
    if (done instanceof AppError) return done;
    const { sender, receiver, view } = done;
    const at = wireTime(done.at);
    const moved = await reservationsOf(trx, receiver.account_id, [ticketId], done.at);
    const about = {
      ...{
        product: productOf(view),
        ticketId,
        ticketNo: view.ticket_no,
        at,
        origin: deps.config.publicOrigin,
      },
      reservations: moved.get(ticketId) ?? [],
    };
    const from = { to: sender.email ?? '', language: languageOf(sender), other: receiver.email ?? '' };
    const to = { to: receiver.email ?? '', language: languageOf(receiver), other: sender.email ?? '' };
    afterCommit(() => {
      insistOnMail(deps.mail, sentMail({ ...about, ...from }), log);
      insistOnMail(deps.mail, receivedMail({ ...about, ...to }), log);
    });
    return { transferredAt: at };
  });
}
