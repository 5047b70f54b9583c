// Exports a reservation: to the calendar, or shared with a friend.
import { CalendarPlus, Share } from 'lucide-react';
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { useErrorText } from '../../app/errors/error-text.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import { formatDay, formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import { appFileName, appName } from '@kippu/words/railway';
import { Button } from '@kippu/ui/button';
import { toast } from '@kippu/ui/toast';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { calendarFile } from '@kippu/domain/reservation/calendar-file';
import css from './reservation-extras.module.css';
import { seatsInWords } from '../seats/seat-words.ts';

function textsOf(reservation: Reservation, words: Messages['seat'], language: Language) {
  const train = words.train(nameIn(reservation, 'trainName', language), reservation.trainNo);
  const from = nameIn(reservation.from, 'stationName', language);
  const to = nameIn(reservation.to, 'stationName', language);
  const seats = seatsInWords(
    reservation.seats.map(({ seatInfo }) => seatInfo),
    words,
    language,
  );
  const { departAt, arriveAt, platform } = reservation;
  return {
    title: words.calendarTitle(train, from, to),
    place: platform ? words.platformAt(from, platform) : from,
    seats,
    share: words.shareText(
      train,
      formatDay(departAt, language),
      from,
      formatTime(departAt),
      to,
      formatTime(arriveAt),
      seats,
    ),
  };
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the URL only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// Closing the phone's share sheet rejects the promise. This is not an error.
const share = (text: string) => navigator.share({ text }).catch(() => undefined);

export function ReservationExtras({ reservation }: { readonly reservation: Reservation }) {
  const { seat, ticket } = useMessages();
  const language = useLanguage();
  const texts = textsOf(reservation, seat, language);
  const { disruption } = reservation;
  const gone = disruption?.kind === 'cancelled';
  const errorText = useErrorText();
  const canShare = 'share' in navigator;
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast(ticket.copied),
      (error: unknown) => toast(errorText(error)),
    );
  const toCalendar = () =>
    download(
      `${appFileName()}-${reservation.date}.ics`,
      calendarFile({
        uid: reservation.reservationId,
        title: gone ? seat.calendarCancelled(texts.title) : texts.title,
        app: appName(),
        isCancelled: gone,
        place: texts.place,
        notes: texts.seats,
        from: wallToEpoch(reservation.departAt),
        to: wallToEpoch(reservation.arriveAt),
        madeAt: serverNow(),
      }),
    );
  return (
    <div className={css['extras']}>
      <Button kind="outline" icon={CalendarPlus} onClick={toCalendar}>
        {disruption ? seat.updateCalendar : seat.addToCalendar}
      </Button>
      {!gone && (
        <Button
          kind="outline"
          icon={Share}
          onClick={() => void (canShare ? share(texts.share) : copy(texts.share))}
        >
          {seat.share}
        </Button>
      )}
    </div>
  );
}
