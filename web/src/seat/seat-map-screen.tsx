// Which seats: the train as a map or a list, and the choice in words above the one action.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Shuffle } from 'lucide-react';
import { nameIn } from '@kippu/contract/fields';
import { CHANGE_CLOSES_MINUTES } from '@kippu/contract/limits';
import type { ChangeInfo, PlanInfo } from '@kippu/contract/seat';
import { seatMap, ticketTrainList, type SeatCar, type Train, type TrainFront } from '@kippu/contract/train';
import { seatHold } from '@kippu/contract/seat-hold';
import { fillWords } from '@kippu/contract/words/error-words';
import { isErrorCode, isRefusal } from '../app/api-error.ts';
import { NotFoundScreen } from '../app/error-screens.tsx';
import { useErrorText } from '../app/error-text.ts';
import type { RouteParams } from '../app/link-to.ts';
import { refetch, useWrite } from '../app/queries.ts';
import { currentPlace, navigate, useParams } from '../app/router.ts';
import { formatTime } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CarStrip, Towards } from './car-strip.tsx';
import { releaseHold, rememberHold } from './held-seats.ts';
import { FullTrain } from './full-train.tsx';
import { sectionOf } from './journey-plan.ts';
import { SeatCarView } from './seat-car-view.tsx';
import css from './seat-map-screen.module.css';
import { SeatList } from './seat-list.tsx';
import { idsOf, useDay, usePlan, useSeatMap, useTrain } from './seat-queries.ts';
import {
  choosableSeats,
  dropLost,
  firstCar,
  inTrainOrder,
  isAsReserved,
  ownSeats,
  toggleSeat,
} from './seat-selection.ts';
import { showSeatsAs, useSeatView } from './seat-view.ts';
import { arrangementInWords, capital, lossInWords, seatsInWords } from './seat-words.ts';
import { recallSeats, rememberSeats } from './session-memory.ts';
import { GONE, NotToBeHad, ToSeats, TrainGone } from './train-gone.tsx';

type Params = RouteParams['chooseSeat'];
const MAP_REFETCH_MS = 10_000;

/** The parameters name tickets, train and journey; without them there is nothing to show. */
export function SeatMapScreen() {
  const { ticketIds, departureId, from, to, date, change } = useParams('chooseSeat');
  if (!ticketIds || !departureId || !from || !to || !date) return <NotFoundScreen />;
  return <SeatMap {...{ ticketIds, departureId, from, to, date, ...(change ? { change } : {}) }} />;
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
  // Such as after a step back from the reservation just made; a full train has offers of its own.
  const closed = train?.reason === 'SEAT-0003' ? undefined : train?.reason;
  if (closed !== undefined && isErrorCode(closed, errors)) {
    const text = fillWords(errors[closed], { minutes: CHANGE_CLOSES_MINUTES });
    return GONE.some((code) => code === closed) ? (
      <TrainGone title={seat.chooseSeats(wanted)} params={params} text={text} />
    ) : (
      <NotToBeHad title={seat.chooseSeats(wanted)} text={text} />
    );
  }
  // A part of a section is none of the plan's own, but the server lists its trains.
  if (plan.data && train === null && !sectionOf(plan.data.sections, from, to)) return <NotFoundScreen />;
  if (map.data && plan.data && train !== undefined)
    return <Choosing {...{ params, wanted, train, aside, plan: plan.data, ...map.data }} />;
  const skeleton = [56, 480];
  return (
    <Screen title={seat.chooseSeats(wanted)} leave="back" aside={aside}>
      {plan.error ? (
        <Loaded query={plan} skeleton={skeleton} onward={change && <ToSeats kind="outline" />}>
          {() => null}
        </Loaded>
      ) : (
        // The map is here before the rest: the shape stays until all is.
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
  // Leaving changes the address before this screen goes.
  const [address] = useState(() => currentPlace().address);
  const choosable = choosableSeats(cars);
  const own = ownSeats(cars);
  // Null until a seat is tapped: who changes one seat of three need not choose the other two again.
  const [picked, setPicked] = useState<readonly string[] | null>(() => {
    const { kept } = dropLost(recallSeats(address), choosable);
    return kept.length > 0 ? kept.slice(-wanted) : null;
  });
  const chosen = picked ?? own;
  const [lost, setLost] = useState<readonly string[]>([]);
  const [firstShown] = useState(() => firstCar(cars, wanted, chosen));
  const [carPicked, setCarShown] = useState<number | null>(null);
  const carShown = carPicked ?? (own.length > 0 ? firstCar(cars, wanted, chosen) : firstShown) ?? 0;
  const now = dropLost(chosen, choosable);
  if (now.lost.length > 0) {
    setLost(now.lost);
    setPicked(now.kept);
  }
  useEffect(() => {
    if (picked) rememberSeats(address, picked);
  }, [address, picked]);
  const view = useSeatView();
  const trains = useDay(params);
  const hold = useWrite(seatHold, {
    onSuccess: (held, isHere) => {
      rememberHold(held, idsOf(params.ticketIds));
      // Who has left meanwhile no longer wants them, nor to be led back to them.
      if (!isHere()) return releaseHold(held.holdId);
      rememberSeats(address, held.seats);
      navigate('confirm', { ...params, holdId: held.holdId });
    },
  });
  const take = (
    what: { seats: string[] } | { auto: { prefer: 'window' | 'together'; carClass: SeatCar['class'] } },
  ) => {
    const { departureId, from, to, change } = params;
    const body = {
      departureId,
      from,
      to,
      ticketIds: [...idsOf(params.ticketIds)],
      ...(change ? { change } : {}),
    };
    hold.mutate(
      { body: { ...body, ...what } },
      {
        onError: (error) =>
          void (isRefusal(error, 'SEAT-0002', 'SEAT-0003') && refetch(seatMap, ticketTrainList)),
      },
    );
  };
  const toggle = (id: string) => {
    setLost([]);
    hold.reset();
    setPicked(toggleSeat(chosen, id, wanted));
    // Letting a seat of one car go does not turn to another.
    setCarShown(carShown);
  };
  const car = cars.find((other) => other.car === carShown) ?? cars[0];
  // Without the train nothing is known: the server decides.
  const green = train === null || train.green !== undefined;
  const closed = car?.class === 'green' && !green;
  const nonReserved = train?.nonReservedCars ?? [];
  const isFull = isRefusal(hold.error, 'SEAT-0003') || train?.reason === 'SEAT-0003';
  const refusal = useRef<HTMLDivElement>(null);
  // The tap was far below, in the dock: what it led to comes into sight.
  useEffect(() => {
    if (hold.error) refusal.current?.scrollIntoView({ block: 'center' });
  }, [hold.error]);
  const missing = wanted - chosen.length;
  const unchanged = 'reservation' in plan && isAsReserved(plan.reservation, params, chosen);
  if (isRefusal(hold.error, ...GONE))
    return <TrainGone title={seat.chooseSeats(wanted)} params={params} text={errorText(hold.error)} />;
  return (
    <Screen
      title={seat.chooseSeats(wanted)}
      leave="back"
      aside={aside}
      dock={
        <div className={css['choice']}>
          <div className={css['words']} aria-live="polite">
            <p className={css['seats']}>
              {chosen.length > 0 ? seatsInWords(chosen, seat, language) : seat.nothingChosen}
            </p>
            <p className={css['how']}>
              {unchanged
                ? capital(seat.mine, language)
                : chosen.length > 0
                  ? arrangementInWords(cars, chosen, seat, language)
                  : own.length > 0 && seat.mineNow(seatsInWords(own, seat, language))}
            </p>
          </div>
          <div className={css['pick']}>
            <Button
              kind="text"
              icon={Shuffle}
              busy={hold.isPending}
              onClick={() =>
                take({
                  auto: {
                    prefer: wanted > 1 ? 'together' : 'window',
                    carClass: closed ? 'ordinary' : (car?.class ?? 'ordinary'),
                  },
                })
              }
            >
              {seat.pick(wanted)}
            </Button>
          </div>
          <div className={css['go']}>
            <Button
              disabled={missing > 0 || unchanged}
              busy={hold.isPending}
              onClick={() => take({ seats: [...inTrainOrder(chosen)] })}
            >
              {missing > 0 && chosen.length > 0 ? seat.chooseMore(missing) : seat.continue}
            </Button>
          </div>
        </div>
      }
    >
      <div className={css['map']}>
        {lost.length > 0 && <NoticeBox tone="warn">{lossInWords(lost, chosen, seat, language)}</NoticeBox>}
        <div ref={refusal} className={css['refusal']}>
          {hold.error && lost.length === 0 && <NoticeBox tone="danger">{errorText(hold.error)}</NoticeBox>}
          {isFull && train && <FullTrain {...{ train, trains, params }} replace />}
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
            {...{ cars, nonReserved, green, chosen }}
            open={carShown}
            onOpen={setCarShown}
            onToggle={toggle}
          />
        ) : (
          <>
            <CarStrip
              {...{ cars, nonReserved, wanted, green }}
              value={car?.car ?? 0}
              onChange={setCarShown}
            />
            {closed && <NoticeBox>{seat.greenNotCovered}</NoticeBox>}
            {car && (
              <SeatCarView car={car} front={front.rows} chosen={chosen} closed={closed} onToggle={toggle} />
            )}
          </>
        )}
      </div>
    </Screen>
  );
}
