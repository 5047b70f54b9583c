// The trains that live feeds add to a day. Staff see what travellers see; there is nothing to change.
import type { ExtraTrain } from '@kippu/contract/calls/desk/occupancy';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import css from './train.module.css';

const WORDS = {
  title: (count: number) => text('臨時列車 {count}本', 'Extra trains: {count}', { count }),
  hint: text(
    '配信データが追加した列車です。お客さまの画面と発車案内に出ます。座席の予約はできません。',
    'Added by a live feed. Travellers see them in the app and on departure boards. Their seats cannot be reserved.',
  ),
  unnamed: text('名前のない列車', 'Without a name'),
};

/** Renders nothing on a day without such trains. */
export function ExtraTrains({ trains }: { readonly trains: readonly ExtraTrain[] }) {
  const say = useSay();
  const language = useLanguage();
  const { time } = useFormat();
  if (trains.length === 0) return null;
  return (
    <details className={css['boards']} open>
      <summary>{say(WORDS.title(trains.length))}</summary>
      <p className={css['quiet']}>{say(WORDS.hint)}</p>
      <ul>
        {trains.map((train) => {
          const [first, last] = [train.stops[0], train.stops.at(-1)];
          const name = [nameIn(train, 'trainName', language), train.trainNo].filter((part) => part !== '');
          return (
            <li key={train.tripId}>
              <b>{name.length > 0 ? name.join(' ') : say(WORDS.unnamed)}</b>{' '}
              {nameIn(first ?? {}, 'stationName', language)} {time(first?.departAt ?? '')} →{' '}
              {nameIn(last ?? {}, 'stationName', language)} {time(last?.arriveAt ?? '')}{' '}
              <span className={css['quiet']}>{train.tripId}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
