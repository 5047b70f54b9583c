// The calendar file of a reservation that is attached to its mails: the same entry as the app's own file.
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { calendarFile, calendarMethod } from '@kippu/domain/reservation/calendar-file';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { appFileName, appName } from '@kippu/words/railway';
import { mailWords } from '@kippu/words/server-words';
import { fillMail, seatsIn, trainIn } from '../../platform/mail/mail-format.ts';
import type { CalendarFile, Mail } from '../../platform/mail/mail.ts';
import { reservationAddress, type MailOrigin } from './reservation-address.ts';

/** Returns the address of a sender, which may have a name: 'Kippu <no-reply@kippu.example>'. */
const addressOf = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();

/** Returns where the traveller boards, with the platform if it is known. */
export function boardingPlace({ from, platform }: Reservation, language: Language): string {
  const station = nameIn(from, 'stationName', language);
  return platform === undefined
    ? station
    : fillMail(mailWords(language).reservation.platform, { station, platform });
}

/** Returns the seats that the reservation still has. */
export function seatsOf({ seats, disruption }: Reservation): string[] {
  const gone = disruption?.seatsGone ?? [];
  return seats.map(({ seatInfo }) => seatInfo).filter((seat) => !gone.includes(seat));
}

/**
 * Returns the file that puts a reservation into the reader's calendar, changes its entry there, or removes it: for a reservation that was cancelled, or
 * whose train does not run.
 * @param now epoch milliseconds
 */
export function reservationCalendar(
  reservation: Reservation,
  language: Language,
  { config, now }: MailOrigin & { readonly now: number },
): CalendarFile {
  const words = mailWords(language).reservation;
  const { reservationId, date, departAt, arriveAt, state, disruption, trainNo } = reservation;
  const isGone = disruption?.kind === 'cancelled';
  const train = trainIn(nameIn(reservation, 'trainName', language), trainNo, language);
  const title = fillMail(words.calendarTitle, {
    train,
    from: nameIn(reservation.from, 'stationName', language),
    to: nameIn(reservation.to, 'stationName', language),
  });
  const event = {
    uid: reservationId,
    app: appName(),
    title: isGone ? fillMail(words.calendarCancelled, { title }) : title,
    place: boardingPlace(reservation, language),
    notes: seatsIn(seatsOf(reservation), language),
    isCancelled: isGone || state === 2,
    from: wallToEpoch(departAt),
    to: wallToEpoch(arriveAt),
    madeAt: now,
    url: reservationAddress({ config }, reservationId),
    organizer: addressOf(config.mailFrom),
  };
  return { name: `${appFileName()}-${date}.ics`, method: calendarMethod(event), text: calendarFile(event) };
}

/** Returns a mail with the calendar files of reservations, and a line that says what they do; unchanged without any. */
function withFiles(
  mail: Mail,
  does: 'added' | 'updated' | 'removed',
  calendars: readonly CalendarFile[],
): Mail {
  if (calendars.length === 0) return mail;
  return {
    ...mail,
    text: `${mail.text}\n\n${mailWords(mail.language).reservation.calendar[does]}`,
    calendars,
  };
}

/** Returns a mail with files that put reservations into the reader's calendar. `now` in epoch milliseconds. */
export const withEntries = (
  mail: Mail,
  reservations: readonly Reservation[],
  at: MailOrigin & { readonly now: number },
): Mail =>
  withFiles(
    mail,
    'added',
    reservations.map((each) => reservationCalendar(each, mail.language, at)),
  );

/**
 * Returns a mail with files that take tickets' seats out of the reader's calendar. An entry with seats of other tickets stays with those.
 * @param reservations as they were before, or with these tickets' seats only
 */
export function withoutEntries(
  mail: Mail,
  {
    ticketIds,
    reservations,
  }: { readonly ticketIds: readonly string[]; readonly reservations: readonly Reservation[] },
  at: MailOrigin & { readonly now: number },
): Mail {
  const files = reservations.map((reservation) => {
    const rest = reservation.seats.filter((seat) => !ticketIds.includes(seat.ticketId));
    const left: Reservation =
      rest.length > 0 ? { ...reservation, seats: rest } : { ...reservation, state: 2 };
    return reservationCalendar(left, mail.language, at);
  });
  const isRemoved = files.every(({ method }) => method === 'CANCEL');
  return withFiles(mail, isRemoved ? 'removed' : 'updated', files);
}
