// One station to choose, a row of a strip.
import type { Station } from '@kippu/contract/station';
import { ChevronRight } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import { StationName } from './station-name.tsx';
import css from './station-row.module.css';

export function StationRow({
  station,
  aside,
  onChoose,
}: {
  readonly station: Station;
  /** Such as how far it is. */
  readonly aside?: string | undefined;
  readonly onChoose: () => void;
}) {
  return (
    <li className={css['row']}>
      <button type="button" className={css['press']} onClick={onChoose}>
        <StationName station={station} />
        {aside && <span className={css['aside']}>{aside}</span>}
        <Icon of={ChevronRight} size={20} />
      </button>
    </li>
  );
}
