// How a newer timetable affects a reservation: what happened, the old and the new time, and what to do.
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { Disruption, Reservation } from '@kippu/contract/calls/traveller/seat';
import { dateAt } from '@kippu/domain/time/service-day';
import type { ReactNode } from 'react';
import { useNow } from '../../app/clock/use-now.ts';
import { formatDay, formatList, formatMoment, formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { shownTimes } from '../../reservation/journey/live-times.ts';
import { disruptionWords, mayChooseOther, otherTrain } from './disrupted.ts';

const TONES = { cancelled: 'danger', seatGone: 'danger', retimed: 'warn', restored: 'ok' } as const;

/** Renders nothing for a train that runs as booked. Set `withTrain` where the reservation itself is not shown. */
export function DisruptionBox({
  reservation,
  withTrain = false,
}: {
  readonly reservation: Reservation;
  readonly withTrain?: boolean;
}) {
  const { seat } = useMessages();
  const language = useLanguage();
  const { disruption } = reservation;
  const words = disruptionWords(reservation, seat, language);
  if (!disruption || !words) return null;
  const { kind, givenUp = false } = disruption;
  return (
    <NoticeBox
      tone={givenUp ? 'warn' : TONES[kind]}
      title={words.title}
      action={withTrain && mayChooseOther(reservation) && <OtherTrain reservation={reservation} />}
    >
      {withTrain && <Train reservation={reservation} />}
      <p>{someSeatsGone(reservation, disruption, seat, language) ?? words.text}</p>
      {kind === 'cancelled' && mayChooseOther(reservation) && (
        <p>{seat.disruptedUntil(formatMoment(reservation.changeableUntil, language))}</p>
      )}
    </NoticeBox>
  );
}

/** Names the seats of a group that are gone; undefined unless some of them are left. */
function someSeatsGone(
  { seats }: Reservation,
  { kind, seatsGone = [] }: Disruption,
  words: Messages['seat'],
  language: Language,
): string | undefined {
  const all = seats.map(({ seatInfo }) => seatInfo);
  const kept = all.filter((seat) => !seatsGone.includes(seat));
  return kind === 'seatGone' && kept.length > 0
    ? words.someSeatsGone(formatList(seatsGone, language), formatList(kept, language))
    : undefined;
}

/** A link to choose another train, free of charge. */
export function OtherTrain({ reservation }: { readonly reservation: Reservation }): ReactNode {
  const { seat } = useMessages();
  const today = dateAt(useNow(60_000));
  return (
    <ButtonLink kind="outline" to="train" params={otherTrain(reservation, today)}>
      {seat.chooseOther}
    </ButtonLink>
  );
}

function Train({ reservation }: { readonly reservation: Reservation }) {
  const { seat } = useMessages();
  const language = useLanguage();
  const { disruption } = reservation;
  const { departAt } = shownTimes(reservation);
  const before = disruption?.bookedDepartAt ?? departAt;
  const moved = before !== departAt || disruption?.kind === 'cancelled';
  return (
    <p>
      {seat.train(nameIn(reservation, 'trainName', language), reservation.trainNo)} ·{' '}
      {formatDay(departAt, language)} ·{' '}
      {moved && (
        <s>
          <span className="unseen">{seat.timeBefore} </span>
          {formatTime(before)}
        </s>
      )}{' '}
      {disruption?.kind !== 'cancelled' && <strong>{formatTime(departAt)}</strong>}
    </p>
  );
}
