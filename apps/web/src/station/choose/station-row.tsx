// One station in the list.
import type { Station } from '@kippu/contract/calls/traveller/station';
import { ChevronRight } from 'lucide-react';
import { Icon } from '@kippu/ui/icon';
import { StationName } from './station-name.tsx';
import css from './station-row.module.css';

export function StationRow({
  station,
  aside,
  onChoose,
}: {
  readonly station: Station;
  /** For example the distance. */
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
