// Gives tickets that nobody asked for back to their givers, with their seats, when the receiver's account is deleted.
import { randomUUID } from 'node:crypto';
import { holdAccount, lockAccount, type AccountRow } from '../account/record/account-store.ts';
import { languageOf } from '../account/record/account-answer.ts';
import { lockGivenTickets, type GivenTicket } from '../account/record/given-tickets.ts';
import type { GivenTickets } from '../account/member/log-off.ts';
import type { Trx } from '../platform/db/database.ts';
import { lockAccountSeats } from '../platform/db/locks.ts';
import type { Moment } from '../platform/live/late-trains.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { productOf } from '../ticket/record/ticket-answer.ts';
import { findTicket, giveTicket, insertEvents, voidTicket } from '../ticket/record/ticket-store.ts';
import { lockSeatsOfTickets, moveSeats } from '../reservation/store/move-seats-store.ts';
import { cancelReservation } from '../reservation/store/reservation-store.ts';
import { recomputeTransferred } from '../gate/passages/former-owners.ts';
import { withEntries } from '../reservation/mails/reservation-calendar.ts';
import { endedText, returnedMail } from './transfer-mails.ts';
import type { ReservationsOf } from './hand-over.ts';

type ReturnDeps = Pick<Deps, 'queue' | 'config' | 'timetable'> & { readonly reservationsOf: ReservationsOf };

/** Locks what is given back: the right to move the account's seats, the tickets, the accounts in the order of their ids, then the seats. */
async function lock(trx: Trx, accountId: string, moment: Moment): Promise<void> {
  await lockAccountSeats(trx, accountId);
  const given = await lockGivenTickets(trx, accountId, moment);
  const ids = new Set([accountId, ...given.flatMap(({ givers }) => givers)]);
  for (const id of [...ids].toSorted())
    await (id === accountId ? lockAccount(trx, id) : holdAccount(trx, id));
  const ticketIds = given.map(({ ticket_id }) => ticket_id);
  if (ticketIds.length > 0) await lockSeatsOfTickets(trx, { ticketIds, from: accountId, moment });
}

/** Finds the nearest giver whose account is not deleted. */
async function findLiving(trx: Trx, { givers }: GivenTicket) {
  for (const accountId of givers) {
    const giver = await holdAccount(trx, accountId);
    if (giver && giver.email !== null) return { ...giver, email: giver.email };
  }
  return null;
}

/** Gives the ticket of the account `from` with its seats to the nearest giver, who is mailed, or ends it where nobody is left. */
async function giveOrEnd(
  trx: Trx,
  { queue, timetable, config, reservationsOf }: ReturnDeps,
  given: GivenTicket,
  from: string,
  moment: Moment,
) {
  const { now } = moment;
  const { ticket_id: ticketId, status } = given;
  const view = await findTicket(trx, from, ticketId);
  if (!view) throw new Error('a given ticket is gone');
  const ticket = { product: productOf(view), ticketId, ticketNo: view.ticket_no };
  const event = { ticket_id: ticketId, from_status: status, at: new Date(now) };
  const giver = await findLiving(trx, given);
  if (giver === null) {
    for (const id of await moveSeats(trx, { ticketIds: [ticketId], from, to: from, moment }, randomUUID))
      await cancelReservation(trx, from, id, now);
    await voidTicket(trx, ticketId, from);
    const detail = JSON.stringify({ reason: 'everybody who had it is deleted' });
    await insertEvents(trx, [{ ...event, kind: 'void', to_status: 'void', actor: 'system', detail }]);
    return { ...ticket, isEnded: true };
  }
  const { account_id: to, email } = giver;
  await moveSeats(trx, { ticketIds: [ticketId], from, to, moment }, randomUUID);
  if (!(await giveTicket(trx, { ticketId, from, to, now }, status)))
    throw new Error('a locked ticket changed');
  const detail = JSON.stringify({ from, to });
  const actor = `account:${from}`;
  await insertEvents(trx, [{ ...event, kind: 'transfer', to_status: status, actor, detail }]);
  await recomputeTransferred(trx, ticketId, timetable.current.operator.settings.rules, now);
  const reservations = (await reservationsOf(trx, to, [ticketId], now)).get(ticketId) ?? [];
  const about = { tickets: [ticket], reservations, at: wireTime(now), origin: config.publicOrigin };
  const returned = returnedMail({ ...about, to: email, language: languageOf(giver) });
  const mail = withEntries(returned, reservations, { config, now });
  await queueMail(trx, queue, mail, { accountId: to }, now);
  return { ...ticket, isEnded: false };
}

/** The tickets that a deleted account gives back to the nearest account that still exists of those that gave them, each with a mail. */
export function givenTickets(deps: ReturnDeps): GivenTickets {
  return {
    lock,
    giveBack: async (trx: Trx, receiver: AccountRow, moment: Moment) => {
      const { account_id: from } = receiver;
      const done = [];
      for (const given of await lockGivenTickets(trx, from, moment))
        done.push(await giveOrEnd(trx, deps, given, from, moment));
      return endedText(
        languageOf(receiver),
        done.filter(({ isEnded }) => isEnded),
      );
    },
  };
}
