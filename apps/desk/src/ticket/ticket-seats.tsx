// A ticket's seats on trains that have not left yet.
import type { ReactNode } from 'react';
import type { DeskTicket } from '@kippu/contract/calls/desk/ticket';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Card } from '../ui/layout/page.tsx';
import css from './ticket.module.css';

const WORDS = {
  seats: text('これからの座席予約', 'Upcoming seat reservations'),
  none: text('これから乗る列車の予約はありません。', 'No seat is reserved on an upcoming train.'),
};
type Seat = DeskTicket['seats'][number];

/** One seat: the time, the train and the stations. */
export function SeatLine({ of: ride }: { readonly of: Seat }) {
  const language = useLanguage();
  const { shortMoment } = useFormat();
  return (
    <>
      <p className={css['ride']}>
        <b>{shortMoment(ride.departAt)}</b> {nameIn(ride, 'trainName', language)} {ride.trainNo}{' '}
        <b>{ride.seat}</b>
      </p>
      <p className={css['quiet']}>
        {nameIn(ride, 'fromName', language)} → {nameIn(ride, 'toName', language)}
      </p>
    </>
  );
}

/** `actsOf` are the buttons of a seat, `more` those below all. */
export function TicketSeats({
  of: { seats },
  actsOf,
  more,
}: {
  readonly of: DeskTicket;
  readonly actsOf: (seat: Seat) => ReactNode;
  readonly more: ReactNode;
}) {
  const say = useSay();
  return (
    <Card title={say(WORDS.seats)}>
      {seats.length === 0 ? (
        <p className={css['quiet']}>{say(WORDS.none)}</p>
      ) : (
        <ul className={css['rides']}>
          {seats.map((ride) => (
            <li key={`${ride.reservationId} ${ride.seat}`}>
              <SeatLine of={ride} />
              {actsOf(ride)}
            </li>
          ))}
        </ul>
      )}
      {more}
    </Card>
  );
}
