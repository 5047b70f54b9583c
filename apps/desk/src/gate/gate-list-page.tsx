// The enrolled gates, when each last called, and how to close one or to count fewer of its passages.
import { DoorClosed, Plus } from 'lucide-react';
import { useState } from 'react';
import { deskGateList } from '@kippu/contract/routes/desk/gates';
import type { DeskGate } from '@kippu/contract/calls/desk/gates';
import { nameIn } from '@kippu/contract/names';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { useFormat } from '../app/text/format.ts';
import { usePages } from '../app/call/queries.ts';
import type { Query } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import { CloseGateDialog } from './close-gate-dialog.tsx';
import { CodeList } from './code-list.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import css from './gate.module.css';
import { GateTabs } from './gate-tabs.tsx';
import { DIRECTION_WORDS, gateMark } from '../app/text/gate-words.ts';
import { filterOf, ListFilters } from './list-filters.tsx';

const WORDS = {
  title: text('改札機', 'Gates'),
  lead: text(
    '登録された改札機と、最後に通信した時刻です。',
    'The enrolled gates, and when each last connected.',
  ),
  enrol: text('改札機を登録', 'Enrol a gate'),
  open: text('使用中', 'In service'),
  closed: text('閉鎖', 'Closed'),
  station: text('駅', 'Station'),
  direction: text('向き', 'Direction'),
  enrolled: text('登録', 'Enrolled'),
  heard: text('最後の通信', 'Last connection'),
  never: text('まだありません', 'Not yet'),
  silent: text('1日以上', 'Over a day ago'),
  attended: text('係員がいる改札だけ', 'Attended gates only'),
  inspector: text('車内改札', 'On board'),
  act: text('操作', 'Actions'),
  close: text('閉鎖する', 'Close'),
  countLess: text('数える通過を減らす', 'Count fewer passages'),
  none: text('改札機はまだありません', 'No gate is enrolled yet'),
  noneText: text(
    'コードを発行し、改札に置く端末で入力します。',
    'Make a code, and type it on the device at the gate.',
  ),
  noneSo: text('この条件の改札機はありません', 'Nothing matches'),
};

const STATES = ['open', 'closed'] as const;
const DAY_MS = 86_400_000;
const isSilent = ({ heardAt, closedAt }: DeskGate) =>
  heardAt !== undefined && closedAt === undefined && Date.now() - wallToEpoch(heardAt) > DAY_MS;

function Heard({ of: gate }: { readonly of: DeskGate }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  if (gate.heardAt === undefined) return <span className={css['quiet']}>{say(WORDS.never)}</span>;
  return (
    <span className={css['inline']}>
      {shortMoment(gate.heardAt)}
      {isSilent(gate) && <Chip tone="warn">{say(WORDS.silent)}</Chip>}
    </span>
  );
}

function Name({ of: gate }: { readonly of: DeskGate }) {
  const language = useLanguage();
  return (
    <span className={css['name']}>
      <b>{nameIn(gate, 'stationName', language)}</b>
      <span className={css['mark']}>{gateMark(gate.gateId)}</span>
    </span>
  );
}

function End({ of: gate, onClose }: { readonly of: DeskGate; readonly onClose: (gate: DeskGate) => void }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  if (gate.closedAt === undefined)
    return (
      <Button kind="outline" onClick={() => onClose(gate)}>
        {say(WORDS.close)}
      </Button>
    );
  return (
    <span className={css['name']}>
      <span>
        <Chip>{say(WORDS.closed)}</Chip>
      </span>
      <span className={css['quiet']}>{shortMoment(gate.closedAt)}</span>
      <Button kind="text" onClick={() => onClose(gate)}>
        {say(WORDS.countLess)}
      </Button>
    </span>
  );
}

/** Marks a gate for both directions: a ticket may be handed back over it. */
function Direction({ of: { direction, closedAt, inspects } }: { readonly of: DeskGate }) {
  const say = useSay();
  if (inspects) return say(WORDS.inspector);
  return (
    <span className={css['inline']}>
      {say(DIRECTION_WORDS[direction])}
      {direction === 'both' && closedAt === undefined && <Chip tone="warn">{say(WORDS.attended)}</Chip>}
    </span>
  );
}

const directionCell = (gate: DeskGate) => <Direction of={gate} />;
const nameCell = (gate: DeskGate) => <Name of={gate} />;
const heardCell = (gate: DeskGate) => <Heard of={gate} />;
const endCell = (gate: DeskGate, onClose: (gate: DeskGate) => void) => <End of={gate} onClose={onClose} />;

export function GateListPage({ query }: { readonly query: Query }) {
  const say = useSay();
  const { date } = useFormat();
  const [enrolling, setEnrolling] = useState(false);
  const [closing, setClosing] = useState<DeskGate>();
  const filter = filterOf(query, STATES);
  const pages = usePages(deskGateList, filter.asked);
  const plain = filter.state !== 'closed' && filter.stationId === '';
  return (
    <Page
      title={say(WORDS.title)}
      lead={say(WORDS.lead)}
      actions={
        <Button icon={Plus} onClick={() => setEnrolling(true)}>
          {say(WORDS.enrol)}
        </Button>
      }
    >
      <GateTabs here="gates" />
      <CodeList />
      <ListFilters
        filter={filter}
        rest={['list']}
        states={[
          { value: 'open', label: say(WORDS.open) },
          { value: 'closed', label: say(WORDS.closed) },
        ]}
      />
      <DataTable<DeskGate>
        label={say(WORDS.title)}
        source={pages}
        keyOf={({ gateId }) => gateId}
        columns={[
          { title: say(WORDS.station), cell: nameCell },
          { title: say(WORDS.direction), cell: directionCell },
          { title: say(WORDS.enrolled), whole: true, cell: ({ enrolledAt }) => date(enrolledAt) },
          { title: say(WORDS.heard), whole: true, cell: heardCell },
          { title: say(WORDS.act), cell: (row) => endCell(row, setClosing) },
        ]}
        empty={
          <Empty icon={DoorClosed} title={say(plain ? WORDS.none : WORDS.noneSo)}>
            {plain && say(WORDS.noneText)}
          </Empty>
        }
      />
      {enrolling && <EnrolDialog stationId={filter.stationId} onClose={() => setEnrolling(false)} />}
      {closing && <CloseGateDialog gate={closing} onClose={() => setClosing(undefined)} />}
    </Page>
  );
}
