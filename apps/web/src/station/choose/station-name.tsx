// A station name as on its name board: in the reader's language, with the other script and the number below.
import { ownLanguage } from '@kippu/contract/languages';
import { nameIn } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { useLanguage } from '../../i18n/messages.ts';
import css from './station-name.module.css';

export function StationName({ station }: { readonly station: Station }) {
  const language = useLanguage();
  const own = nameIn(station, 'stationName', language);
  // Every board shows the railway's own language. Its readers get the name as foreigners write it.
  const railway = ownLanguage();
  const other = language === railway ? 'en' : railway;
  const second = nameIn(station, 'stationName', other);
  return (
    <span className={css['names']}>
      <strong>{own}</strong>
      <span>
        {second !== own && <span lang={other}>{second}</span>}
        {second !== own && station.code && ' · '}
        {station.code}
      </span>
    </span>
  );
}
