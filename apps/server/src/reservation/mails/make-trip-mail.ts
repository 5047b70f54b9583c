// Makes the mails about one's own reservations when they are sent, from how things are then: nothing is said that is no longer true.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Language } from '@kippu/contract/languages';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { mailWords } from '@kippu/words/server-words';
import type { Deps } from '../../platform/calls/app-context.ts';
import type { MakeTripMail } from '../../platform/mail/mail-jobs.ts';
import type { Mail, TripMail } from '../../platform/mail/mail.ts';
import { reservationAnswer } from '../booked/reservation-answer.ts';
import { findReceiver } from '../store/disruption-store.ts';
import { findReservation } from '../store/reservation-store.ts';
import { reservationAddress } from './reservation-address.ts';
import { listTripTickets, wantsEveMails } from './eve-store.ts';
import { reservationCalendar, seatsOf } from './reservation-calendar.ts';
import { stopAddress } from './stop-token.ts';
import { bookedText, cancelledText, eveText } from './trip-mail-text.ts';

type MailDeps = Pick<Deps, 'db' | 'clock' | 'timetable' | 'config' | 'keys'>;

/** What a mail needs besides its receiver; undefined if there is nothing to say. */
type Content = Pick<Mail, 'subject' | 'text' | 'calendars' | 'unsubscribe'> | undefined;

interface Reader {
  readonly accountId: string;
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Reads a reservation of the account. Returns undefined if it has none with the id, or if it has departed. */
async function readAhead(
  { db, timetable }: MailDeps,
  { accountId, now }: Reader,
  reservationId: string,
): Promise<Reservation | undefined> {
  const row = await findReservation(db, accountId, reservationId);
  if (!row) return undefined;
  const reservation = reservationAnswer(timetable.current.operator, row, now);
  const isOver = reservation.state === 3 || wallToEpoch(reservation.arriveAt) <= now;
  return isOver ? undefined : reservation;
}

async function bookedMail(
  deps: MailDeps,
  reader: Reader,
  { kind, reservationId }: TripMail,
): Promise<Content> {
  const reservation = await readAhead(deps, reader, reservationId);
  // A train that does not run has a mail of its own, and so has a cancelled reservation.
  if (reservation?.state !== 1 || reservation.disruption?.kind === 'cancelled') return undefined;
  const { language, now } = reader;
  const address = reservationAddress(deps, reservationId);
  const act = kind === 'reserved' ? 'reserved' : 'changed';
  return {
    ...bookedText(act, reservation, { language, address }),
    calendars: [reservationCalendar(reservation, language, { ...deps, now })],
  };
}

async function cancelledMail(
  deps: MailDeps,
  reader: Reader,
  { reservationId, partOf, isReplaced = false }: TripMail,
): Promise<Content> {
  const cancelled = await readAhead(deps, reader, reservationId);
  if (cancelled?.state !== 2) return undefined;
  const { language, now } = reader;
  const found = partOf === undefined ? undefined : await readAhead(deps, reader, partOf);
  const rest = found?.state === 1 ? found : undefined;
  // Seats that were cancelled out of a reservation never had an entry: that of the reservation changes, or goes with its own mail.
  const entry = partOf === undefined ? cancelled : rest;
  return {
    ...cancelledText(cancelled, { language, rest, isReplaced }),
    calendars: entry ? [reservationCalendar(entry, language, { ...deps, now })] : [],
  };
}

async function eveMail(deps: MailDeps, reader: Reader, { reservationId, day }: TripMail): Promise<Content> {
  const { accountId, language } = reader;
  const reservation = await readAhead(deps, reader, reservationId);
  // It may have been changed, cancelled or given away since, and its train may not run or have lost the seats: that has mails of its own.
  if (reservation?.state !== 1 || reservation.date !== day || seatsOf(reservation).length === 0)
    return undefined;
  if (reservation.disruption?.kind === 'cancelled' || !(await wantsEveMails(deps.db, accountId)))
    return undefined;
  const tickets = await listTripTickets(deps.db, accountId, reservationId);
  const address = reservationAddress(deps, reservationId);
  return {
    ...eveText(reservation, tickets, { language, address }),
    unsubscribe: { label: mailWords(language).reservation.stop, url: stopAddress(deps, accountId) },
  };
}

const CONTENT: Readonly<Record<TripMail['kind'], typeof bookedMail>> = {
  reserved: bookedMail,
  reservationChanged: bookedMail,
  reservationCancelled: cancelledMail,
  tripEve: eveMail,
};

/** Returns what makes the mails about trips. A mail whose account has no address any more is not made. */
export const makeTripMail =
  (deps: MailDeps): MakeTripMail =>
  async (about) => {
    const { accountId, kind } = about;
    const receiver = await findReceiver(deps.db, accountId);
    if (!receiver) return undefined;
    const { to, language } = receiver;
    const reader = { accountId, language, now: deps.clock() };
    const content = await CONTENT[kind](deps, reader, about);
    return content && { kind, to, language, ...content };
  };
