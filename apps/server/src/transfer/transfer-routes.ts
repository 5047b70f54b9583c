// The call that transfers a ticket. Both accounts are mailed after the commit.
import type { FastifyInstance } from 'fastify';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { transferTicket as call } from '@kippu/contract/calls/traveller/ticket';
import { languageOf } from '../account/record/account-answer.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { openSecrets } from '../account/password-crypto/secret-field.ts';
import type { Db } from '../platform/db/database.ts';
import { momentOf } from '../platform/live/late-trains.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindGuestSlowBooking, type GuestInput, type SlowCall } from '../platform/calls/bind-guest.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { tellReceived } from '../push/tell-others.ts';
import { productOf } from '../ticket/record/ticket-answer.ts';
import { recomputeTransferred } from '../gate/passages/former-owners.ts';
import { receivedMail, sentMail } from './transfer-mails.ts';
import { checkTransfer, transferTicket, type CheckedTransfer } from './transfer-ticket.ts';

/** Lists the account's reservations of each ticket, by ticket id; `now` in epoch milliseconds. The seat feature provides it. */
export type ReservationsOf = (
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
  now: number,
) => Promise<ReadonlyMap<string, Reservation[]>>;

export function addTransferRoutes(app: FastifyInstance, deps: Deps, reservationsOf: ReservationsOf): void {
  const { db, keys } = deps;
  const prepare = async ({ session: { accountId, sessionId }, body, now }: GuestInput<typeof call>) => {
    const { ticketId, email, emailRepeat } = body;
    const secrets = { purpose: call.name, fields: [body.password] };
    const [password = ''] = await openSecrets(db, keys, secrets, now);
    const input = { accountId, sessionId, ticketId, email, emailRepeat, password };
    return checkTransfer(db, input, now);
  };
  const write: SlowCall<typeof call, GuestInput<typeof call>, CheckedTransfer>['write'] = async (
    trx,
    { prepared, body: { ticketId }, operator },
    afterCommit,
  ) => {
    const done = await transferTicket(trx, prepared, () => momentOf(operator, deps.clock()));
    if (done instanceof AppError) return done;
    const { sender, receiver, view } = done;
    await recomputeTransferred(trx, ticketId, operator.settings.rules, done.at);
    const at = wireTime(done.at);
    const moved = await reservationsOf(trx, receiver.account_id, [ticketId], done.at);
    const about = {
      product: productOf(view),
      ticketId,
      ticketNo: view.ticket_no,
      at,
      origin: deps.config.publicOrigin,
      reservations: moved.get(ticketId) ?? [],
    };
    const from = { to: sender.email ?? '', language: languageOf(sender), other: receiver.email ?? '' };
    const to = { to: receiver.email ?? '', language: languageOf(receiver), other: sender.email ?? '' };
    const mails = [
      { mail: sentMail({ ...about, ...from }), accountId: sender.account_id },
      { mail: receivedMail({ ...about, ...to }), accountId: receiver.account_id },
    ];
    for (const { mail, accountId } of mails) await queueMail(trx, deps.queue, mail, { accountId }, done.at);
    await tellReceived(trx, deps, { accountId: receiver.account_id, ticketId }, done.at);
    afterCommit(deps.queue.wake);
    return { transferredAt: at };
  };
  bindGuestSlowBooking(app, deps, call, { prepare, write });
}
