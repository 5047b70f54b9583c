// Availability (enough, few, none) as a mark with words; never by colour alone.
import { Circle, Triangle, X, type LucideIcon } from 'lucide-react';
import type { Availability, AvailabilityLabel } from '@kippu/contract/calls/traveller/train';
import { useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import css from './availability-mark.module.css';

const SHAPES: Readonly<Record<AvailabilityLabel, LucideIcon>> = {
  enough: Circle,
  few: Triangle,
  none: X,
  notEnough: X,
};

/** ○, △ or ×. Decorative, because words or a spoken name accompany it. */
export function Mark({ label, size = 16 }: { readonly label: AvailabilityLabel; readonly size?: number }) {
  const Shape = SHAPES[label];
  return <Shape size={size} strokeWidth={2.75} aria-hidden="true" focusable="false" className={css[label]} />;
}

/** The availability in words. `wanted` is the number of seats wanted. */
function availabilityWords(words: Messages['seat'], { left, label }: Availability, wanted: number): string {
  if (label === 'enough') return words.enough;
  if (label === 'few') return words.left(left);
  return label === 'none' ? words.full : words.tooFew(left, wanted);
}

/** One class of a train: its name, mark and words. */
export function AvailabilityLine({
  name,
  availability,
  wanted,
}: {
  readonly name: string;
  readonly availability: Availability;
  readonly wanted: number;
}) {
  const { seat } = useMessages();
  return (
    <div className={css['line']}>
      <dt className={css['name']}>{name}</dt>
      <dd className={`${css['words']} ${css[availability.label]}`}>
        <Mark label={availability.label} />
        <span>{availabilityWords(seat, availability, wanted)}</span>
      </dd>
    </div>
  );
}
