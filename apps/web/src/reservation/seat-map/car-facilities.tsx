// What a car has, as small pictures with their words.
import { Accessibility, Luggage, Maximize, Plug, Toilet, type LucideIcon } from 'lucide-react';
import type { SeatCar } from '@kippu/contract/train';
import { useMessages } from '../i18n/messages.ts';
import type { Messages } from '../i18n/words.ts';
import { Icon } from '../ui/icon.tsx';
import css from './car-facilities.module.css';

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
