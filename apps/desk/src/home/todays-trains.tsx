// How full today's trains are: all together, the fullest and the next to leave.
import type { HomeTrain } from '@kippu/contract/calls/desk/home';
import type { deskHome } from '@kippu/contract/routes/desk/home';
import type { DataOf } from '@kippu/contract/route-types';
import { nameIn } from '@kippu/contract/names';
import { hrefOf } from '../app/router/router.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { LoadBar } from '../train/load-bar.tsx';
import { trainText } from '../train/train-words.ts';
import { Card } from '../ui/layout/page.tsx';
import css from './home.module.css';

type Load = NonNullable<DataOf<typeof deskHome>['load']>;

const WORDS = {
  title: text('今日の列車', 'Today’s trains'),
  sum: (trains: string, reserved: string, seats: string) =>
    text(
      '{trains}本 · 予約{reserved}席 / {seats}席',
      'Trains: {trains} · reserved seats: {reserved} of {seats}',
      { trains, reserved, seats },
    ),
  busiest: text('混みあう区間で数えています', 'Counted on the busiest leg of each train'),
  all: text('すべての列車', 'All trains'),
  fullest: text('満席に近い列車', 'Fullest'),
  soonest: text('まもなく発車', 'Next to leave'),
  noneFull: text('今日はまだ予約がありません', 'No seats reserved yet today'),
  noneLeft: text('今日の列車はもうありません', 'No more trains today'),
};

function Trains({
  title,
  trains,
  none,
}: {
  readonly title: string;
  readonly trains: readonly HomeTrain[];
  readonly none: string;
}) {
  const language = useLanguage();
  const { time, count } = useFormat();
  return (
    <section className={css['trains']}>
      <h3 className={css['head']}>{title}</h3>
      {trains.length === 0 && <p className={css['quiet']}>{none}</p>}
      <ul>
        {trains.map((train) => (
          <li key={train.departureId}>
            <a href={hrefOf('trains', [train.departureId])} className={css['train']}>
              <b className={css['time']}>{time(train.departAt)}</b>
              <span className={css['what']}>
                <span>{trainText(train, language)}</span>
                <span className={css['quiet']}>
                  {nameIn(train, 'fromName', language)} → {nameIn(train, 'toName', language)}
                </span>
              </span>
              <span className={css['load']}>
                {count(train.reserved)} / {count(train.seats)}
                <LoadBar load={{ reserved: train.reserved, held: 0 }} seats={train.seats} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TodaysTrains({ load }: { readonly load: Load }) {
  const say = useSay();
  const { count } = useFormat();
  return (
    <Card title={say(WORDS.title)} aside={<a href={hrefOf('trains')}>{say(WORDS.all)}</a>}>
      <div className={css['sum']}>
        <p>{say(WORDS.sum(count(load.trains), count(load.reserved), count(load.seats)))}</p>
        <LoadBar load={{ reserved: load.reserved, held: 0 }} seats={load.seats} />
        <p className={css['quiet']}>{say(WORDS.busiest)}</p>
      </div>
      <div className={css['columns']}>
        <Trains title={say(WORDS.soonest)} trains={load.soonest} none={say(WORDS.noneLeft)} />
        <Trains title={say(WORDS.fullest)} trains={load.fullest} none={say(WORDS.noneFull)} />
      </div>
    </Card>
  );
}
