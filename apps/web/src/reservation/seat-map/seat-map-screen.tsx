// Chooses seats: the train as a map or a list, the choice in words, and the main action.
import { useEffect, useRef, type ReactNode } from 'react';
import { nameIn } from '@kippu/contract/names';
import { theRules } from '@kippu/domain/rules';
import type { ChangeInfo, PlanInfo } from '@kippu/contract/calls/traveller/seat';
import type { SeatCar, Train, TrainFront } from '@kippu/contract/calls/traveller/train';
import { fillWords } from '@kippu/words/error-words';
import { isRefusal } from '@kippu/client/call-error';
import { isErrorCode } from '../../app/errors/error-kinds.ts';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { useErrorText } from '../../app/errors/error-text.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { useParams } from '../../app/router/router.ts';
import { formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Screen } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { CarStrip, Towards } from './car-strip.tsx';
import { FullTrain } from '../trains/full-train.tsx';
import { sectionOf } from '../journey/journey-plan.ts';
import { SeatCarView } from './seat-car-view.tsx';
import { SeatChoice } from './seat-choice.tsx';
import css from './seat-map-screen.module.css';
import { SeatList } from './seat-list.tsx';
import { idsOf, useDay, usePlan, useSeatMap, useTrain } from '../journey/seat-queries.ts';
import { inTrainOrder, isAsReserved } from '../seats/seat-selection.ts';
import { showSeatsAs, useSeatView } from './seat-view.ts';
import { lossInWords } from '../seats/seat-words.ts';
import { GONE, Unavailable, ToSeats, TrainGone } from '../trains/train-gone.tsx';
import { useChosenSeats } from './use-chosen-seats.ts';
import { useSeatHold } from '../confirm/use-seat-hold.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

type Params = RouteParams['chooseSeat'];
const MAP_REFETCH_MS = 10_000;

/** The parameters name tickets, train and journey. All of them are required. */
export function SeatMapScreen() {
  const { ticketIds, departureId, from, to, date, change } = useParams('chooseSeat');
  if (!ticketIds || !departureId || !from || !to || !date) return <NotFoundScreen />;
  return (
    <SeatMap
      ticketIds={ticketIds}
      departureId={departureId}
      from={from}
      to={to}
      date={date}
      {...(change ? { change } : {})}
    />
  );
}

function SeatMap(params: Params) {
  const { departureId, from, to, change, ticketIds } = params;
  const { seat, errors } = useMessages();
  const errorText = useErrorText();
  const language = useLanguage();
  const wanted = idsOf(ticketIds).length;
  const train = useTrain(params, departureId);
  const plan = usePlan(ticketIds, change);
  const map = useSeatMap(params, MAP_REFETCH_MS);
  const aside = train ? (
    <span className={css['train']}>
      <time>{formatTime(train.departAt)}</time>{' '}
      <span>{seat.train(nameIn(train, 'trainName', language), train.trainNo)}</span>
    </span>
  ) : undefined;
  if (isRefusal(map.error, ...GONE))
    return <TrainGone title={seat.chooseSeats(wanted)} params={params} text={errorText(map.error)} />;
  // For example after going back from a new reservation. A full train has its own offers.
  const closed = train?.reason === 'SEAT-0003' ? undefined : train?.reason;
  if (closed !== undefined && isErrorCode(closed, errors)) {
    const text = fillWords(errors[closed], { minutes: theRules().changeClosesMinutes });
    return GONE.some((code) => code === closed) ? (
      <TrainGone title={seat.chooseSeats(wanted)} params={params} text={text} />
    ) : (
      <Unavailable title={seat.chooseSeats(wanted)} text={text} />
    );
  }
  // A part of a section is not in the plan, but the server lists its trains.
  if (plan.data && train === null && !sectionOf(plan.data.sections, from, to)) return <NotFoundScreen />;
  if (map.data && plan.data && train !== undefined)
    return (
      <Choosing params={params} wanted={wanted} train={train} aside={aside} plan={plan.data} {...map.data} />
    );
  const skeleton = [56, 480];
  return (
    <Screen title={seat.chooseSeats(wanted)} leave="back" aside={aside}>
      {plan.error ? (
        <Loaded query={plan} skeleton={skeleton} onward={change && <ToSeats kind="outline" />}>
          {() => null}
        </Loaded>
      ) : (
        // The map may load before the rest; the skeleton stays until everything is loaded.
        <Loaded query={map} skeleton={skeleton} onward={change && <ToSeats kind="outline" />}>
          {() => <Skeleton heights={skeleton} />}
        </Loaded>
      )}
    </Screen>
  );
}

interface ChoosingProps {
  readonly params: Params;
  readonly wanted: number;
  readonly train: Train | null;
  readonly plan: PlanInfo | ChangeInfo;
  readonly aside: ReactNode;
  readonly cars: readonly SeatCar[];
  readonly front: TrainFront;
}

function Choosing({ params, wanted, train, plan, aside, cars, front }: ChoosingProps) {
  const { seat } = useMessages();
  const language = useLanguage();
  const errorText = useErrorText();
  const { chosen, own, lost, carShown, showCar, toggle, remember } = useChosenSeats(cars, wanted);
  const view = useSeatView();
  const trains = useDay(params);
  const { hold, take, again } = useSeatHold(params, remember);
  const onToggle = (id: string) => {
    hold.reset();
    toggle(id);
  };
  const car = cars.find((other) => other.car === carShown) ?? cars[0];
  // Without the train the classes are unknown, and the server decides.
  const covered = train && new Set(train.classes.map((each) => each.class));
  const closed = car !== undefined && covered?.has(car.class) === false;
  const nonReserved = train?.nonReservedCars ?? [];
  const isFull = isRefusal(hold.error, 'SEAT-0003') || train?.reason === 'SEAT-0003';
  const refusal = useRef<HTMLDivElement>(null);
  // The tapped button was in the dock at the bottom; its result is scrolled into view.
  useEffect(() => {
    if (hold.error) refusal.current?.scrollIntoView({ block: 'center' });
  }, [hold.error]);
  const unchanged = 'reservation' in plan && isAsReserved(plan.reservation, params, chosen);
  if (isRefusal(hold.error, ...GONE))
    return <TrainGone title={seat.chooseSeats(wanted)} params={params} text={errorText(hold.error)} />;
  return (
    <Screen
      title={seat.chooseSeats(wanted)}
      leave="back"
      aside={aside}
      dock={
        <SeatChoice
          cars={cars}
          wanted={wanted}
          chosen={chosen}
          own={own}
          unchanged={unchanged}
          busy={hold.isPending}
          onPick={() =>
            take({
              auto: {
                prefer: wanted > 1 ? 'together' : 'window',
                ...(closed || !car ? {} : { carClass: car.class }),
              },
            })
          }
          onGo={() => take({ seats: [...inTrainOrder(chosen)] })}
        />
      }
    >
      <div className={css['map']}>
        {lost.length > 0 && <NoticeBox tone="warn">{lossInWords(lost, chosen, seat, language)}</NoticeBox>}
        <div ref={refusal} className={css['refusal']}>
          {lost.length === 0 && <SendFailed error={hold.error} again={again} keyed failed="reserveFailed" />}
          {isFull && train && <FullTrain train={train} trains={trains} params={params} replace />}
        </div>
        <div className={css['view']}>
          <Towards front={front} />
          <Segmented
            label={seat.viewAs}
            options={[
              { value: 'map', label: seat.asMap },
              { value: 'list', label: seat.asList },
            ]}
            value={view}
            onChange={showSeatsAs}
          />
        </div>
        {view === 'list' ? (
          <SeatList
            cars={cars}
            nonReserved={nonReserved}
            covered={covered}
            chosen={chosen}
            open={carShown}
            onOpen={showCar}
            onToggle={onToggle}
          />
        ) : (
          <>
            <CarStrip
              cars={cars}
              nonReserved={nonReserved}
              wanted={wanted}
              covered={covered}
              value={car?.car ?? 0}
              onChange={showCar}
            />
            {closed && <NoticeBox>{seat.classNotCovered}</NoticeBox>}
            {car && (
              <SeatCarView car={car} front={front.rows} chosen={chosen} closed={closed} onToggle={onToggle} />
            )}
          </>
        )}
      </div>
    </Screen>
  );
}
