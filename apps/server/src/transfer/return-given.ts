// Gives tickets that nobody asked for back to their givers, when the receiver's account is deleted.
import { holdAccount, lockAccount, lockGivenTickets } from '../account/record/account-store.ts';
import { languageOf } from '../account/record/account-answer.ts';
import type { GivenTickets } from '../account/member/log-off.ts';
import type { Trx } from '../platform/db/database.ts';
import { lockAccountSeats } from '../platform/db/locks.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { productOf } from '../ticket/record/ticket-answer.ts';
import { findTicket, giveTicket, insertEvents, voidTicket } from '../ticket/record/ticket-store.ts';
import { receivedMail } from './transfer-mails.ts';

/** Locks what is given back: the account's seats, the tickets, then the accounts in the order of their ids. */
async function lock(trx: Trx, accountId: string, now: number): Promise<void> {
  await lockAccountSeats(trx, accountId);
  const given = await lockGivenTickets(trx, accountId, now);
  const ids = new Set([accountId, ...given.map(({ giver }) => giver)]);
  for (const id of [...ids].toSorted())
    await (id === accountId ? lockAccount(trx, id) : holdAccount(trx, id));
}

/** The tickets that a deleted account gives back, each with a mail to its giver. */
export function givenTickets({
  queue,
  config: { publicOrigin: origin },
}: Pick<Deps, 'queue' | 'config'>): GivenTickets {
  return {
    lock,
    giveBack: async (trx, receiver, now) => {
      const from = receiver.account_id;
      for (const { ticket_id: ticketId, giver: to, status } of await lockGivenTickets(trx, from, now)) {
        const giver = await holdAccount(trx, to);
        const view = await findTicket(trx, from, ticketId);
        if (!view || !giver) throw new Error('a given ticket is gone');
        const at = new Date(now);
        const event = { ticket_id: ticketId, from_status: status, at };
        if (giver.email === null) {
          await voidTicket(trx, ticketId, from);
          const detail = JSON.stringify({ reason: 'giver and receiver are deleted' });
          await insertEvents(trx, [{ ...event, kind: 'void', to_status: 'void', actor: 'system', detail }]);
          continue;
        }
        if (!(await giveTicket(trx, { ticketId, from, to }, status)))
          throw new Error('a locked ticket changed');
        const detail = JSON.stringify({ from, to });
        const actor = `account:${from}`;
        await insertEvents(trx, [{ ...event, kind: 'transfer', to_status: status, actor, detail }]);
        const mail = receivedMail({
          to: giver.email,
          language: languageOf(giver),
          other: receiver.email ?? '',
          product: productOf(view),
          ticketId,
          ticketNo: view.ticket_no,
          at: wireTime(now),
          origin,
          reservations: [],
        });
        await queueMail(trx, queue, mail, { accountId: to }, now);
      }
    },
  };
}
