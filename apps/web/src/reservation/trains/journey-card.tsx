// Origin and destination, with a button to swap them. If the tickets allow a choice, it is made from native lists.
import { ArrowLeftRight, ChevronDown } from 'lucide-react';
import { nameIn } from '@kippu/contract/names';
import type { Section, Station } from '@kippu/contract/calls/traveller/station';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { IconButton } from '@kippu/ui/button';
import { Icon } from '@kippu/ui/icon';
import css from './journey-card.module.css';
import { destinationsOf, isFixedPair, originsOf, reachable, sectionOf } from '../journey/journey-plan.ts';

interface Props {
  readonly sections: readonly Section[];
  readonly from: string;
  readonly to: string;
  readonly onChange: (from: string, to: string) => void;
}

export function JourneyCard({ sections, from, to, onChange }: Props) {
  const { seat } = useMessages();
  const fixed = isFixedPair(sections);
  return (
    <div className={css['card']}>
      <Stop
        label={seat.from}
        stations={originsOf(sections)}
        value={from}
        fixed={fixed}
        onChange={(next) => onChange(next, reachable(sections, next, to))}
      />
      {sectionOf(sections, to, from) ? (
        <span className={css['swap']}>
          <IconButton icon={ArrowLeftRight} label={seat.swap} onClick={() => onChange(to, from)} />
        </span>
      ) : (
        <span className={css['gap']} />
      )}
      <Stop
        label={seat.to}
        stations={destinationsOf(sections, from)}
        value={to}
        fixed={fixed}
        onChange={(next) => onChange(from, next)}
      />
    </div>
  );
}

function Stop({
  label,
  stations,
  value,
  fixed,
  onChange,
}: {
  readonly label: string;
  readonly stations: readonly Station[];
  readonly value: string;
  readonly fixed: boolean;
  readonly onChange: (stationId: string) => void;
}) {
  const language = useLanguage();
  const nameOf = (station: Station | undefined) => (station ? nameIn(station, 'stationName', language) : '');
  const chosen = stations.find((station) => station.stationId === value);
  if (fixed || stations.length < 2) {
    return (
      <p className={css['stop']}>
        <span className={css['label']}>{label}</span>
        <span className={css['name']}>{nameOf(chosen)}</span>
      </p>
    );
  }
  return (
    // The name may need two lines, which a select cannot show. The select lies invisibly over the name.
    <label className={`${css['stop']} ${css['open']}`}>
      <span className={css['label']}>
        {label}
        <Icon of={ChevronDown} size={16} />
      </span>
      <span className={css['name']} aria-hidden="true">
        {nameOf(chosen)}
      </span>
      <select className={css['select']} value={value} onChange={(event) => onChange(event.target.value)}>
        {stations.map((station) => (
          <option key={station.stationId} value={station.stationId}>
            {nameOf(station)}
          </option>
        ))}
      </select>
    </label>
  );
}
