// What gates could not decide among themselves: the open ones first.
import { DoorOpen } from 'lucide-react';
import { deskGateConflicts, type GateConflict } from '@kippu/contract/desk';
import { nameIn } from '@kippu/contract/fields';
import { useFormat } from '../app/format.ts';
import { usePages } from '../app/queries.ts';
import { hrefOf, navigate, type Query } from '../app/router.ts';
import { text, useLanguage, useSay } from '../app/texts.ts';
import { groupedNumber } from '../ticket/ticket-words.ts';
import { Chip } from '../ui/chip.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { Empty } from '../ui/load-state.tsx';
import { Filters, Page } from '../ui/page.tsx';
import { GateTabs } from './gate-tabs.tsx';
import { KIND_WORDS, PASSAGE_WORDS } from './gate-words.ts';
import { StationField } from './station-field.tsx';

const WORDS = {
  title: text('改札の不一致', 'Gate conflicts'),
  lead: text(
    '改札機の記録どうしが合わない通過です。何があったか確かめて、解決にします。',
    'Passages that do not fit together. Find out what happened, then settle each.',
  ),
  state: text('状態', 'State'),
  open: text('未解決', 'Open'),
  settled: text('解決済み', 'Settled'),
  both: text('すべて', 'All'),
  allStations: text('すべての駅', 'All stations'),
  kind: text('内容', 'What happened'),
  where: text('駅・向き', 'Station, way'),
  at: text('通過時刻', 'Passed at'),
  ticket: text('きっぷ', 'Ticket'),
  none: text('未解決の不一致はありません', 'Nothing is open'),
  noneText: text(
    '改札機の記録はすべて合っています。新しい不一致は、見つかるとここに並びます。',
    'Everything that gates told fits together. What does not will stand here.',
  ),
  noneSo: text('この条件の不一致はありません', 'There is none like that'),
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
  // Whoever comes wants to see what there is to do.
  const state =
    query['state'] === 'all' ? undefined : (STATES.find((known) => known === query['state']) ?? 'open');
  const stationId = query['station'] ?? '';
  const filter = (change: Record<string, string>) =>
    navigate(hrefOf('gates', [], { state: query['state'], station: stationId, ...change }), {
      replace: true,
    });
  const pages = usePages(deskGateConflicts, {
    ...(state === undefined ? {} : { state }),
    ...(stationId === '' ? {} : { stationId }),
  });
  const plain = state === 'open' && stationId === '';
  return (
    <Page title={say(WORDS.title)} lead={say(WORDS.lead)}>
      <GateTabs here="conflicts" />
      <Filters>
        <SelectField
          label={say(WORDS.state)}
          value={state ?? 'all'}
          onValue={(value) => filter({ state: value === 'open' ? '' : value })}
          choices={[
            { value: 'open', label: say(WORDS.open) },
            { value: 'settled', label: say(WORDS.settled) },
            { value: 'all', label: say(WORDS.both) },
          ]}
        />
        <StationField
          none={say(WORDS.allStations)}
          value={stationId}
          onValue={(station) => filter({ station })}
        />
      </Filters>
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
          {
            title: say(WORDS.state),
            cell: stateCell,
          },
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
