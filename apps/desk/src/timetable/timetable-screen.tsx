// The current timetable, and a newer one: tried, imported for the next start, or withdrawn.
import { deskFeed } from '@kippu/contract/routes/desk/timetable';
import type { FeedImport } from '@kippu/contract/calls/desk/timetable';
import type { DataOf } from '@kippu/contract/route-types';
import { useFormat } from '../app/text/format.ts';
import { useRead } from '../app/call/queries.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Facts } from '../ui/layout/facts.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card, Page } from '../ui/layout/page.tsx';
import { FeedImports } from './feed-imports.tsx';
import { FEED_WORDS } from './feed-words.ts';
import { TryFeed } from './try-feed.tsx';

const WORDS = {
  title: text('時刻表', 'Timetable'),
  inEffect: text('使用中の時刻表', 'In effect'),
  source: text('もとのデータ', 'Source'),
  files: text('事業者のファイル', 'The operator’s files'),
  imported: (no: string) => text(`取り込み番号 ${no}`, `Import no. ${no}`),
  waiting: text('再起動を待っています', 'Waiting for a restart'),
  nextImport: (no: string, by: string, at: string) =>
    text(
      `${at}に${by}が取り込んだ時刻表（番号 ${no}）は、サーバーをすべて止めてから起動すると使われます。`,
      `Import no. ${no}, made by ${by} on ${at}, is used once every server has been restarted.`,
    ),
  nextFiles: text(
    'サーバーをすべて止めてから起動すると、事業者のファイルの時刻表に戻ります。',
    'The operator’s own files are used again once every server has been restarted.',
  ),
};

type Feed = DataOf<typeof deskFeed>;

function Waiting({ next }: { readonly next: FeedImport | 'files' }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  return (
    <NoticeBox tone="warn" title={say(WORDS.waiting)}>
      {say(
        next === 'files' ? WORDS.nextFiles : WORDS.nextImport(next.importId, next.by, shortMoment(next.at)),
      )}
    </NoticeBox>
  );
}

function InEffect({ feed: { inEffect } }: { readonly feed: Feed }) {
  const say = useSay();
  const { date, count } = useFormat();
  const { importId, version, from, to, trips, stations } = inEffect;
  return (
    <Card title={say(WORDS.inEffect)}>
      <Facts
        of={[
          [say(WORDS.source), say(importId === undefined ? WORDS.files : WORDS.imported(importId))],
          [say(FEED_WORDS.version), version],
          [say(FEED_WORDS.days), `${date(from)} – ${date(to)}`],
          [say(FEED_WORDS.trips), count(trips)],
          [say(FEED_WORDS.stations), count(stations)],
        ]}
      />
    </Card>
  );
}

export function TimetableScreen() {
  const say = useSay();
  const read = useRead(deskFeed, {});
  return (
    <Page title={say(WORDS.title)}>
      <Loaded read={read}>
        {(feed) => (
          <>
            {feed.next !== 'same' && <Waiting next={feed.next} />}
            <InEffect feed={feed} />
            <TryFeed />
            <FeedImports feed={feed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
