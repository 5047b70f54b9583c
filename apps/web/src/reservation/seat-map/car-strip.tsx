// The train as one strip: its cars, how full each one is, and the direction of travel.
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
  /** Whether the tickets cover the Green cars. */
  readonly green: boolean;
  readonly value: number;
  readonly onChange: (car: number) => void;
}

export function CarStrip({ cars, nonReserved, wanted, green, value, onChange }: Props) {
  const { seat } = useMessages();
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
        const open = green || car.class !== 'green';
        const { left, label } = carMark(car, wanted);
        const kind = car.class === 'green' ? seat.green : seat.ordinary;
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
                {car.class === 'green' && <span className={css['class']}>G</span>}
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
