// One car from above: its direction of travel, facilities and seats.
import { ArrowUp } from 'lucide-react';
import type { SeatCar, TrainEnd } from '@kippu/contract/calls/traveller/train';
import { useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { CarFacilities } from './car-facilities.tsx';
import css from './seat-car-view.module.css';
import { SeatGrid } from './seat-grid.tsx';

interface Props {
  readonly car: SeatCar;
  /** The end of the car's rows at the front of the train. */
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
        <CarFacilities car={car} />
        {doors && <p className="unseen">{seat.facility.door}</p>}
      </header>
      <SeatGrid key={car.car} car={car} front={front} chosen={chosen} closed={closed} onToggle={onToggle} />
    </section>
  );
}
