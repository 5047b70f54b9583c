// A car on one leg: which seats should be taken, from where to where, and which passengers were seen.
import { Check, ChevronLeft, ChevronRight, Clock } from 'lucide-react';
import { useState } from 'react';
import { nameIn } from '@kippu/contract/names';
import { formatSeat, splitSeat } from '@kippu/domain/reservation/seat-name';
import { timeOf } from '../text/railway-time.ts';
import { text } from '../text/texts.ts';
import type { Taken } from './inspector-database.ts';
import type { Inspector, InspectorView } from './inspector.ts';
import { carNumbers, carOf, isOn, legsOf, seatKey, type ListedSeat } from './seat-list.ts';
import { useStaffLanguage } from './staff-language.tsx';

type Acts = Pick<Inspector, 'step' | 'followTime' | 'toggle'>;

/** The leg that is looked at, and the way to the ones beside it. */
function LegChooser({ view, current, inspector }: { view: InspectorView; current: Taken; inspector: Acts }) {
  const { language, say } = useStaffLanguage();
  const { stops } = current.list;
  const legs = legsOf(current.list);
  const leg = legs[view.leg];
  if (!leg)
    return <p className="hint">{say(text('今日はどの駅にも停まりません', 'It calls at no stop today'))}</p>;
  const name = (at: number) => nameIn(stops[at] ?? {}, 'stationName', language);
  const skipped = stops
    .slice(leg.from + 1, leg.to)
    .map((_stop, n) => name(leg.from + 1 + n))
    .join(', ');
  const leaves = stops[leg.from]?.expectedDepartAt ?? stops[leg.from]?.departAt ?? '';
  return (
    <section className="leg" aria-label={say(text('区間', 'Leg'))}>
      <button
        type="button"
        aria-label={say(text('前の区間', 'Leg before'))}
        disabled={view.leg === 0}
        onClick={() => inspector.step(-1)}
      >
        <ChevronLeft size={26} />
      </button>
      <p aria-live="polite">
        <b>
          {name(leg.from)} → {name(leg.to)}
        </b>
        <span>
          {say(text('{time}発', 'leaves {time}', { time: leaves.slice(11, 16) }))}
          {skipped.length > 0 &&
            ` · ${say(text('{stations}は通過', 'not calling at {stations}', { stations: skipped }))}`}
        </span>
      </p>
      <button
        type="button"
        aria-label={say(text('次の区間', 'Leg after'))}
        disabled={view.leg >= legs.length - 1}
        onClick={() => inspector.step(1)}
      >
        <ChevronRight size={26} />
      </button>
      {!view.follows && (
        <button type="button" className="leg-now" onClick={() => inspector.followTime()}>
          <Clock size={18} /> {say(text('今の区間へ', 'To the leg of now'))}
        </button>
      )}
    </section>
  );
}

interface Props {
  readonly view: InspectorView;
  readonly current: Taken;
  readonly inspector: Acts;
}

export function CarView({ view, current, inspector }: Props) {
  const { language, say } = useStaffLanguage();
  const { list, seen } = current;
  const numbers = carNumbers(list);
  const [chosen, setChosen] = useState<number | null>(null);
  const leg = legsOf(list)[view.leg];
  const now = leg ? list.seats.filter((seat) => isOn(seat, leg)) : [];
  const ofCar = (number: number) => now.filter((seat) => carOf(seat) === number);
  // The first car that has somebody to look for, until one is chosen.
  const first = numbers.find((number) => ofCar(number).length > 0) ?? numbers[0] ?? 0;
  const car = chosen !== null && numbers.includes(chosen) ? chosen : first;
  const isSeen = (seat: ListedSeat) => seen[seatKey(seat)] !== undefined;
  const here = ofCar(car);
  const plan = list.cars.find((each) => each.car === car);
  const name = (at: number) => nameIn(list.stops[at] ?? {}, 'stationName', language);
  const rows = plan ? Array.from({ length: plan.rows }, (_, row) => (plan.firstRow ?? 1) + row) : [];
  const toggle = (seat: ListedSeat) => void inspector.toggle(seat);

  if (numbers.length === 0)
    return (
      <>
        <LegChooser view={view} current={current} inspector={inspector} />
        <p className="empty">
          {say(text('この列車に指定席はありません', 'This train has no reserved seats'))}
        </p>
      </>
    );
  return (
    <>
      <LegChooser view={view} current={current} inspector={inspector} />
      <nav className="cars" aria-label={say(text('号車', 'Cars'))}>
        {numbers.map((number) => {
          const all = ofCar(number);
          const lost = !list.cars.some((each) => each.car === number);
          return (
            <button
              key={number}
              type="button"
              aria-pressed={number === car}
              className={lost ? 'lost' : ''}
              onClick={() => setChosen(number)}
            >
              <b>{say(text('{number}号車', 'Car {number}', { number }))}</b>
              <span>
                {all.filter(isSeen).length}/{all.length}
              </span>
            </button>
          );
        })}
      </nav>
      {!plan && (
        <p className="notice warn">
          {say(
            text(
              'この号車は今日は連結していません。下の席のお客様を別の席へご案内ください',
              'This car is not in the train today. Find other seats for the passengers below',
            ),
          )}
        </p>
      )}
      {here.length === 0 && (
        <p className="empty">
          {say(text('この区間に予約はありません', 'No seat of this car is reserved on this leg'))}
        </p>
      )}
      {plan && (
        <div
          className="plan"
          role="group"
          aria-label={say(text('{car}号車の座席', 'Seats of car {car}', { car }))}
          style={{ gridTemplateColumns: plan.letters.map((letter) => (letter ? '1fr' : '0.4fr')).join(' ') }}
        >
          {rows.flatMap((row) =>
            plan.letters.map((letter, at) => {
              if (letter === '') return <i key={`${row} aisle ${plan.letters.slice(0, at).join('')}`} />;
              const found = here.find(({ seat }) => seat === formatSeat({ car, row, letter }));
              const label = `${row}${letter}`;
              if (!found)
                return (
                  <span key={label} className="seat free">
                    {label}
                  </span>
                );
              const done = isSeen(found);
              const ends = leg && found.endLeg <= leg.to;
              return (
                <button
                  key={label}
                  type="button"
                  className={done ? 'seat seen' : 'seat taken'}
                  aria-pressed={done}
                  aria-label={say(
                    text('{label} {from}から{to}まで', '{label}, {from} to {to}', {
                      label,
                      from: name(found.firstLeg),
                      to: name(found.endLeg),
                    }),
                  )}
                  onClick={() => toggle(found)}
                >
                  {label}
                  {done ? <Check size={18} strokeWidth={3} /> : ends ? <em>↓</em> : null}
                </button>
              );
            }),
          )}
        </div>
      )}
      {plan && (
        <p className="legend">
          <span className="seat taken" /> {say(text('予約あり', 'reserved'))}
          <span className="seat seen">
            <Check size={14} strokeWidth={3} />
          </span>
          {say(text('確認済み', 'seen'))}
          <span className="seat free" /> {say(text('予約なし', 'not reserved'))}
          <em>↓</em> {say(text('次で降車', 'gets off next'))}
        </p>
      )}
      {here.length > 0 && (
        <ul className="uses">
          {here.map((seat) => {
            const at = seen[seatKey(seat)];
            return (
              <li key={seatKey(seat)}>
                <button type="button" aria-pressed={at !== undefined} onClick={() => toggle(seat)}>
                  <b>{splitSeat(seat.seat)?.seat}</b>
                  <span>
                    {name(seat.firstLeg)} → {name(seat.endLeg)}
                  </span>
                  <small>
                    {at === undefined ? (
                      say(text('未確認', 'not seen'))
                    ) : (
                      <>
                        <Check size={16} strokeWidth={3} /> {timeOf(at).slice(0, 5)}
                      </>
                    )}
                  </small>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
