// The facilities of a car, as icons with text.
import { Accessibility, Luggage, Maximize, Plug, Toilet, type LucideIcon } from 'lucide-react';
import type { SeatCar } from '@kippu/contract/calls/traveller/train';
import { useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import { Icon } from '@kippu/ui/icon';
import css from './car-facilities.module.css';

type Facility = keyof Messages['seat']['facility'];
/** In display order. Doors are drawn in the map and not listed. Unknown facilities are left out. */
const SHOWN: readonly (readonly [Facility, LucideIcon])[] = [
  ['luggage', Luggage],
  ['toilet', Toilet],
  ['accessibleToilet', Toilet],
  ['wheelchair', Accessibility],
  ['freeSpace', Maximize],
  ['power', Plug],
];

export function CarFacilities({ car }: { readonly car: SeatCar }) {
  const { seat } = useMessages();
  return (
    <ul className={css['facilities']}>
      {SHOWN.filter(([key]) => car.facilities.includes(key)).map(([key, icon]) => (
        <li key={key}>
          <Icon of={icon} size={18} />
          {seat.facility[key]}
        </li>
      ))}
    </ul>
  );
}
