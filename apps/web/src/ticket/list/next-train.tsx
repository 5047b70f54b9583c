// The train that needs the traveller first, at the top of the first screen: what to do, time left, station and seat. Loaded after the list.
import { nameIn } from '@kippu/contract/names';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { nextAct, type Act, type NextAct } from '@kippu/domain/reservation/next-act';
import { isCodeRead } from '@kippu/domain/rules';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { Armchair, MapPin, QrCode, TicketCheck } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link } from '../../app/router/link.tsx';
import { useNow } from '../../app/clock/use-now.ts';
import { formatDay, formatTime, formatUnits } from '../../i18n/format.ts';
import { useFirstMessages, useLanguage, useMessages } from '../../i18n/messages.ts';
import type { Language } from '@kippu/contract/languages';
import type { Messages } from '@kippu/words/app-words';
import { Icon } from '@kippu/ui/icon';
import { TonedPaper } from '../../ui/layout/toned-paper.tsx';
import css from './next-train.module.css';
import { shownTimes } from '../../reservation/journey/live-times.ts';
import { laterPart } from '../../ui/states/later-part.ts';
import { needOf, rideOf, toUseToday, type Need, type Ride } from '../view/party.ts';
import { useParty } from '../view/use-party.ts';

const LiveLine = laterPart(async () => (await import('../../reservation/journey/live-line.tsx')).LiveLine);
const UseTickets = laterPart(async () => (await import('../view/use-tickets.tsx')).UseTickets);

const MINUTE_MS = 60_000;
const SOON_HOURS = 12;

interface Props {
  /** The reservations of trains that have not arrived. */
  readonly coming: readonly Reservation[];
  /** The tickets shown below. */
  readonly tickets: readonly TicketSummary[];
  /** Called with the tickets that must be put into use for a train of today, whenever they change. */
  readonly onToUse: (ticketIds: ReadonlySet<string>) => void;
}

/** Renders nothing while no train needs the traveller. */
export function NextTrain({ coming, tickets, onToUse }: Props) {
  const now = useNow(MINUTE_MS);
  const need = needOf(coming, tickets, now);
  const toUse = [...toUseToday(coming, tickets, now)].join(' ');
  useEffect(() => onToUse(new Set(toUse.split(' '))), [toUse, onToUse]);
  return need && <Train need={need} tickets={tickets} />;
}

interface TrainProps {
  /** As far as the tickets of the list tell. */
  readonly need: Need;
  readonly tickets: readonly TicketSummary[];
}

function Train({ need, tickets }: TrainProps) {
  const now = useNow(MINUTE_MS);
  const { reservation } = need.ride;
  const { party, isLoading } = useParty(reservation, tickets);
  const ride = rideOf(reservation, party, now);
  const next = nextAct(ride, now);
  const hero = { ride, next, party, isLoading, now };
  // The words of the other acts load later than the first screen.
  if (isLoading || next.act === 'wait' || next.act === 'show') return <Hero {...hero} />;
  return (
    <Suspense fallback={<Hero {...hero} isLoading />}>
      <SpokenHero {...hero} />
    </Suspense>
  );
}

interface HeroProps {
  readonly ride: Ride;
  readonly next: NextAct;
  /** The tickets that the phone knows. */
  readonly party: readonly TicketSummary[];
  readonly isLoading: boolean;
  /** Epoch milliseconds, server's clock. */
  readonly now: number;
  /** Undefined while they are not needed, or still load. */
  readonly spoken?: Pick<Messages, 'travel' | 'station'>;
}

function SpokenHero(props: HeroProps) {
  return <Hero {...props} spoken={useMessages()} />;
}

const HEADINGS = { onBoard: 'onBoard', missed: 'missed', exit: 'arrived' } as const;
const isHeading = (act: Act): act is keyof typeof HEADINGS => Object.hasOwn(HEADINGS, act);

function Hero({ ride, next, party, isLoading, now, spoken }: HeroProps) {
  const { ticket: words } = useFirstMessages();
  const language = useLanguage();
  const { reservation } = ride;
  const { act } = next;
  const { reservationId } = reservation;
  const heading = (spoken && isHeading(act) && spoken.travel[HEADINGS[act]]) || words.nextTrain;
  const isOver = act === 'missed' || act === 'exit';
  const shown = shownTimes(reservation);
  const advice = spoken && !isLoading ? adviceOf(next, reservation, now, spoken.travel, language) : undefined;
  return (
    <TonedPaper
      tone="hero"
      label={heading}
      stub={
        isLoading ? (
          // No button until its action is known: otherwise it would change under the thumb.
          <span className={`${css['open']} ${css['waiting']}`} />
        ) : (
          <ActButton next={next} reservation={reservation} tickets={party} spoken={spoken} />
        )
      }
    >
      <Link to="reservation" params={{ reservationId }} className={css['body']}>
        <div className={css['top']}>
          <h2>{heading}</h2>
          <span className={css['soft']}>
            {words.train(nameIn(reservation, 'trainName', language), reservation.trainNo)}
          </span>
        </div>
        {!isOver && <TimeLeft ride={ride} act={act} now={now} arriving={spoken?.travel.arrivesNow} />}
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
        {!isOver && <Where reservation={reservation} isOnBoard={act === 'onBoard'} />}
        {advice && (
          <p className={css['advice']} aria-live="polite">
            {advice}
          </p>
        )}
        {reservation.live && !isOver && (
          <Suspense>
            <LiveLine ride={reservation} from={reservation.from} to={reservation.to} announced onHero />
          </Suspense>
        )}
      </Link>
    </TonedPaper>
  );
}

interface TimeLeftProps {
  readonly ride: Ride;
  readonly act: Act;
  readonly now: number;
  /** What is said in the last minute of a ride. */
  readonly arriving: string | undefined;
}

/** How long until the train leaves; on board, until it arrives. */
function TimeLeft({ ride, act, now, arriving }: TimeLeftProps) {
  const { ticket: words } = useFirstMessages();
  const language = useLanguage();
  const isOnBoard = act === 'onBoard';
  const until = isOnBoard ? ride.arrivesAt : ride.leavesAt;
  const minutes = Math.max(0, Math.ceil((until - now) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const text =
    minutes === 0
      ? (isOnBoard && arriving) || words.departsNow
      : hours === 0
        ? words.departsIn(minutes)
        : hours < SOON_HOURS
          ? words.departsInHours(hours, minutes % 60)
          : formatDay(ride.reservation.departAt, language);
  return <p className={`${css['countdown']} ${hours === 0 ? '' : css['long']}`}>{text}</p>;
}

/** Platform, car and seats. */
function Where({
  reservation,
  isOnBoard,
}: {
  readonly reservation: Reservation;
  readonly isOnBoard: boolean;
}) {
  const { ticket: words } = useFirstMessages();
  const language = useLanguage();
  const { platform, car } = reservation;
  const seats = reservation.seats.map(({ seatInfo }) => seatInfo.split('-')[1] ?? seatInfo);
  const facts = [
    ...(platform && !isOnBoard ? [[words.platform, platform] as const] : []),
    [words.car, String(car)] as const,
    [words.seats, formatUnits(seats, language)] as const,
  ];
  return (
    <dl className={css['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className={css['soft']}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the next stop of a train on its way, before the one where the traveller leaves it, and when it calls there. */
function nextStopOf({ stops = [], to }: Reservation, now: number) {
  for (const stop of stops.slice(1)) {
    const time = stop.expectedArriveAt ?? stop.arriveAt;
    if (time !== undefined && !stop.skipped && wallToEpoch(time) > now)
      return stop.stationId === to.stationId ? undefined : { stop, time };
  }
  return undefined;
}

/** The sentence below the seats; undefined where the time says enough. */
function adviceOf(
  { act, ticketIds }: NextAct,
  reservation: Reservation,
  now: number,
  words: Messages['travel'],
  language: Language,
): string | undefined {
  if (act === 'use') return words.notInUse(ticketIds.length);
  if (act === 'missed') return words.missedText;
  if (act === 'board') {
    const { platform } = reservation;
    return platform === undefined ? words.inside : words.goToPlatform(platform);
  }
  const next = act === 'onBoard' ? nextStopOf(reservation, now) : undefined;
  return next && words.nextStop(nameIn(next.stop, 'stationName', language), formatTime(next.time));
}

interface ActProps {
  readonly next: NextAct;
  readonly reservation: Reservation;
  readonly tickets: readonly TicketSummary[];
  readonly spoken: HeroProps['spoken'];
}

/** The one button: what the traveller does next. */
function ActButton({ next: { act, ticketIds }, reservation, tickets, spoken }: ActProps) {
  const { ticket: words } = useFirstMessages();
  const [ticketId = ''] = ticketIds;
  const own = tickets.filter((each) => reservation.seats.some((seat) => seat.ticketId === each.ticketId));
  const kind = own.find((each) => each.ticketId === ticketId)?.kind;
  const byPhone = act === 'verify' || (act === 'exit' && kind !== undefined && !isCodeRead(kind));
  const again = own.filter(({ reservable }) => reservable).map((each) => each.ticketId);
  if (act === 'use' && spoken) return <UseButton ticketIds={ticketIds} words={spoken.travel} />;
  if (byPhone && spoken)
    return (
      <Link
        to="outInSite"
        params={{ ticketId, direction: act === 'verify' ? 'in' : 'out' }}
        className={css['open']}
      >
        <Icon of={MapPin} />
        {act === 'verify' ? spoken.station.verifyIn : spoken.station.verifyOut}
      </Link>
    );
  if (act === 'show' || act === 'exit')
    return (
      <Link to="code" params={{ ticketId }} className={css['open']}>
        <Icon of={QrCode} />
        {words.showCode}
      </Link>
    );
  if (act === 'missed' && spoken && again.length > 0)
    return (
      <Link to="train" params={{ ticketIds: again.join(',') }} className={css['open']}>
        <Icon of={Armchair} />
        {spoken.travel.reserveLater}
      </Link>
    );
  return (
    <Link to="reservation" params={{ reservationId: reservation.reservationId }} className={css['open']}>
      <Icon of={Armchair} />
      {words.openReservation}
    </Link>
  );
}

function UseButton({
  ticketIds,
  words,
}: {
  readonly ticketIds: readonly string[];
  readonly words: Messages['travel'];
}) {
  /** The tickets of the question. They do not change while some of them come into use. */
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <>
      <button type="button" className={css['open']} onClick={() => setAsked(ticketIds)}>
        <Icon of={TicketCheck} />
        {words.putIntoUse(ticketIds.length)}
      </button>
      {asked && (
        <Suspense>
          <UseTickets ticketIds={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
