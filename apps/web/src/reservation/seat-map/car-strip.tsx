// The train as one strip: its cars, how full each one is, and the direction of travel.
import { classMark, classWord } from '@kippu/client/operator-words';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { nameIn } from '@kippu/contract/names';
import type { SeatCar, TrainFront } from '@kippu/contract/calls/traveller/train';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { Mark } from '../trains/availability-mark.tsx';
import css from './car-strip.module.css';
import { runsOf } from '../journey/journey-plan.ts';
import { carMark } from '../seats/seat-selection.ts';

interface Props {
  readonly cars: readonly SeatCar[];
  readonly nonReserved: readonly number[];
  readonly wanted: number;
  /** The classes that the tickets cover; null if that is unknown. */
  readonly covered: ReadonlySet<string> | null;
  readonly value: number;
  readonly onChange: (car: number) => void;
}

export function CarStrip({ cars, nonReserved, wanted, covered, value, onChange }: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const name = useId();
  const strip = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>(`label:has([value='${value}'])`);
    if (chosen) strip.current?.scrollTo({ left: chosen.offsetLeft - 60 });
  }, [value]);
  const pieces = [
    ...cars.map((car) => ({ at: car.car, car, run: null })),
    ...runsOf(nonReserved).map((run) => ({ at: run.first, car: null, run })),
  ].toSorted((a, b) => a.at - b.at);
  return (
    <fieldset ref={strip} className={css['strip']}>
      <legend className="unseen">{seat.cars}</legend>
      {pieces.map(({ at, car, run }) => {
        if (!car) {
          const range = run.first === run.last ? `${run.first}` : `${run.first}–${run.last}`;
          return (
            <span key={at} className={`${css['piece']} ${css['hatched']}`}>
              {range} <span className="unseen">{seat.noReservation}</span>
            </span>
          );
        }
        const open = covered?.has(car.class) !== false;
        const mark = classMark(car.class);
        const { left, label } = carMark(car, wanted);
        const kind = classWord(car.class, language);
        return (
          <label key={at} className={css['piece']}>
            <input
              type="radio"
              className="unseen"
              name={name}
              value={at}
              checked={at === value}
              onChange={() => onChange(at)}
              aria-label={open ? seat.carSpoken(at, kind, left) : seat.carClosed(at, kind)}
            />
            <span className={css['face']}>
              <span className={css['number']}>{at}</span>
              <span className={css['state']}>
                {mark !== undefined && <span className={css['class']}>{mark}</span>}
                <Mark label={open ? label : 'none'} size={14} />
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The direction of travel: the arrow points along the strip. */
export function Towards({ front }: { readonly front: TrainFront }) {
  const { seat } = useMessages();
  const language = useLanguage();
  const last = front.cars === 'high';
  return (
    <p className={css['front']}>
      {!last && <Icon of={ArrowLeft} size={16} />}
      {seat.towards(nameIn(front.towards, 'stationName', language))}
      {last && <Icon of={ArrowRight} size={16} />}
    </p>
  );
}
