// A ticket's seat on a train in two lines: time and train as it runs now, then the stations and the seat.
import { nameIn } from '@kippu/contract/names';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { formatMoment, formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { shownTimes } from '../../reservation/journey/live-times.ts';
import { wholeWords } from '../../ui/text/whole-words.ts';

export function SeatLine({
  reservation,
  ticketId,
}: {
  readonly reservation: Reservation;
  readonly ticketId: string;
}) {
  const { ticket: words, seat: seatWords } = useMessages();
  const language = useLanguage();
  const seat = reservation.seats.find((each) => each.ticketId === ticketId);
  const name = (station: Reservation['from']) => nameIn(station, 'stationName', language);
  const [car, place] = (seat?.seatInfo ?? '').split('-');
  const { departAt } = shownTimes(reservation);
  const before = formatTime(reservation.departAt);
  const isGone = reservation.disruption?.kind === 'cancelled' || reservation.live?.runs === false;
  return (
    <>
      <strong>
        {isGone ? (
          <s>{formatMoment(departAt, language)}</s>
        ) : (
          <>
            {formatMoment(departAt, language)}
            {formatTime(departAt) !== before && (
              <>
                {' '}
                <s>
                  <span className="unseen">{seatWords.timeBefore} </span>
                  {before}
                </s>
              </>
            )}
          </>
        )}{' '}
        {words.train(nameIn(reservation, 'trainName', language), reservation.trainNo)}
      </strong>
      <span>
        {wholeWords(`${name(reservation.from)} → ${name(reservation.to)}`, language)} ·{' '}
        {`${seatWords.car(Number(car))} · ${place}`.replaceAll(' ', '\u00a0')}
      </span>
    </>
  );
}
