// The imports so far, and the withdrawal of one.
import { useState } from 'react';
import type { DataOf } from '@kippu/contract/route-types';
import { deskFeed, deskWithdrawFeed } from '@kippu/contract/routes/desk/timetable';
import type { FeedImport } from '@kippu/contract/calls/desk/timetable';
import { useFormat } from '../app/text/format.ts';
import { useAct } from '../app/call/queries.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable, type Column } from '../ui/layout/data-table.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { Card } from '../ui/layout/page.tsx';
import { toast } from '@kippu/ui/toast';
import { FEED_WORDS } from './feed-words.ts';

const WORDS = {
  title: text('取り込みの記録', 'Imports'),
  empty: text('取り込んだ時刻表はまだありません。', 'No timetable has been imported yet.'),
  no: text('番号', 'No.'),
  at: text('取り込み', 'Imported'),
  by: text('担当', 'By'),
  state: text('状態', 'State'),
  act: text('操作', 'Action'),
  inEffect: text('使用中', 'In effect'),
  older: text('以前のもの', 'Earlier'),
  withdrawn: text('取り消し済み', 'Taken back'),
  withdraw: text('取り消す…', 'Take back…'),
  withdrawNo: (no: string) => text('取り消す… 番号{no}', 'Take back… no. {no}', { no }),
  ask: (no: string) => text('取り込み番号{no}を取り消しますか', 'Take import no. {no} back?', { no }),
  does: text(
    '使用中のものを取り消すと、その前の時刻表に数秒で戻り、予約が変わる旅行者にお知らせとメールが届きます。元には戻せませんが、同じファイルをもう一度取り込めます。',
    'If it is in effect, the former timetable takes effect again within seconds, and the travellers of reservations that change are notified. The same file can be imported again.',
  ),
  confirm: text('取り込みを取り消す', 'Take import back'),
  done: text('取り込みを取り消しました', 'The import is taken back'),
};

type Feed = DataOf<typeof deskFeed>;

function StateOf({ feed, row }: { readonly feed: Feed; readonly row: FeedImport }) {
  const say = useSay();
  if (feed.inEffect.importId === row.importId) return <Chip tone="ok">{say(WORDS.inEffect)}</Chip>;
  return <Chip>{say(row.withdrawn ? WORDS.withdrawn : WORDS.older)}</Chip>;
}

function Withdraw({ row, onOpen }: { readonly row: FeedImport; readonly onOpen: (row: FeedImport) => void }) {
  const say = useSay();
  if (row.withdrawn) return null;
  return (
    <Button kind="text" aria-label={say(WORDS.withdrawNo(row.importId))} onClick={() => onOpen(row)}>
      {say(WORDS.withdraw)}
    </Button>
  );
}

const stateCell = (feed: Feed) => (row: FeedImport) => <StateOf feed={feed} row={row} />;
const withdrawCell = (onOpen: (row: FeedImport) => void) => (row: FeedImport) => (
  <Withdraw row={row} onOpen={onOpen} />
);

export function FeedImports({ feed }: { readonly feed: Feed }) {
  const say = useSay();
  const { shortMoment, date, count } = useFormat();
  const [chosen, setChosen] = useState<FeedImport | null>(null);
  const act = useAct(deskWithdrawFeed, {
    changes: [deskFeed],
    onDone: () => {
      toast(say(WORDS.done));
      setChosen(null);
    },
  });
  const open = (row: FeedImport) => {
    act.clear();
    setChosen(row);
  };
  const columns: readonly Column<FeedImport>[] = [
    { title: say(WORDS.no), cell: ({ importId }) => importId, numeric: true },
    { title: say(WORDS.at), cell: ({ at }) => shortMoment(at), whole: true },
    { title: say(WORDS.by), cell: ({ by }) => by },
    { title: say(FEED_WORDS.version), cell: ({ version }) => version },
    { title: say(FEED_WORDS.days), cell: ({ from, to }) => `${date(from)} – ${date(to)}` },
    { title: say(FEED_WORDS.trips), cell: ({ trips }) => count(trips), numeric: true },
    { title: say(WORDS.state), cell: stateCell(feed) },
    { title: say(WORDS.act), cell: withdrawCell(open) },
  ];
  return (
    <Card title={say(WORDS.title)}>
      <DataTable
        label={say(WORDS.title)}
        columns={columns}
        source={{ rows: feed.imports }}
        keyOf={({ importId }) => importId}
        empty={say(WORDS.empty)}
      />
      {chosen && (
        <ConfirmDialog
          title={say(WORDS.ask(chosen.importId))}
          confirm={say(WORDS.confirm)}
          busy={act.busy}
          error={act.error}
          onConfirm={() => act.run({ body: { importId: chosen.importId } })}
          onClose={() => setChosen(null)}
        >
          <p>{say(WORDS.does)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
