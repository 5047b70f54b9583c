// How the next train of one ticket runs: on its card while it is not as planned, and below its code. Loaded later than both.
import { nameIn } from '@kippu/contract/names';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { hasSeatFor } from '@kippu/domain/reservation/disruption';
import { dateAt } from '@kippu/domain/time/service-day';
import { useNow } from '../../app/clock/use-now.ts';
import { useRead } from '../../app/query/queries.ts';
import { formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { LiveLine, runsAsPlanned } from '../../reservation/journey/live-line.tsx';
import { useLiveNews } from '../../reservation/journey/live-news.ts';
import { shownTimes } from '../../reservation/journey/live-times.ts';
import { disruptionWords } from './disrupted.ts';
import { needOf } from './party.ts';
import { isUnlimited } from './reservations-left.ts';
import css from './ticket-train.module.css';

/** Returns the account's reservations of trains to come; empty until they are known. */
export function useComing(): readonly Reservation[] {
  const { data } = useRead(reserveList, { tab: 'upcoming' });
  return data?.items ?? [];
}

/**
 * The next train for which the ticket has a reservation, if it is known how it runs: by live news, or because a newer timetable has changed a
 * train of today. One that is cancelled counts too. `now` in epoch milliseconds.
 */
export const trainOf = (
  coming: readonly Reservation[],
  ticketId: string,
  now: number,
): Reservation | undefined =>
  coming.find(
    ({ live, disruption, date, state, seats }) =>
      (live !== undefined || (disruption !== undefined && date === dateAt(now))) &&
      state === RESERVATION_STATE.reserved &&
      seats.some((seat) => seat.ticketId === ticketId),
  );

/** On the ticket's card: how many seats it may still reserve, if there is a limit, and its train, unless it runs as planned. */
export function TrainOnCard({ ticket }: { readonly ticket: TicketSummary }) {
  return (
    <>
      <SeatsLeft tickets={[ticket]} />
      {ticket.reservedNum > 0 && <TrainNews ticketId={ticket.ticketId} />}
    </>
  );
}

/** How many seats each of the tickets may still reserve, if there is a limit and it is the same for all. */
export function SeatsLeft({ tickets }: { readonly tickets: readonly TicketSummary[] }) {
  const { ticket: words } = useMessages();
  const [left = 0, ...others] = new Set(
    tickets.map(({ reservable, reservationsLeft = 0 }) => (reservable ? reservationsLeft : 0)),
  );
  if (left === 0 || isUnlimited(left) || others.length > 0) return null;
  return <p className={css['left']}>{words.left(left)}</p>;
}

function TrainNews({ ticketId }: { readonly ticketId: string }) {
  const coming = useComing();
  const now = useNow(60_000);
  const train = trainOf(coming, ticketId, now);
  if (!train || runsAsPlanned(train)) return null;
  // The first screen says the news of the next train above, and a group has one train for all its tickets: screen readers say it once.
  const saidAbove = needOf(coming, [], now)?.ride.reservation === train;
  const isFirst = train.seats[0]?.ticketId === ticketId;
  return <Train reservation={train} announced={isFirst && !saidAbove} />;
}

/** Docked below the ticket's code, which is shown at the gate just before the train leaves. */
export function TrainOfCode({ ticketId }: { readonly ticketId: string }) {
  const coming = useComing();
  const now = useNow(60_000);
  useLiveNews(coming);
  const train = trainOf(coming, ticketId, now);
  if (!train) return null;
  return (
    <div className={css['docked']}>
      <Train reservation={train} announced withPlace ticketId={ticketId} />
    </div>
  );
}

/** How the train of a reservation runs now. */
export function Train({
  reservation,
  announced,
  withPlace = false,
  ticketId,
}: {
  readonly reservation: Reservation;
  readonly announced: boolean;
  /** Also shows where to board: the platform, and the seat of `ticketId`. */
  readonly withPlace?: boolean;
  readonly ticketId?: string | undefined;
}) {
  const { ticket: words, seat } = useMessages();
  const language = useLanguage();
  const { departAt } = shownTimes(reservation);
  const isLost = ticketId !== undefined && !hasSeatFor(reservation, ticketId);
  // What the live line does not say: the train runs without the seat, or a newer timetable has dropped it.
  const lost =
    isLost && reservation.live?.runs !== false
      ? disruptionWords(reservation, seat, language)?.title
      : undefined;
  const [car, place] =
    reservation.seats.find((each) => each.ticketId === ticketId)?.seatInfo.split('-') ?? [];
  const where = [
    ...(reservation.platform === undefined ? [] : [seat.onPlatform(reservation.platform)]),
    ...(car === undefined ? [] : [seat.car(Number(car)), place]),
  ];
  const changed = formatTime(departAt) !== formatTime(reservation.departAt);
  return (
    <div className={css['train']}>
      <p className={css['name']}>
        {changed && (
          <s className={css['before']}>
            <span className="unseen">{seat.timeBefore} </span>
            {formatTime(reservation.departAt)}
          </s>
        )}
        <strong>
          {formatTime(departAt)}{' '}
          {words.train(nameIn(reservation, 'trainName', language), reservation.trainNo)}
        </strong>
      </p>
      {lost !== undefined && <p className={css['lost']}>{lost}</p>}
      {withPlace && !isLost && where.length > 0 && (
        <p className={css['where']}>{where.map((each) => each?.replaceAll(' ', '\u00a0')).join(' · ')}</p>
      )}
      <LiveLine ride={reservation} from={reservation.from} to={reservation.to} announced={announced} />
    </div>
  );
}
