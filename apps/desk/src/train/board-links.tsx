// Links to the departure boards of the stations where the day's trains stop.
import { boardPath } from '@kippu/contract/board/departure-board';
import type { DepartureLoad } from '@kippu/contract/calls/desk/occupancy';
import { nameIn } from '@kippu/contract/names';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import css from './train.module.css';

const WORDS = {
  title: text('駅の発車案内', 'Departure boards'),
  hint: text('駅の画面に表示するページです', 'Pages for the screens at stations'),
};

export function BoardLinks({ trains }: { readonly trains: readonly DepartureLoad[] }) {
  const say = useSay();
  const language = useLanguage();
  const stops = new Map(
    trains.flatMap((train) => train.stops.slice(0, -1)).map((stop) => [stop.stationId, stop] as const),
  );
  if (stops.size === 0) return null;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const links = [...stops]
    .map(([stationId, stop]) => ({ stationId, name: nameIn(stop, 'stationName', language) }))
    .toSorted((a, b) => compare(a.name, b.name));
  return (
    <details className={css['boards']}>
      <summary>{say(WORDS.title)}</summary>
      <p className={css['quiet']}>{say(WORDS.hint)}</p>
      <ul>
        {links.map(({ stationId, name }) => (
          <li key={stationId}>
            <a href={boardPath(stationId)} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
