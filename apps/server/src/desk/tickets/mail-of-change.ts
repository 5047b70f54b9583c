// The mail to a traveller about a change of a ticket.
import type { DeskAction } from '@kippu/contract/calls/desk/ticket';
import { languageOf } from '../../account/record/account-answer.ts';
import { findAccount } from '../../account/record/account-store.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { MailOrigin } from '../../reservation/mails/reservation-address.ts';
import { withoutEntries } from '../../reservation/mails/reservation-calendar.ts';
import { productOf } from '../../ticket/record/ticket-answer.ts';
import { changeMail, isMailed } from './change-mails.ts';
import type { Changed } from './change-ticket.ts';
import { findByNumber } from './desk-ticket-store.ts';

/** The mail about a change to the ticket's owner; null without an owner, or when a resumed ticket is already used up. */
export async function mailOfChange(
  db: Db,
  config: MailOrigin['config'],
  action: DeskAction,
  changed: Changed,
): Promise<Mail | null> {
  const { ticket, status, reissued, freed } = changed;
  const owner = ticket.account_id === null ? undefined : await findAccount(db, ticket.account_id);
  if (!owner?.email || !isMailed(action) || status === 'used') return null;
  const view = await findByNumber(db, ticket.ticket_no);
  if (!view) throw new Error('a changed ticket is gone');
  const mail = changeMail({
    to: owner.email,
    language: languageOf(owner),
    action,
    origin: config.publicOrigin,
    freed,
    at: wireTime(changed.at),
    product: productOf(view),
    ticketId: ticket.ticket_id,
    ticketNo: ticket.ticket_no,
    newTicketNo: reissued?.ticketNo,
  });
  const lost = { ticketIds: [ticket.ticket_id], reservations: freed };
  return withoutEntries(mail, lost, { config, now: changed.at });
}
