// One train: the load of each car on each leg, and the seats of a car.
import { classWord } from '@kippu/client/operator-words';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '@kippu/contract/route-types';
import { deskDeparture, deskOccupancy } from '@kippu/contract/routes/desk/occupancy';
import { useFormat } from '../app/text/format.ts';
import { refresh, useRead } from '../app/call/queries.ts';
import { isGone } from '../app/call/refusals.ts';
import { hrefOf, navigate, type Query } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { SelectField } from '../ui/controls/field.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { Card, Page } from '../ui/layout/page.tsx';
import { CarPlan } from './car-plan.tsx';
import { LoadBar, takenOf } from './load-bar.tsx';
import { TakeCars } from './run/added-cars.tsx';
import { RunCards } from './run/run-cards.tsx';
import { TrainSearch } from './train-search.tsx';
import css from './train.module.css';
import { arrivesAt, departsAt, stretchText, trainText } from './train-words.ts';

const WORDS = {
  title: text('列車', 'Train'),
  back: text('列車の運行', 'Trains'),
  again: text('最新にする', 'Refresh'),
  byCar: text('号車・区間ごとの予約', 'By car and leg'),
  car: text('号車', 'Car'),
  all: text('全体', 'All cars'),
  carNo: (car: number) => text('{car}号車', 'Car {car}', { car }),
  free: (count: number) => text('空席{count}', '{count} free', { count }),
  nonReserved: (cars: string) => text('自由席：{cars}号車', 'Without reservation: car {cars}', { cars }),
  leg: text('区間', 'Leg'),
  plan: text('座席', 'Seats'),
  busiest: text('最も混む', 'Busiest'),
};

type Departure = DataOf<typeof deskDeparture>;

interface Chosen {
  readonly car: number;
  readonly leg: number;
}

/** Returns the car and leg from the address, or the busiest leg and its fullest car. */
function chosenOf(train: Departure, query: Query): Chosen {
  const legAsked = Number(query['leg'] ?? Number.NaN);
  const leg = train.legs[legAsked] === undefined ? train.busiestLeg : legAsked;
  const car = train.cars.find((each) => String(each.car) === query['car']);
  if (car) return { car: car.car, leg };
  const takenIn = (each: Departure['cars'][number]) => takenOf(each.legs[leg] ?? { reserved: 0, held: 0 });
  const fullest = train.cars.toSorted((a, b) => takenIn(b) - takenIn(a))[0];
  return { car: fullest?.car ?? 0, leg };
}

function Matrix({
  of: train,
  chosen,
  linkTo,
}: {
  readonly of: Departure;
  readonly chosen: Chosen;
  readonly linkTo: (to: Chosen) => string;
}) {
  const say = useSay();
  const language = useLanguage();
  const { time } = useFormat();
  return (
    <div className={css['scroll']} tabIndex={0} role="group" aria-label={say(WORDS.byCar)}>
      <table className={css['matrix']}>
        <thead>
          <tr>
            <th scope="col">{say(WORDS.car)}</th>
            {train.legs.map((_, leg) => (
              <th key={leg} scope="col">
                {stretchText(train, leg, leg + 1, language)}
                <span className={css['quiet']}>
                  {time(train.stops[leg]?.departAt ?? '')}
                  {leg === train.busiestLeg && takenOf(train.legs[leg] ?? { reserved: 0, held: 0 }) > 0 && (
                    <> · {say(WORDS.busiest)}</>
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {train.cars.map(({ car, carClass, seats, legs }) => (
            <tr key={car}>
              <th scope="row">
                {say(WORDS.carNo(car))} <span className={css['quiet']}>{classWord(carClass, language)}</span>
              </th>
              {legs.map((load, leg) => (
                <td key={leg}>
                  <a
                    href={linkTo({ car, leg })}
                    aria-current={car === chosen.car && leg === chosen.leg ? 'true' : undefined}
                    onClick={(event) => {
                      // The choice of a car adds no history entry, so that going back leaves the train.
                      event.preventDefault();
                      navigate(linkTo({ car, leg }), { replace: true });
                    }}
                  >
                    <LoadBar load={load} seats={seats} />
                    <span>
                      {takenOf(load)} / {seats}
                    </span>
                    <span className="unseen">{say(WORDS.free(seats - takenOf(load)))}</span>
                  </a>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say(WORDS.all)}</th>
            {train.legs.map((load, leg) => (
              <td key={leg}>
                <b>
                  {takenOf(load)} / {train.seats}
                </b>{' '}
                <span className={css['quiet']}>{say(WORDS.free(train.seats - takenOf(load)))}</span>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Whole({ train, query }: { readonly train: Departure; readonly query: Query }) {
  const say = useSay();
  const language = useLanguage();
  // No seats are sold on it.
  if (train.cars.length === 0) return null;
  const chosen = chosenOf(train, query);
  const linkTo = ({ car, leg }: Chosen) =>
    hrefOf('trains', [train.departureId], { car: String(car), leg: String(leg) });
  const choose = (change: Partial<Chosen>) => navigate(linkTo({ ...chosen, ...change }), { replace: true });
  const { nonReservedCars } = train;
  return (
    <>
      <Card title={say(WORDS.byCar)}>
        <Matrix of={train} chosen={chosen} linkTo={linkTo} />
        {nonReservedCars.length > 0 && (
          <p className={css['quiet']}>{say(WORDS.nonReserved(nonReservedCars.join(', ')))}</p>
        )}
      </Card>
      <Card title={`${say(WORDS.plan)} ${say(WORDS.carNo(chosen.car))}`}>
        <div className={css['choose']}>
          <SelectField
            label={say(WORDS.car)}
            value={String(chosen.car)}
            onValue={(car) => choose({ car: Number(car) })}
            choices={train.cars.map(({ car, carClass }) => ({
              value: String(car),
              label: `${say(WORDS.carNo(car))} ${classWord(carClass, language)}`,
            }))}
          />
          <SelectField
            label={say(WORDS.leg)}
            value={String(chosen.leg)}
            onValue={(leg) => choose({ leg: Number(leg) })}
            choices={train.legs.map((_, leg) => ({
              value: String(leg),
              label: stretchText(train, leg, leg + 1, language),
            }))}
          />
        </div>
        <CarPlan of={train} car={chosen.car} leg={chosen.leg} />
      </Card>
    </>
  );
}

/** Opens another train of the day: calls come one after the other. */
function OtherTrain({ date }: { readonly date: string }) {
  const [typed, setTyped] = useState('');
  const read = useRead(deskOccupancy, { date });
  return <TrainSearch trains={read.data?.trains ?? []} typed={typed} onTyped={setTyped} />;
}

export function DeparturePage({
  departureId,
  query,
}: {
  readonly departureId: string;
  readonly query: Query;
}) {
  const say = useSay();
  const language = useLanguage();
  const { day, time } = useFormat();
  const read = useRead(deskDeparture, { departureId });
  const data = isGone(read.error) ? undefined : read.data;
  const back = { href: hrefOf('trains', [], { date: data?.serviceDate }), label: say(WORDS.back) };
  return (
    <Page
      title={data ? trainText(data, language) : say(WORDS.title)}
      back={back}
      lead={
        data &&
        `${day(data.serviceDate)} · ${stretchText(data, 0, data.stops.length - 1, language)} · ${time(departsAt(data))}–${time(arrivesAt(data))}`
      }
      actions={
        !isGone(read.error) && (
          <>
            {data?.addedAs !== undefined && !data.run.isPast && (
              <TakeCars addedAs={data.addedAs} serviceDate={data.serviceDate} trainNo={data.trainNo} />
            )}
            <Button kind="outline" icon={RotateCw} onClick={() => void refresh(deskDeparture)}>
              {say(WORDS.again)}
            </Button>
          </>
        )
      }
    >
      {data && <OtherTrain date={data.serviceDate} />}
      {!isGone(read.error) && <RunCards departureId={departureId} isFirst={query['say'] === 'late'} />}
      <Loaded read={read} lines={8}>
        {(train) => <Whole train={train} query={query} />}
      </Loaded>
    </Page>
  );
}
