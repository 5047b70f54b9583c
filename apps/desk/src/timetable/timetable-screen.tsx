// The current timetable, which servers serve it, and a newer one: checked, imported or withdrawn.
import { deskFeed } from '@kippu/contract/routes/desk/timetable';
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
  imported: (no: string) => text('取り込み番号 {no}', 'Import no. {no}', { no }),
  published: text('使用開始', 'Published'),
  servers: text('サーバー', 'Servers'),
  since: (at: string) => text('{at}から使用中', 'In effect since {at}', { at }),
  everywhere: (count: string, at: string) =>
    text('{count}台すべてで{at}から使用中', 'In effect on all {count} since {at}', { count, at }),
  notYet: (count: string, all: string) =>
    text('{all}台のうち{count}台はまだ使っていません', 'Not yet taken up by {count} of {all}', {
      all,
      count,
    }),
  none: text('応答しているサーバーはありません', 'No server has reported yet'),
  reservations: text('予約', 'Reservations'),
  moved: (count: string) => text('反映済み・変更{count}件', 'All up to date, {count} changed', { count }),
  moving: (count: string) =>
    text('反映中・これまでの変更{count}件', 'Being brought up to date, {count} changed so far', { count }),
  fault: text('この時刻表を読めないサーバーがあります', 'A server cannot read this timetable'),
  faultHelp: text(
    'そのサーバーは前の時刻表のまま案内し、座席の予約は受け付けません。事業者のファイルを直して起動し直すか、取り込みを取り消してください。',
    'It shows the former timetable and takes no bookings. Correct the operator’s files there and start it again, or take the import back.',
  ),
};

/** How often the page looks while the timetable is not in effect everywhere. */
const LOOK_AGAIN_MS = 3_000;

type Feed = DataOf<typeof deskFeed>;

function Faults({ faults }: { readonly faults: readonly string[] }) {
  const say = useSay();
  return (
    <NoticeBox tone="danger" title={say(WORDS.fault)}>
      {faults.map((fault) => (
        <p key={fault} lang="en">
          {fault}
        </p>
      ))}
      <p>{say(WORDS.faultHelp)}</p>
    </NoticeBox>
  );
}

/** Returns the text about the servers that serve the timetable. */
function useServersText({ running, serving, since }: Feed['servers']): string {
  const say = useSay();
  const { shortMoment, count } = useFormat();
  if (running === 0) return say(WORDS.none);
  if (since !== undefined && running === 1) return say(WORDS.since(shortMoment(since)));
  if (since !== undefined) return say(WORDS.everywhere(count(running), shortMoment(since)));
  return say(WORDS.notYet(count(running - serving), count(running)));
}

function InEffect({ feed: { inEffect, servers, reservations } }: { readonly feed: Feed }) {
  const say = useSay();
  const { shortMoment, date, count } = useFormat();
  const serversText = useServersText(servers);
  const { importId, version, from, to, trips, stations, at } = inEffect;
  const disrupted = count(reservations.disrupted);
  return (
    <Card title={say(WORDS.inEffect)}>
      <Facts
        of={[
          [say(WORDS.source), say(importId === undefined ? WORDS.files : WORDS.imported(importId))],
          [say(WORDS.published), at === undefined ? '' : shortMoment(at)],
          [say(WORDS.servers), serversText],
          [
            say(WORDS.reservations),
            say(reservations.moved ? WORDS.moved(disrupted) : WORDS.moving(disrupted)),
          ],
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
  const read = useRead(
    deskFeed,
    {},
    {
      againAfter: ({ servers, reservations }) =>
        servers.since === undefined || !reservations.moved ? LOOK_AGAIN_MS : false,
    },
  );
  return (
    <Page title={say(WORDS.title)}>
      <Loaded read={read}>
        {(feed) => (
          <>
            {feed.servers.faults.length > 0 && <Faults faults={feed.servers.faults} />}
            <InEffect feed={feed} />
            <TryFeed />
            <FeedImports feed={feed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
