// Chooses a train: origin, destination and day above, the list of trains below.
import { ChevronUp, Info, TrainFront } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { CallError } from '@kippu/client/call-error';
import { nameIn } from '@kippu/contract/names';
import type { ChangeInfo, PlanInfo } from '@kippu/contract/calls/traveller/seat';
import type { Train } from '@kippu/contract/calls/traveller/train';
import { addDays, dateAt, epochToWall } from '@kippu/domain/time/service-day';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { currentPlace, useParams } from '../../app/router/router.ts';
import { clockOffset } from '../../app/clock/server-clock.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { formatMoment, formatTime, joinSentences } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { hasNoSeat } from '../../ticket/view/disrupted.ts';
import { DisruptionBox } from '../../ticket/view/disruption-box.tsx';
import { Button } from '@kippu/ui/button';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Icon } from '@kippu/ui/icon';
import { Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Screen } from '../../ui/layout/screen.tsx';
import { DateStrip } from './date-strip.tsx';
import { JourneyCard } from './journey-card.tsx';
import {
  datesBetween,
  journeyFrom,
  runsOf,
  splitDeparted,
  startHours,
  type JourneyInput,
} from '../journey/journey-plan.ts';
import { idsOf, TRAINS_REFETCH_MS, usePlan, useTrains } from '../journey/seat-queries.ts';
import { JourneyAlerts } from '../journey/journey-alerts.tsx';
import { shownTimes } from '../journey/live-times.ts';
import { recallJourney, rememberJourney } from '../journey/session-memory.ts';
import { StartHour } from './start-hour.tsx';
import css from './train-list-screen.module.css';
import { ToSeats } from './train-gone.tsx';
import { TrainRow } from './train-row.tsx';

/** Parameters: `ticketIds`, and `change` to replace the seats of a reservation. */
export function TrainListScreen() {
  const { ticketIds, change } = useParams('train');
  return ticketIds ? <Planned ticketIds={ticketIds} change={change} /> : <NotFoundScreen />;
}

interface Wanted {
  readonly ticketIds: string;
  readonly change: string | undefined;
}

function Frame({
  ticketIds,
  change,
  dock,
  children,
}: Wanted & { readonly dock?: ReactNode; readonly children: ReactNode }) {
  const { seat } = useMessages();
  return (
    <Screen
      title={change ? seat.changeTrain : seat.chooseTrain}
      leave="back"
      aside={seat.tickets(idsOf(ticketIds).length)}
      dock={dock}
    >
      {children}
    </Screen>
  );
}

function Planned(wanted: Wanted) {
  // Refetched, so that a new bookable day appears at ten o'clock and the dates change at midnight.
  const plan = usePlan(wanted.ticketIds, wanted.change, TRAINS_REFETCH_MS);
  if (plan.data) return <Journey {...wanted} plan={plan.data} />;
  return (
    <Frame {...wanted}>
      <Loaded
        query={plan}
        skeleton={[64, 64, 96, 96, 96]}
        onward={wanted.change && <ToSeats kind="outline" />}
      >
        {() => null}
      </Loaded>
    </Frame>
  );
}

/** The initial journey of a change: the reserved one. */
const reservedJourney = (plan: PlanInfo | ChangeInfo): Partial<JourneyInput> =>
  'reservation' in plan
    ? {
        from: plan.reservation.from.stationId,
        to: plan.reservation.to.stationId,
        date: plan.reservation.date,
      }
    : {};

function Journey({ plan, ...wanted }: Wanted & { readonly plan: PlanInfo | ChangeInfo }) {
  const params = useParams('train');
  const { seat } = useMessages();
  // The address is fixed at the start: it may change before this screen unmounts.
  const [address] = useState(() => currentPlace().address);
  const [input, setInput] = useState<Partial<JourneyInput>>(() => ({
    ...reservedJourney(plan),
    ...(params.from && params.to ? { from: params.from, to: params.to } : {}),
    ...(params.date ? { date: params.date } : {}),
    ...recallJourney(address),
  }));
  const journey = journeyFrom(plan, input);
  const choose = (part: Partial<JourneyInput>) => {
    if (!journey) return;
    rememberJourney(address, { ...journey, ...part });
    setInput({ ...journey, ...part });
  };
  if (!journey) {
    return (
      <Frame {...wanted}>
        <EmptyState icon={TrainFront} title={seat.noJourneyTitle}>
          {seat.noJourneyText}
        </EmptyState>
      </Frame>
    );
  }
  return <Day {...wanted} plan={plan} journey={journey} choose={choose} />;
}

interface DayProps extends Wanted {
  readonly plan: PlanInfo | ChangeInfo;
  readonly journey: JourneyInput;
  readonly choose: (part: Partial<JourneyInput>) => void;
}

function Day({ plan, journey, choose, ticketIds, change }: DayProps) {
  const { client, seat } = useMessages();
  const language = useLanguage();
  const trains = useTrains({ ticketIds, ...journey, ...(change ? { change } : {}) });
  const today = dateAt(useNow(30_000));
  const reserved = 'reservation' in plan ? plan.reservation : null;
  const usual = trains.data?.find(({ isExtra }) => !isExtra) ?? trains.data?.[0];
  return (
    <Frame
      ticketIds={ticketIds}
      change={change}
      dock={usual && <Footer cars={usual.nonReservedCars} at={trains.dataUpdatedAt} />}
    >
      <div className={css['input']}>
        {reserved && hasNoSeat(reserved) && <DisruptionBox reservation={reserved} />}
        {reserved && !hasNoSeat(reserved) && (
          <NoticeBox>
            {seat.changing(
              seat.train(nameIn(reserved, 'trainName', language), reserved.trainNo),
              formatMoment(shownTimes(reserved).departAt, language),
            )}
          </NoticeBox>
        )}
        <JourneyCard
          sections={plan.sections}
          from={journey.from}
          to={journey.to}
          onChange={(from, to) => choose({ from, to })}
        />
        <DateStrip
          dates={datesBetween(plan.bookableFrom, plan.bookableTo)}
          value={journey.date}
          today={today}
          onChange={(date) => choose({ date })}
        />
        <JourneyAlerts of={journey} />
        {trains.error instanceof CallError && trains.error.status >= 500 && !trains.data && (
          <NoticeBox tone="danger">{client.trainsFailed}</NoticeBox>
        )}
        <Loaded query={trains} skeleton={[88, 88, 88, 88, 88]}>
          {(data) => (
            <Trains
              key={`${journey.from} ${journey.to} ${journey.date}`}
              trains={data}
              journey={journey}
              ticketIds={ticketIds}
              change={change}
              own={reserved?.departureId}
              nextDay={
                journey.date < plan.bookableTo ? () => choose({ date: addDays(journey.date, 1) }) : undefined
              }
            />
          )}
        </Loaded>
      </div>
    </Frame>
  );
}

function Footer({ cars, at }: { readonly cars: readonly number[]; readonly at: number }) {
  const { seat } = useMessages();
  const language = useLanguage();
  const free = runsOf(cars).map(({ first, last }) => seat.freeCars(first, last));
  const asOf = seat.asOf(formatTime(epochToWall(at + clockOffset())));
  return (
    <footer className={css['footer']}>
      <Icon of={Info} />
      <div>
        {free.length > 0 && <p>{joinSentences(free, language)}</p>}
        <p>{asOf}</p>
      </div>
    </footer>
  );
}

interface TrainsProps extends Wanted {
  readonly trains: readonly Train[];
  readonly journey: JourneyInput;
  /** The train whose seats are being changed. */
  readonly own: string | undefined;
  /** Goes to the next day; undefined on the last bookable one. */
  readonly nextDay: (() => void) | undefined;
}

/** Scrolls to the element once, when it is first shown. */
const toView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

function Trains({ trains, journey, ticketIds, change, own, nextDay }: TrainsProps) {
  const { seat } = useMessages();
  const now = useNow(10_000);
  const [all, setAll] = useState(false);
  const [hour, setHour] = useState('');
  const { departed, coming } = splitDeparted(trains, now, hour);
  const shown = all ? trains : coming;
  const wanted = idsOf(ticketIds).length;
  return (
    <div>
      <div className={css['times']}>
        {departed.length > 0 && !all && (
          <Button kind="text" icon={ChevronUp} onClick={() => setAll(true)}>
            {seat.earlier(departed.length)}
          </Button>
        )}
        <StartHour
          hours={startHours(journey.date, now)}
          value={hour}
          onChange={(chosen) => {
            setAll(false);
            setHour(chosen);
          }}
        />
      </div>
      {shown.length === 0 && (
        <EmptyState
          icon={TrainFront}
          title={seat.noTrainsTitle}
          action={
            nextDay && (
              <Button kind="outline" onClick={nextDay}>
                {seat.nextDay}
              </Button>
            )
          }
        >
          {nextDay ? undefined : seat.noTrainsText}
        </EmptyState>
      )}
      <ul>
        {shown.map((train) => (
          <li
            key={train.departureId}
            className={css['torn']}
            ref={train.departureId === own ? toView : undefined}
          >
            <TrainRow
              train={train}
              trains={trains}
              wanted={wanted}
              isOwn={train.departureId === own}
              nextDay={nextDay}
              params={{
                ticketIds,
                departureId: train.departureId,
                ...journey,
                ...(change ? { change } : {}),
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
