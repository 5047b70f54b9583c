// A station as its name board shows it: number, the reader's language, Japanese beneath.
import { nameIn } from '@kippu/contract/fields';
import type { Station } from '@kippu/contract/station';
import { useLanguage } from '../i18n/messages.ts';
import css from './station-name.module.css';

export function StationName({ station }: { readonly station: Station }) {
  const language = useLanguage();
  const own = nameIn(station, 'stationName', language);
  const japanese = nameIn(station, 'stationName', 'ja');
  const second = language === 'ja' ? nameIn(station, 'stationName', 'en') : japanese;
  return (
    <span className={css['station']}>
      {station.code && <span className={css['code']}>{station.code}</span>}
      <span className={css['names']}>
        <strong>{own}</strong>
        {second !== own && <span lang={language === 'ja' ? 'en' : 'ja'}>{second}</span>}
      </span>
    </span>
  );
}
