// Conflicts between gates, open ones first.
import { DoorOpen } from 'lucide-react';
import { deskGateConflicts } from '@kippu/contract/routes/desk/issue';
import type { GateConflict } from '@kippu/contract/calls/desk/issue';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { usePages } from '../app/call/queries.ts';
import { hrefOf, type Query } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { groupedNumber } from '../app/text/ticket-words.ts';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import { GateTabs } from './gate-tabs.tsx';
import { KIND_WORDS, PASSAGE_WORDS } from '../app/text/gate-words.ts';
import { filterOf, ListFilters } from './list-filters.tsx';

const WORDS = {
  title: text('改札の不一致', 'Gate conflicts'),
  lead: text(
    '改札機の記録どうしが合わない通過です。何があったか確かめて、解決にします。',
    'Passages that contradict each other. Find out what happened, then resolve each.',
  ),
  state: text('状態', 'State'),
  open: text('未解決', 'Open'),
  settled: text('解決済み', 'Resolved'),
  kind: text('内容', 'What happened'),
  where: text('駅・向き', 'Station, direction'),
  at: text('通過時刻', 'Passed at'),
  ticket: text('きっぷ', 'Ticket'),
  none: text('未解決の不一致はありません', 'Nothing is open'),
  noneText: text(
    '改札機の記録はすべて合っています。新しい不一致は、見つかるとここに並びます。',
    'All reported passages fit together. Conflicts will appear here.',
  ),
  noneSo: text('この条件の不一致はありません', 'Nothing matches'),
};

const STATES = ['open', 'settled'] as const;

function State({ settled }: { readonly settled: boolean }) {
  const say = useSay();
  return <Chip tone={settled ? 'plain' : 'warn'}>{say(settled ? WORDS.settled : WORDS.open)}</Chip>;
}
const stateCell = ({ settled }: GateConflict) => <State settled={settled !== undefined} />;

export function ConflictListPage({ query }: { readonly query: Query }) {
  const say = useSay();
  const language = useLanguage();
  const { shortMoment } = useFormat();
  const filter = filterOf(query, STATES);
  const pages = usePages(deskGateConflicts, filter.asked);
  const plain = filter.state === 'open' && filter.stationId === '';
  return (
    <Page title={say(WORDS.title)} lead={say(WORDS.lead)}>
      <GateTabs here="conflicts" />
      <ListFilters
        filter={filter}
        rest={[]}
        states={[
          { value: 'open', label: say(WORDS.open) },
          { value: 'settled', label: say(WORDS.settled) },
        ]}
      />
      <DataTable<GateConflict>
        label={say(WORDS.title)}
        source={pages}
        keyOf={({ conflictId }) => conflictId}
        href={({ conflictId }) => hrefOf('gates', [conflictId])}
        columns={[
          { title: say(WORDS.kind), cell: ({ kind }) => say(KIND_WORDS[kind].title) },
          {
            title: say(WORDS.where),
            cell: (row) => `${nameIn(row, 'stationName', language)} ${say(PASSAGE_WORDS[row.code])}`,
          },
          { title: say(WORDS.at), whole: true, cell: ({ at }) => shortMoment(at) },
          {
            title: say(WORDS.ticket),
            whole: true,
            cell: ({ ticket, told }) => groupedNumber(ticket?.ticketNo ?? told),
          },
          { title: say(WORDS.state), cell: stateCell },
        ]}
        empty={
          <Empty icon={DoorOpen} title={say(plain ? WORDS.none : WORDS.noneSo)}>
            {plain && say(WORDS.noneText)}
          </Empty>
        }
      />
    </Page>
  );
}
