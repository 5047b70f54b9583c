// The reservation to be confirmed, shown as the ticket it will be.
import { classWord, isUsualClass } from '@kippu/client/operator-words';
import { pageSettings } from '@kippu/client/page-settings';
import { formatMoney } from '@kippu/domain/text/money';
import { Armchair, Clock, Ticket, type LucideIcon } from 'lucide-react';
import { nameIn } from '@kippu/contract/names';
import { theRules } from '@kippu/domain/rules';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { changeableUntil } from '@kippu/domain/reservation/seat-rules';
import { splitSeat } from '@kippu/domain/reservation/seat-name';
import { epochToWall } from '@kippu/domain/time/service-day';
import type { RouteParams } from '../../app/router/link-to.ts';
import { formatDate, formatMoment, formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { LoadFailed } from '../../ui/states/load-state.tsx';
import { Paper } from '../../ui/layout/paper.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import css from './confirm.module.css';
import { hasNoSeat } from '../../ticket/view/disrupted.ts';
import { isUnlimited } from '../../ticket/view/reservations-left.ts';
import { JourneyTimes } from '../journey/journey-times.tsx';
import { LiveLine } from '../journey/live-line.tsx';
import { leavesAt, shownTimes } from '../journey/live-times.ts';
import { spotIn } from '../seats/seat-arrangement.ts';
import { idsOf, usePlan, useSeatMap, useTickets, useTrain, useTrainsOf } from '../journey/seat-queries.ts';
import { capital, seatsInWords } from '../seats/seat-words.ts';

interface Props {
  readonly params: RouteParams['confirm'];
  /** The held seats, in the order of the tickets. */
  readonly seats: readonly string[];
}

export function ConfirmPaper({ params, seats }: Props) {
  const { ticketIds, departureId, change } = params;
  const { seat } = useMessages();
  const language = useLanguage();
  const train = useTrain(params, departureId);
  const plan = usePlan(ticketIds, change);
  const [start, end] = [train?.stops[0], train?.stops.at(-1)];
  const trains = useTrainsOf(params);
  for (const query of [plan, trains])
    if (query.error && !query.data)
      return <LoadFailed error={query.error} again={() => void query.refetch()} />;
  if (!train || !start || !end || !plan.data) return <Skeleton heights={[320]} />;
  const lefts = plan.data.perTicket.map(({ left }) => left);
  const left = lefts.every((other) => other === lefts[0]) ? (lefts[0] ?? 0) : 0;
  const uses = () => {
    if (lefts.every(isUnlimited)) return seat.usesNone(lefts.length);
    return left >= 1 ? seat.usesOne(left, lefts.length) : seat.usesOneEach(lefts.length);
  };
  const { changeClosesMinutes } = theRules();
  const until = formatTime(epochToWall(changeableUntil(leavesAt(train))));
  /** What a change gives up: the seats, and the train if it differs. Two trains may have seats of the same name. */
  const given = (old: Reservation, mine: readonly string[]) =>
    [
      ...(old.departureId === departureId
        ? []
        : [
            seat.train(nameIn(old, 'trainName', language), old.trainNo),
            formatMoment(old.departAt, language),
          ]),
      seatsInWords(mine, seat, language),
    ].join(' · ');
  return (
    <>
      <Paper stub={<SeatLines ticketIds={ticketIds} seats={seats} params={params} />}>
        <div className={css['body']}>
          <div className={css['top']}>
            <h2 className={css['train']}>
              {seat.train(nameIn(train, 'trainName', language), train.trainNo)}
            </h2>
            <span className={css['day']}>{formatDate(train.departAt, language)}</span>
          </div>
          <JourneyTimes
            from={start}
            to={end}
            {...shownTimes(train)}
            before={train}
            platform={train.platform}
            size="display"
          />
          <LiveLine ride={train} from={start} to={end} announced />
        </div>
      </Paper>
      <ul className={css['notes']}>
        <Note icon={Clock}>
          {changeClosesMinutes === 0 ? seat.deadlineOpen : seat.deadline(until, changeClosesMinutes)}
        </Note>
        {'reservation' in plan.data ? (
          // If the train is gone, there are no seats to give up.
          !hasNoSeat(plan.data.reservation) && (
            <Note icon={Armchair}>{seat.replaces(given(plan.data.reservation, plan.data.seats))}</Note>
          )
        ) : (
          <Note icon={Ticket}>{uses()}</Note>
        )}
      </ul>
    </>
  );
}

function Note({ icon, children }: { readonly icon: LucideIcon; readonly children: string }) {
  return (
    <li>
      <Icon of={icon} />
      <span>{children}</span>
    </li>
  );
}

function SeatLines({ ticketIds, seats, params }: Props & { readonly ticketIds: string }) {
  const { seat: words, ticket: ticketWords } = useMessages();
  const language = useLanguage();
  const tickets = useTickets();
  const map = useSeatMap(params);
  const ids = idsOf(ticketIds);
  return (
    <dl>
      {seats.map((seat, index) => {
        const ticket = tickets.data?.items.find((other) => other.ticketId === ids[index]);
        const place = splitSeat(seat);
        const cars = map.data?.cars ?? [];
        const spot = spotIn(cars, seat);
        const seated = cars.find(({ car }) => String(car) === place?.car)?.class;
        const about = [
          ...(seated === undefined || isUsualClass(seated) ? [] : [classWord(seated, language)]),
          ...(spot ? [words[spot]] : []),
        ];
        return (
          <div key={seat} className={css['line']}>
            <dt>
              <span className={css['who']}>{ticket && ticketWords.category[ticket.passengerCategory]}</span>
              <span className={css['small']}>{ticket && nameIn(ticket, 'productName', language)}</span>
            </dt>
            <dd>
              <span className={css['seat']}>
                {words.car(Number(place?.car))} · {place?.seat}
              </span>
              <span className={css['small']}>{capital(about.join(' · '), language)}</span>
            </dd>
          </div>
        );
      })}
      <div className={css['line']}>
        <dt className={css['pay']}>{words.toPay}</dt>
        <dd className={css['who']}>
          {words.nothingToPay(formatMoney(0, pageSettings().currency, language))}
        </dd>
      </div>
    </dl>
  );
}
