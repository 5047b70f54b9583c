// Checks a feed from the disk: shows its first fault or its effects, then offers the import.
import { useState } from 'react';
import { deskCheckFeed, deskFeed, deskImportFeed } from '@kippu/contract/routes/desk/timetable';
import type { FeedEffects } from '@kippu/contract/calls/desk/timetable';
import type { DataOf } from '@kippu/contract/route-types';
import { useFormat } from '../app/text/format.ts';
import { useAct, useLook } from '../app/call/queries.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { Facts } from '../ui/layout/facts.tsx';
import { FileDrop } from '../ui/controls/file-drop.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card } from '../ui/layout/page.tsx';
import { toast } from '@kippu/ui/toast';
import { FEED_WORDS } from './feed-words.ts';
import { readFeed, type FeedFault, type FeedFiles } from './read-feed.ts';
import css from './timetable.module.css';

const FAULTS = {
  noZip: text(
    'ZIPファイルとして開けません。GTFSのZIPを選んでください。',
    'This cannot be opened as a ZIP file. Choose the ZIP of a GTFS feed.',
  ),
  noFeed: text(
    'trips.txtなどの時刻表のファイルが入っていません。GTFSのZIPを選んでください。',
    'It contains no file of a feed, such as trips.txt. Choose the ZIP of a GTFS feed.',
  ),
  tooLong: text('大きすぎます。全部で4 MBまでです。', 'It is too large: the limit is 4 MB in total.'),
  notUtf8: text(
    '文字がUTF-8ではありません。UTF-8で保存し直してください。',
    'It is not written in UTF-8. Save its files in UTF-8.',
  ),
};

const WORDS = {
  title: text('新しい時刻表を取り込む', 'Import a newer one'),
  drop: text('GTFSのZIPファイル', 'ZIP file of a GTFS feed'),
  hint: text('まず確かめるだけで、何も変わりません。', 'It is only tried at first: nothing changes yet.'),
  wrong: (file: string, line: string) => text(`${file}の${line}行目`, `${file}, line ${line}`),
  correct: text('直してから、もう一度選んでください。', 'Correct it, then choose it again.'),
  found: text('この時刻表', 'This timetable'),
  trains: text('列車の変更', 'Changes to trains'),
  added: text('増える', 'New'),
  gone: text('なくなる', 'Gone'),
  changed: text('変わる', 'Changed'),
  reservations: text('これから乗る予約への影響', 'Effect on upcoming reservations'),
  cancelled: text('列車がなくなる', 'Lose their train'),
  retimed: text('時刻が変わる', 'Times change'),
  seatGone: text('座席がなくなる', 'Lose their seat'),
  restored: text('もとに戻る', 'Back to the booked times'),
  untouched: text('変わる予約はありません。', 'No reservation changes.'),
  begin: text('取り込む…', 'Import…'),
  ask: text('この時刻表を取り込みますか', 'Import this timetable?'),
  when: text(
    '10秒以内に、すべてのサーバーで使われます。再起動はいりません。',
    'It takes effect on all servers within ten seconds, without a restart.',
  ),
  notified: (count: string) =>
    text(
      `予約${count}件の旅行者にお知らせとメールが届きます。`,
      `The travellers of ${count} reservations are notified by notice and mail.`,
    ),
  stopped: text('運転しなくなる列車', 'Trains that stop running'),
  allFrom: (day: string) => text(`${day}から1本も運転しません`, `No train runs from ${day} on`),
  allHelp: text(
    'その日からの座席は予約できなくなります。時刻表の期間を確かめてください。',
    'Seats of that day and later can no longer be booked. Check the service dates of the feed.',
  ),
  stops: (no: string, day: string, days: string) =>
    text(`${no}号：${day}から・${days}日間`, `No. ${no}: from ${day}, on ${days} days`),
  more: (count: string) => text(`ほか${count}本`, `and ${count} more`),
  confirm: text('取り込む', 'Import'),
  done: text('時刻表を取り込みました', 'The timetable is imported'),
};

type Checked = DataOf<typeof deskCheckFeed>;
type Tried = Extract<Checked, { readonly effects: FeedEffects }>;

/** Warns of the trains that will not run, and from when; nothing if all run. */
function Stopped({ stopped: { allFrom, trains, more } }: { readonly stopped: FeedEffects['stopped'] }) {
  const say = useSay();
  const { day, date, count } = useFormat();
  if (allFrom === undefined && trains.length === 0) return null;
  return (
    <section className={css['stopped']}>
      {allFrom !== undefined && (
        <NoticeBox tone="warn" title={say(WORDS.allFrom(day(allFrom)))}>
          {say(WORDS.allHelp)}
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

function Effects({ tried }: { readonly tried: Tried }) {
  const say = useSay();
  const { date, count } = useFormat();
  const { summary, effects } = tried;
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
      <Stopped stopped={effects.stopped} />
      <section>
        <h3>{say(WORDS.reservations)}</h3>
        {none ? (
          <p>{say(WORDS.untouched)}</p>
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

function Import({
  files,
  tried,
  onDone,
}: {
  readonly files: FeedFiles;
  readonly tried: Tried;
  readonly onDone: () => void;
}) {
  const say = useSay();
  const { count, day } = useFormat();
  const [asked, setAsked] = useState(false);
  const act = useAct(deskImportFeed, {
    changes: [deskFeed],
    onDone: () => {
      toast(say(WORDS.done));
      onDone();
    },
  });
  const { allFrom, trains } = tried.effects.stopped;
  const affected = Object.values(tried.effects.reservations).reduce((sum, each) => sum + each, 0);
  return (
    <>
      <Button
        onClick={() => {
          act.clear();
          setAsked(true);
        }}
      >
        {say(WORDS.begin)}
      </Button>
      {asked && (
        <ConfirmDialog
          title={say(WORDS.ask)}
          confirm={say(WORDS.confirm)}
          kind={affected > 0 || allFrom !== undefined || trains.length > 0 ? 'destroy' : 'primary'}
          busy={act.busy}
          error={act.error}
          onConfirm={() => act.run({ body: { files } })}
          onClose={() => setAsked(false)}
        >
          {allFrom !== undefined && <p>{say(WORDS.allFrom(day(allFrom)))}</p>}
          <p>{say(affected > 0 ? WORDS.notified(count(affected)) : WORDS.untouched)}</p>
          <p>{say(WORDS.when)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Checking({ files, onDone }: { readonly files: FeedFiles; readonly onDone: () => void }) {
  const say = useSay();
  const read = useLook(deskCheckFeed, { files });
  return (
    <Loaded read={read}>
      {(checked) =>
        'problem' in checked ? (
          <NoticeBox
            tone="danger"
            title={say(WORDS.wrong(checked.problem.file, String(checked.problem.line)))}
          >
            <p lang="en">{checked.problem.text}</p>
            <p>{say(WORDS.correct)}</p>
          </NoticeBox>
        ) : (
          <>
            <Effects tried={checked} />
            <Import files={files} tried={checked} onDone={onDone} />
          </>
        )
      }
    </Loaded>
  );
}

export function TryFeed() {
  const say = useSay();
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<FeedFiles | FeedFault | null>(null);
  const [tries, setTries] = useState(0);
  const take = async (chosen: File) => {
    setFile(chosen);
    setRead(null);
    setRead(await readFeed(chosen));
    setTries((count) => count + 1);
  };
  const clear = () => {
    setFile(null);
    setRead(null);
  };
  return (
    <Card title={say(WORDS.title)}>
      <div className={css['try']}>
        <FileDrop
          label={say(WORDS.drop)}
          hint={say(WORDS.hint)}
          accept=".zip,application/zip"
          file={file}
          error={typeof read === 'string' ? say(FAULTS[read]) : undefined}
          onFile={(chosen) => void take(chosen)}
        />
        {read !== null && typeof read !== 'string' && <Checking key={tries} files={read} onDone={clear} />}
      </div>
    </Card>
  );
}
