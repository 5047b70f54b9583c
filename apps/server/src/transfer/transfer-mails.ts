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
  /** An object with the product's names in five languages. */
  readonly product: object;
  readonly ticketId: string;
  readonly ticketNo: string;
  /** Wire time. */
  readonly at: string;
  readonly origin: string;
  /** The reservations that were transferred too. */
  readonly reservations: readonly Reservation[];
}

/** The ticket's seats as text, one line each. */
export function seatLines({
  language,
  ticketId,
  reservations,
}: Pick<TransferMail, 'language' | 'ticketId' | 'reservations'>): string[] {
  const name = (holder: object, prefix: string) => nameIn(holder, prefix, language);
  // The new owner gets a separate mail about a lost train or seat.
  const there = reservations.filter((reservation) => hasSeatFor(reservation, ticketId));
  return there.map((reservation) => {
    const { from, to, trainNo, departAt, seats } = reservation;
    const seat = seats.find((each) => each.ticketId === ticketId)?.seatInfo ?? '';
    const ride = `${name(from, 'stationName')} → ${name(to, 'stationName')}`;
    const train = trainIn(name(reservation, 'trainName'), trainNo, language);
    return [momentIn(departAt, language), train, ride, seatsIn([seat], language)].join(' · ');
  });
}

const KINDS = {
  sent: 'transferSent',
  received: 'transferReceived',
  returned: 'ticketReturned',
} as const satisfies Record<string, MailKind>;

function fill(mail: TransferMail, side: keyof typeof KINDS): Mail {
  const words = mailWords(mail.language).transfer;
  const [subject, text] = words[side];
  const { other, ticketNo, origin } = mail;
  const values = {
    other,
    ticketNo,
    origin,
    at: zonedMomentIn(mail.at, mail.language),
    product: nameIn(mail.product, 'productName', mail.language),
  };
  const lines = seatLines(mail);
  const seats = lines.length === 0 ? [] : ['', words.seats, ...lines];
  return {
    kind: KINDS[side],
    to: mail.to,
    language: mail.language,
    subject: fillMail(subject),
    text: [fillMail(text, values), ...seats].join('\n'),
  };
}

/** To the sender. It says what to do if someone else made the transfer. */
export const sentMail = (mail: TransferMail): Mail => fill(mail, 'sent');

/** To the receiver. */
export const receivedMail = (mail: TransferMail): Mail => fill(mail, 'received');

/** To the giver whose ticket came back. It does not name the account that had it, which a former giver may not know. */
export const returnedMail = (mail: Omit<TransferMail, 'other'>): Mail =>
  fill({ ...mail, other: '' }, 'returned');

/** What the mail about a deleted account says of the tickets that ended with it; '' for none. */
export function endedText(
  language: Language,
  tickets: readonly Pick<TransferMail, 'product' | 'ticketNo'>[],
): string {
  if (tickets.length === 0) return '';
  const lines = tickets.map(
    ({ product, ticketNo }) => `${nameIn(product, 'productName', language)} · ${ticketNo}`,
  );
  return [mailWords(language).transfer.ended, ...lines].join('\n');
}
