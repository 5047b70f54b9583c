// The mails about the desk's changes to a ticket.
import type { DeskAction } from '@kippu/contract/calls/desk/ticket';
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { MailedChange } from '@kippu/words/mail-words';
import { mailWords } from '@kippu/words/server-words';
import { fillMail, zonedMomentIn } from '../../platform/mail/mail-format.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { seatLines } from '../../transfer/transfer-mails.ts';

/** The actions with a mail. 'disuse' withdraws unused tickets, so nobody is mailed. */
const MAILED = ['suspend', 'resume', 'refund', 'void', 'reissue'] as const satisfies readonly (DeskAction &
  MailedChange)[];

interface ChangeMail {
  readonly to: string;
  readonly language: Language;
  readonly action: MailedChange;
  /** An object with the product's names in five languages. */
  readonly product: object;
  readonly ticketId: string;
  readonly ticketNo: string;
  /** For a reissue. */
  readonly newTicketNo: string | undefined;
  /** Wire time. */
  readonly at: string;
  readonly origin: string;
  /** The cancelled reservations. */
  readonly freed: readonly Reservation[];
}

export const isMailed = (action: DeskAction): action is MailedChange =>
  MAILED.some((mailed) => mailed === action);

/** The mail to the ticket's owner. */
export function changeMail(mail: ChangeMail): Mail {
  const { language, action, freed, ticketId } = mail;
  const words = mailWords(language).ticketChange;
  const [subject, text] = words[action];
  const values = {
    ticketNo: mail.ticketNo,
    newTicketNo: mail.newTicketNo ?? '',
    at: zonedMomentIn(mail.at, language),
    origin: mail.origin,
    product: nameIn(mail.product, 'productName', language),
  };
  const lines = seatLines({ language, ticketIds: [ticketId], reservations: freed });
  const heading = action === 'reissue' ? words.freedByReissue : words.freed;
  return {
    kind: 'ticketChanged',
    to: mail.to,
    language,
    subject: fillMail(subject),
    text: [fillMail(text, values), ...(lines.length === 0 ? [] : ['', heading, ...lines])].join('\n'),
  };
}
