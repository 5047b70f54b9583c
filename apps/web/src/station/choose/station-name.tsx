// A station as its name board shows it: the reader's language, beneath it the other script and the number.
import { nameIn } from '@kippu/contract/fields';
import type { Station } from '@kippu/contract/station';
import { useLanguage } from '../i18n/messages.ts';
import css from './station-name.module.css';

export function StationName({ station }: { readonly station: Station }) {
  const language = useLanguage();
  const own = nameIn(station, 'stationName', language);
  // Japanese is on every board; who reads Japanese is helped by the Latin letters of a map.
  const other = language === 'ja' ? 'en' : 'ja';
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
