// The mails about a transfer, to both accounts, each in its own language.
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { MailKind } from '@kippu/contract/values';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { hasSeatFor } from '@kippu/domain/reservation/disruption';
import { mailWords } from '@kippu/words/server-words';
import { fillMail, momentIn, seatsIn, trainIn, zonedMomentIn } from '../platform/mail/mail-format.ts';
import type { Mail } from '../platform/mail/mail.ts';

interface TransferMail {
  readonly to: string;
  readonly language: Language;
  /** The other account's email. */
  readonly other: string;
  readonly tickets: readonly MailedTicket[];
  /** Wire time. */
  readonly at: string;
  readonly origin: string;
  /** The reservations that were transferred too. */
  readonly reservations: readonly Reservation[];
}

/** A ticket as a mail names it. */
interface MailedTicket {
  /** An object with the product's names in five languages. */
  readonly product: object;
  readonly ticketId: string;
  readonly ticketNo: string;
}

/** The tickets' seats as text, one line for each train. */
export function seatLines({
  language,
  ticketIds,
  reservations,
}: Pick<TransferMail, 'language' | 'reservations'> & { readonly ticketIds: readonly string[] }): string[] {
  const name = (holder: object, prefix: string) => nameIn(holder, prefix, language);
  return reservations.flatMap((reservation) => {
    const { from, to, trainNo, departAt } = reservation;
    // The new owner gets a separate mail about a lost train or seat.
    const seats = reservation.seats.filter(
      ({ ticketId }) => ticketIds.includes(ticketId) && hasSeatFor(reservation, ticketId),
    );
    if (seats.length === 0) return [];
    const ride = `${name(from, 'stationName')} → ${name(to, 'stationName')}`;
    const train = trainIn(name(reservation, 'trainName'), trainNo, language);
    const places = seatsIn(
      seats.map(({ seatInfo }) => seatInfo),
      language,
    );
    return [momentIn(departAt, language), train, ride, places].join(' · ');
  });
}

const ticketLine = (language: Language, { product, ticketNo }: Pick<MailedTicket, 'product' | 'ticketNo'>) =>
  `${nameIn(product, 'productName', language)} · ${ticketNo}`;

const KINDS = {
  sent: 'transferSent',
  received: 'transferReceived',
  returned: 'ticketReturned',
  taken: 'transferReceived',
} as const satisfies Record<string, MailKind>;

/** The texts about several tickets. */
const SEVERAL = { sent: 'sentSeveral', received: 'receivedSeveral' } as const;

function fill(mail: TransferMail, side: keyof typeof KINDS): Mail {
  const { language, other, origin, tickets } = mail;
  const words = mailWords(language).transfer;
  const [first] = tickets;
  const isSeveral = tickets.length > 1 && (side === 'sent' || side === 'received');
  const [subject, text] = words[isSeveral ? SEVERAL[side] : side];
  const values = {
    other,
    origin,
    at: zonedMomentIn(mail.at, language),
    ticketNo: first?.ticketNo ?? '',
    product: nameIn(first?.product ?? {}, 'productName', language),
    count: String(tickets.length),
    tickets: tickets.map((ticket) => ticketLine(language, ticket)).join('\n'),
  };
  const lines = seatLines({ ...mail, ticketIds: tickets.map(({ ticketId }) => ticketId) });
  const seats = lines.length === 0 ? [] : ['', words.seats, ...lines];
  return {
    kind: KINDS[side],
    to: mail.to,
    language,
    subject: fillMail(subject, values),
    text: [fillMail(text, values), ...seats].join('\n'),
  };
}

/** To the sender. It says what to do if someone else made the transfer. */
export const sentMail = (mail: TransferMail): Mail => fill(mail, 'sent');

/** To the receiver. */
export const receivedMail = (mail: TransferMail): Mail => fill(mail, 'received');

/** Makes the mail to the account that took a ticket by a link. It does not name the sender. */
export const takenMail = (mail: Omit<TransferMail, 'other'>): Mail => fill({ ...mail, other: '' }, 'taken');

/** To the address to which a link is sent, in the sender's language. It does not name the sender; `until` is a wire time. */
export function linkMail({
  to,
  language,
  product,
  link,
  until,
}: Pick<TransferMail, 'to' | 'language'> &
  Pick<MailedTicket, 'product'> & { readonly link: string; readonly until: string }): Mail {
  const [subject, text] = mailWords(language).transfer.link;
  const values = {
    link,
    until: zonedMomentIn(until, language),
    product: nameIn(product, 'productName', language),
  };
  return { kind: 'ticketLink', to, language, subject: fillMail(subject), text: fillMail(text, values) };
}

/** To the giver whose ticket came back. It does not name the account that had it, which a former giver may not know. */
export const returnedMail = (mail: Omit<TransferMail, 'other'>): Mail =>
  fill({ ...mail, other: '' }, 'returned');

/** What the mail about a deleted account says of the tickets that ended with it; '' for none. */
export function endedText(
  language: Language,
  tickets: readonly Pick<MailedTicket, 'product' | 'ticketNo'>[],
): string {
  if (tickets.length === 0) return '';
  const lines = tickets.map((ticket) => ticketLine(language, ticket));
  return [mailWords(language).transfer.ended, ...lines].join('\n');
}
