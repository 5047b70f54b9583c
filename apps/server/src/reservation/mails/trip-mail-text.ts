// The texts of mails about one's own reservations.
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { byWallTime } from '@kippu/domain/time/service-day';
import type { ReservationMails } from '@kippu/words/mail-words';
import { mailWords } from '@kippu/words/server-words';
import {
  clockOf,
  dayIn,
  fillMail,
  momentIn,
  seatsIn,
  trainIn,
  zonedMomentIn,
} from '../../platform/mail/mail-format.ts';
import { boardingPlace, seatsOf } from './reservation-calendar.ts';

/** A ticket of a trip, and what it still needs before the trip. */
export interface TripTicket {
  /** An object with the product's names. */
  readonly product: object;
  readonly ticketNo: string;
  readonly needs: keyof ReservationMails['ticket'];
  /** Wire time: until when a ticket in use is valid; '' for others. */
  readonly until: string;
}

interface TripMailText {
  readonly subject: string;
  readonly text: string;
}

type Act = 'reserved' | 'changed' | 'cancelled' | 'cancelledPart' | 'replaced' | 'eve';

/** The paragraphs of a mail: those with lines, an empty line between them. */
const paragraphs = (...parts: readonly (readonly string[])[]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

/** The first lines of each mail: what happened, and which ride. */
function headOf(act: Act, reservation: Reservation, language: Language) {
  const { reservation: words } = mailWords(language);
  const { departAt, arriveAt, trainNo } = reservation;
  const name = (holder: object, prefix: string) => nameIn(holder, prefix, language);
  const train = trainIn(name(reservation, 'trainName'), trainNo, language);
  const values = {
    train,
    day: dayIn(departAt, language),
    time: clockOf(departAt),
    from: name(reservation.from, 'stationName'),
  };
  const [subject, said] = words[act];
  const isNextDay = departAt.slice(0, 10) !== arriveAt.slice(0, 10);
  const expected = reservation.live?.expectedDepartAt;
  const ride = [
    fillMail(words.train, { train }),
    fillMail(words.departs, {
      moment: zonedMomentIn(departAt, language),
      station: boardingPlace(reservation, language),
    }),
    ...(expected !== undefined && reservation.state !== 2 && byWallTime(expected, departAt) > 0
      ? [fillMail(words.expected, { time: clockOf(expected) })]
      : []),
    fillMail(words.arrives, {
      moment: isNextDay ? momentIn(arriveAt, language) : clockOf(arriveAt),
      station: name(reservation.to, 'stationName'),
    }),
  ];
  return { subject: fillMail(subject, values), said: fillMail(said, values), ride };
}

const seatLine = (text: string, seats: readonly string[], language: Language): string[] =>
  seats.length > 0 ? [fillMail(text, { seats: seatsIn(seats, language) })] : [];

/** The mail about a new or changed reservation. `address` shows it in the app. */
export function bookedText(
  act: 'reserved' | 'changed',
  reservation: Reservation,
  { language, address }: { readonly language: Language; readonly address: string },
): TripMailText {
  const { reservation: words, disruption } = mailWords(language);
  const { subject, said, ride } = headOf(act, reservation, language);
  const until = zonedMomentIn(reservation.changeableUntil, language);
  const text = paragraphs(
    [said],
    [...ride, ...seatLine(disruption.seats, seatsOf(reservation), language)],
    [fillMail(words.changeUntil, { until }), words.calendar[act === 'reserved' ? 'added' : 'updated']],
    [`${disruption.open}${address}`],
  );
  return { subject, text };
}

/** The mail about seats that were cancelled: by their traveller, or since another train replaces theirs. `rest` is what remains of the reservation. */
export function cancelledText(
  cancelled: Reservation,
  {
    language,
    rest,
    isReplaced = false,
  }: { readonly language: Language; readonly rest: Reservation | undefined; readonly isReplaced?: boolean },
): TripMailText {
  const { reservation: words, disruption } = mailWords(language);
  const act = isReplaced ? 'replaced' : rest ? 'cancelledPart' : 'cancelled';
  const { subject, said, ride } = headOf(act, cancelled, language);
  const seats = cancelled.seats.map(({ seatInfo }) => seatInfo);
  const text = paragraphs(
    [said],
    [
      ...ride,
      ...seatLine(words.cancelledSeats, seats, language),
      ...(rest ? seatLine(disruption.kept, seatsOf(rest), language) : []),
    ],
    [words.calendar[rest ? 'updated' : 'removed'], ...(isReplaced ? [] : [words.notYou])],
  );
  return { subject, text };
}

/** The mail of the evening before, with what each ticket still needs. */
export function eveText(
  reservation: Reservation,
  tickets: readonly TripTicket[],
  { language, address }: { readonly language: Language; readonly address: string },
): TripMailText {
  const { reservation: words, disruption } = mailWords(language);
  const { subject, said, ride } = headOf('eve', reservation, language);
  const ticketLine = ({ product, ticketNo, needs, until }: TripTicket) =>
    fillMail(words.ticket[needs], {
      product: nameIn(product, 'productName', language),
      ticketNo,
      until: until === '' ? '' : zonedMomentIn(until, language),
    });
  const text = paragraphs(
    [said],
    [...ride, ...seatLine(disruption.seats, seatsOf(reservation), language)],
    tickets.length > 0 ? [words.tickets] : [],
    ...tickets.map((ticket) => [ticketLine(ticket)]),
    [`${disruption.open}${address}`],
  );
  return { subject, text };
}
