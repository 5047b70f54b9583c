// The trains that live feeds add to a day. Staff see what travellers see, and can give a train cars so that its seats are sold.
import type { ExtraTrain } from '@kippu/contract/calls/desk/occupancy';
import type { FormationCars } from '@kippu/contract/calls/desk/live';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { GiveCars } from './run/added-cars.tsx';
import css from './train.module.css';

const WORDS = {
  title: (count: number) => text('臨時列車 {count}本', 'Extra trains: {count}', { count }),
  hint: text(
    '配信データが追加した列車です。お客さまの画面と発車案内に出ます。座席は、号車を決めると予約できます。',
    'Added by a live feed. Travellers see them in the app and on departure boards. Their seats can be reserved once you give them cars.',
  ),
  unnamed: text('名前のない列車', 'Without a name'),
};

/** Renders nothing on a day without such trains. */
export function ExtraTrains({
  trains,
  date,
  formations,
}: {
  readonly trains: readonly ExtraTrain[];
  readonly date: string;
  readonly formations: readonly FormationCars[];
}) {
  const say = useSay();
  const language = useLanguage();
  const { time } = useFormat();
  if (trains.length === 0) return null;
  return (
    <details className={`${css['boards']} ${css['extra']}`} open>
      <summary>{say(WORDS.title(trains.length))}</summary>
      <p className={css['quiet']}>{say(WORDS.hint)}</p>
      <ul>
        {trains.map((train) => {
          const [first, last] = [train.stops[0], train.stops.at(-1)];
          const parts = [nameIn(train, 'trainName', language), train.trainNo].filter((part) => part !== '');
          const name = parts.length > 0 ? parts.join(' ') : say(WORDS.unnamed);
          return (
            <li key={train.tripId}>
              <span>
                <b>{name}</b> {nameIn(first ?? {}, 'stationName', language)} {time(first?.departAt ?? '')} →{' '}
                {nameIn(last ?? {}, 'stationName', language)} {time(last?.arriveAt ?? '')}{' '}
                <span className={css['quiet']}>{train.tripId}</span>
              </span>
              <GiveCars train={train} name={name} serviceDate={date} formations={formations} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
