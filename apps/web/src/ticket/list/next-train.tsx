// The next train at the top of the first screen: time left, station and seat.
import { nameIn } from '@kippu/contract/names';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { Armchair, QrCode } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from '../../app/router/link.tsx';
import { useRead } from '../../app/query/queries.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { formatDay, formatTime, formatUnits } from '../../i18n/format.ts';
import { useFirstMessages, useLanguage } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { Paper } from '../../ui/layout/paper.tsx';
import css from './next-train.module.css';
import { leavesAt, shownTimes } from '../../reservation/journey/live-times.ts';
import { laterPart } from '../../ui/states/later-part.ts';
import { asOf, showsCode } from '../view/ticket-view.ts';

const LiveLine = laterPart(async () => (await import('../../reservation/journey/live-line.tsx')).LiveLine);

const MINUTE_MS = 60_000;
const SOON_HOURS = 12;

interface Props {
  /** A train that has not departed. */
  readonly reservation: Reservation;
  /** The tickets shown below. */
  readonly tickets: readonly TicketSummary[];
}

export function NextTrain({ reservation, tickets }: Props) {
  const { ticket: words } = useFirstMessages();
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const minutes = Math.max(0, Math.ceil((leavesAt(reservation) - now) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const countdown =
    minutes === 0
      ? words.departsNow
      : hours === 0
        ? words.departsIn(minutes)
        : hours < SOON_HOURS
          ? words.departsInHours(hours, minutes % 60)
          : formatDay(reservation.departAt, language);
  const { reservationId } = reservation;
  const shown = shownTimes(reservation);
  // Once the ticket is in use, the code for the gate comes before the seat.
  const ticketId = reservation.seats[0]?.ticketId ?? '';
  const loaded = useRead(ticketLoad, { ticketId });
  const ticket = tickets.find((each) => each.ticketId === ticketId) ?? loaded.data;
  const hasCode = ticket && showsCode(asOf(ticket, now));
  const seats = reservation.seats.map(({ seatInfo }) => seatInfo.split('-')[1] ?? seatInfo);
  const facts = [
    ...(reservation.platform ? [[words.platform, reservation.platform] as const] : []),
    [words.car, String(reservation.car)] as const,
    [words.seats, formatUnits(seats, language)] as const,
  ];
  return (
    <Paper
      tone="hero"
      label={words.nextTrain}
      stub={
        !ticket && loaded.isPending ? (
          // No button until its action is known: otherwise it would change under the thumb.
          <span className={`${css['open']} ${css['waiting']}`} />
        ) : hasCode ? (
          <Link to="code" params={{ ticketId }} className={css['open']}>
            <Icon of={QrCode} />
            {words.showCode}
          </Link>
        ) : (
          <Link to="reservation" params={{ reservationId }} className={css['open']}>
            <Icon of={Armchair} />
            {words.openReservation}
          </Link>
        )
      }
    >
      <Link to="reservation" params={{ reservationId }} className={css['body']}>
        <div className={css['top']}>
          <h2>{words.nextTrain}</h2>
          <span className={css['soft']}>
            {words.train(nameIn(reservation, 'trainName', language), reservation.trainNo)}
          </span>
        </div>
        <p className={`${css['countdown']} ${hours === 0 ? '' : css['long']}`}>{countdown}</p>
        <div className={css['way']}>
          <div>
            <p className={css['soft']}>{nameIn(reservation.from, 'stationName', language)}</p>
            <p className={css['time']}>{formatTime(shown.departAt)}</p>
          </div>
          <span className={css['line']} aria-hidden="true" />
          <div className={css['end']}>
            <p className={css['soft']}>{nameIn(reservation.to, 'stationName', language)}</p>
            <p className={css['time']}>{formatTime(shown.arriveAt)}</p>
          </div>
        </div>
        <dl className={css['facts']}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className={css['soft']}>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {reservation.live && (
          <Suspense>
            <LiveLine ride={reservation} from={reservation.from} to={reservation.to} announced onHero />
          </Suspense>
        )}
      </Link>
    </Paper>
  );
}
