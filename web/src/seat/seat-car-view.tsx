// One car from above: which way it runs, what it has, its seats.
import { Accessibility, ArrowUp, Luggage, Maximize, Plug, Toilet, type LucideIcon } from 'lucide-react';
import type { SeatCar, TrainEnd } from '@kippu/contract/train';
import { useMessages } from '../i18n/messages.ts';
import type { Messages } from '../i18n/words.ts';
import { Icon } from '../ui/icon.tsx';
import css from './seat-car-view.module.css';
import { SeatGrid } from './seat-grid.tsx';

type Facility = keyof Messages['seat']['facility'];
/** In the order shown; doors are drawn, not listed. What a formation names beyond these is left out. */
const SHOWN: readonly (readonly [Facility, LucideIcon])[] = [
  ['luggage', Luggage],
  ['toilet', Toilet],
  ['accessibleToilet', Toilet],
  ['wheelchair', Accessibility],
  ['freeSpace', Maximize],
  ['power', Plug],
];

interface Props {
  readonly car: SeatCar;
  /** The end of the car's rows that runs ahead. */
  readonly front: TrainEnd;
  readonly chosen: readonly string[];
  readonly closed: boolean;
  readonly onToggle: (seat: string) => void;
}

export function SeatCarView({ car, front, chosen, closed, onToggle }: Props) {
  const { seat } = useMessages();
  const doors = car.facilities.includes('door');
  return (
    <section className={`${css['car']} ${doors ? css['doors'] : ''}`}>
      <header className={css['top']}>
        <p className={css['faces']}>
          <Icon of={ArrowUp} />
          {seat.faces(car.car)}
        </p>
        <ul className={css['facilities']}>
          {SHOWN.filter(([key]) => car.facilities.includes(key)).map(([key, icon]) => (
            <li key={key}>
              <Icon of={icon} size={18} />
              {seat.facility[key]}
            </li>
          ))}
        </ul>
        {doors && <p className="unseen">{seat.facility.door}</p>}
      </header>
      <SeatGrid key={car.car} car={car} front={front} chosen={chosen} closed={closed} onToggle={onToggle} />
    </section>
  );
}
