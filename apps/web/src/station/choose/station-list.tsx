// Every station that the ticket covers: searched in any language, or listed by region.
import { nameIn } from '@kippu/contract/names';
import type { Station, StationRegion } from '@kippu/contract/calls/traveller/station';
import { ChevronDown } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Icon } from '@kippu/ui/icon';
import css from './station-choice.module.css';
import { StationRow } from './station-row.tsx';
import { searchStations } from './station-search.ts';

/** Up to this many stations are listed without search or regions. */
const FEW = 12;

export function StationList({
  regions,
  onChoose,
}: {
  readonly regions: readonly StationRegion[];
  readonly onChoose: (station: Station) => void;
}) {
  const { station: words } = useMessages();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const top = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(typed.trim());
  useEffect(() => {
    // Results appear below the field. With the keyboard open, they are visible only if the field is at the top.
    if (wanted !== '') top.current?.scrollIntoView({ block: 'start' });
  }, [wanted]);
  const all = regions.flatMap(({ stations }) => stations);
  const strip = (stations: readonly Station[]) => (
    <ul className={css['strip']}>
      {stations.map((station) => (
        <StationRow key={station.stationId} station={station} onChoose={() => onChoose(station)} />
      ))}
    </ul>
  );
  if (all.length <= FEW) return strip(all);
  const found = wanted === '' ? [] : searchStations(all, wanted);
  return (
    <div ref={top} className={`${css['search']} ${wanted === '' ? '' : css['tall']}`}>
      <SearchField
        label={words.search}
        hint={words.searchHint}
        clear={words.clearSearch}
        value={typed}
        maxLength={60}
        onText={setTyped}
      />
      <p className={wanted === '' ? 'unseen' : css['hint']} role="status">
        {wanted === '' ? '' : found.length === 0 ? words.noneFound(wanted) : words.found(found.length)}
      </p>
      {wanted === '' ? (
        <div className={css['strip']}>
          {regions.map((region) => (
            <details key={region.region} className={css['region']}>
              <summary>
                <span className={css['area']}>
                  <span className={css['areaName']}>{nameIn(region, 'regionName', language)}</span>{' '}
                  <span className={css['count']}>{words.stations(region.stations.length)}</span>
                </span>
                <Icon of={ChevronDown} size={20} />
              </summary>
              {strip(region.stations)}
            </details>
          ))}
        </div>
      ) : (
        found.length > 0 && strip(found)
      )}
    </div>
  );
}
