// One car from above: its direction of travel, facilities and seats.
import { ArrowUp } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { CarFacilities } from './car-facilities.tsx';
import css from './seat-car-view.module.css';
import { SeatGrid, type SeatGridProps } from './seat-grid.tsx';

export function SeatCarView(props: SeatGridProps) {
  const { car } = props;
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
      <SeatGrid key={car.car} {...props} />
    </section>
  );
}
