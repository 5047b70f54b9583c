// What a feed contains, and what it would change.
import type { FeedEffects as Effects } from '@kippu/contract/calls/desk/timetable';
import type { DataOf } from '@kippu/contract/route-types';
import type { deskUploadedFeed } from '@kippu/contract/routes/desk/timetable';
import { NoticeBox } from '@kippu/ui/notice-box';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Facts } from '../ui/layout/facts.tsx';
import { FEED_WORDS } from './feed-words.ts';
import css from './timetable.module.css';

const WORDS = {
  found: text('この時刻表', 'This timetable'),
  trains: text('列車の変更', 'Changes to trains'),
  added: text('増える', 'New'),
  gone: text('なくなる', 'Gone'),
  changed: text('変わる', 'Changed'),
  others: text('取り込まない列車', 'Left out'),
  otherTrains: text('他の路線の列車', 'Trains of others'),
  inexact: text('時刻の決まっていない列車', 'Trains without exact times'),
  otherStops: text('他の停留所', 'Other stops'),
  reservations: text('これから乗る予約への影響', 'Effect on upcoming reservations'),
  cancelled: text('列車がなくなる', 'Lose their train'),
  retimed: text('時刻が変わる', 'Times change'),
  seatGone: text('座席がなくなる', 'Lose their seat'),
  restored: text('もとに戻る', 'Back to the booked times'),
  stopped: text('運転しなくなる列車', 'Trains that stop running'),
  allHelp: text(
    'その日からの座席は予約できなくなります。時刻表の期間を確かめてください。',
    'Seats of that day and later can no longer be booked. Check the service dates of the feed.',
  ),
  gaps: text('1本も運転しない日', 'Days without any train'),
  gapsHelp: text('使用中の時刻表では運転する日です。', 'Trains run on them in the timetable in effect.'),
  until: (from: string, to: string) => text('{from}から{to}まで', '{from} – {to}', { from, to }),
  stops: (no: string, day: string, days: string) =>
    text('{no}号：{day}から・{days}日間', 'No. {no}: from {day}, on {days} days', { no, day, days }),
  more: (count: string) => text('ほか{count}本', 'and {count} more', { count }),
};

export const EFFECT_WORDS = {
  allFrom: (day: string) => text('{day}から1本も運転しません', 'No train runs from {day} on', { day }),
  untouched: text('変わる予約はありません。', 'No reservation changes.'),
};

/** A feed that may be imported. */
export type UsableFeed = Required<Extract<DataOf<typeof deskUploadedFeed>, { readonly state: 'read' }>>;

/** Warns of the trains that will not run, and from when; nothing if all run. */
function Stopped({ stopped: { allFrom, gaps, trains, more } }: { readonly stopped: Effects['stopped'] }) {
  const say = useSay();
  const { day, date, count } = useFormat();
  if (allFrom === undefined && trains.length === 0 && gaps.length === 0) return null;
  return (
    <section className={css['stopped']}>
      {allFrom !== undefined && (
        <NoticeBox tone="warn" title={say(EFFECT_WORDS.allFrom(day(allFrom)))}>
          {say(WORDS.allHelp)}
        </NoticeBox>
      )}
      {gaps.length > 0 && (
        <NoticeBox tone="warn" title={say(WORDS.gaps)}>
          <ul>
            {gaps.map(({ from, to }) => (
              <li key={from}>{from === to ? day(from) : say(WORDS.until(date(from), date(to)))}</li>
            ))}
          </ul>
          <p>{say(WORDS.gapsHelp)}</p>
        </NoticeBox>
      )}
      {trains.length > 0 && (
        <NoticeBox tone="warn" title={say(WORDS.stopped)}>
          <ul>
            {trains.map(({ trainNo, from, days }) => (
              <li key={trainNo}>{say(WORDS.stops(trainNo, date(from), count(days)))}</li>
            ))}
            {more > 0 && <li>{say(WORDS.more(count(more)))}</li>}
          </ul>
        </NoticeBox>
      )}
    </section>
  );
}

export function FeedEffects({ feed }: { readonly feed: UsableFeed }) {
  const say = useSay();
  const { date, count } = useFormat();
  const { summary, effects, report } = feed;
  const { trips = 0, stops = 0, withoutExactTimes = 0 } = report.leftOut ?? {};
  const { cancelled, retimed, seatGone, restored } = effects.reservations;
  const none = cancelled + retimed + seatGone + restored === 0;
  return (
    <div className={css['effects']}>
      <section>
        <h3>{say(WORDS.found)}</h3>
        <Facts
          of={[
            [say(FEED_WORDS.version), summary.version],
            [say(FEED_WORDS.days), `${date(summary.from)} – ${date(summary.to)}`],
            [say(FEED_WORDS.trips), count(summary.trips)],
            [say(FEED_WORDS.stations), count(summary.stations)],
          ]}
        />
      </section>
      <section>
        <h3>{say(WORDS.trains)}</h3>
        <Facts
          of={[
            [say(WORDS.added), count(effects.trips.added)],
            [say(WORDS.gone), count(effects.trips.gone)],
            [say(WORDS.changed), count(effects.trips.changed)],
          ]}
        />
      </section>
      {trips + stops + withoutExactTimes > 0 && (
        <section>
          <h3>{say(WORDS.others)}</h3>
          <Facts
            of={[
              [say(WORDS.otherTrains), trips > 0 && count(trips)],
              [say(WORDS.inexact), withoutExactTimes > 0 && count(withoutExactTimes)],
              [say(WORDS.otherStops), stops > 0 && count(stops)],
            ]}
          />
        </section>
      )}
      <Stopped stopped={effects.stopped} />
      <section>
        <h3>{say(WORDS.reservations)}</h3>
        {none ? (
          <p>{say(EFFECT_WORDS.untouched)}</p>
        ) : (
          <Facts
            of={[
              [say(WORDS.cancelled), count(cancelled)],
              [say(WORDS.retimed), count(retimed)],
              [say(WORDS.seatGone), count(seatGone)],
              [say(WORDS.restored), count(restored)],
            ]}
          />
        )}
      </section>
    </div>
  );
}
