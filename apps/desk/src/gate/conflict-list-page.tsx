// Conflicts between gates, open ones first.
import { useState } from 'react';
import { DoorOpen } from 'lucide-react';
import { deskGateConflicts, deskSettleGateConflicts } from '@kippu/contract/routes/desk/issue';

import type { GateConflict, GateConflictKind } from '@kippu/contract/calls/desk/issue';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { usePages } from '../app/call/queries.ts';
import { hrefOf, navigate, type Query } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { groupedNumber } from '../app/text/ticket-words.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { useMay } from '../app/session/rights.ts';
import { Checkbox, SelectField } from '../ui/controls/field.tsx';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import { GateTabs } from './gate-tabs.tsx';
import { gateMark, isConflictKind, KIND_WORDS, PASSAGE_WORDS } from '../app/text/gate-words.ts';
import css from './gate.module.css';
import { filterOf, ListFilters } from './list-filters.tsx';
import { SettleManyDialog, type Chosen, type SettledMany } from './settle-many-dialog.tsx';

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
  anyKind: text('すべて', 'All'),
  gate: (mark: string) =>
    text('改札機 {mark} だけを表示しています。', 'Only those of gate {mark} are listed.', { mark }),
  allGates: text('すべての改札機', 'All gates'),
  choose: text('選択', 'Choose'),
  chooseOne: text('選ぶ', 'Choose'),
  chooseShown: text('表示中をすべて選ぶ', 'Choose all shown'),
  chooseNone: text('選択をやめる', 'Choose none'),
  settleChosen: (count: number) => text('選んだ{count}件を解決', 'Resolve the {count} chosen', { count }),
  settleGate: text('この改札機の分をすべて解決', 'Resolve all of this gate'),
  done: (count: number) =>
    text(
      '{count}件を解決にしました。',
      count === 1 ? '1 conflict is resolved.' : '{count} conflicts are resolved.',
      { count },
    ),
  left: (count: number) =>
    text(
      '{count}件は、ほかの係員が先に解決していたため、そのままです。',
      count === 1
        ? '1 was resolved by somebody else before, and stays as it was.'
        : '{count} were resolved by somebody else before, and stay as they were.',
      { count },
    ),
  unknown: (count: number) =>
    text(
      '{count}件は、この番号の不一致がないため、何もしていません。',
      count === 1
        ? '1 is no conflict any more. Nothing was done about it.'
        : '{count} are no conflicts any more. Nothing was done about them.',
      { count },
    ),
  more: text('まだ残っています。もう一度解決してください。', 'More of them are open. Resolve again.'),
};

const STATES = ['open', 'settled'] as const;

function State({ settled }: { readonly settled: boolean }) {
  const say = useSay();
  return <Chip tone={settled ? 'plain' : 'warn'}>{say(settled ? WORDS.settled : WORDS.open)}</Chip>;
}
const stateCell = ({ settled }: GateConflict) => <State settled={settled !== undefined} />;

/** What the last act did, and what it left. */
function Result({ of: { settled, left, unknown = [], more } }: { readonly of: SettledMany }) {
  const say = useSay();
  return (
    <NoticeBox
      tone={left > 0 || unknown.length > 0 || more ? 'warn' : 'info'}
      title={say(WORDS.done(settled))}
    >
      {left > 0 && <p>{say(WORDS.left(left))}</p>}
      {unknown.length > 0 && <p>{say(WORDS.unknown(unknown.length))}</p>}
      {more && <p>{say(WORDS.more)}</p>}
    </NoticeBox>
  );
}

/** The conflicts of one filter, which staff open one by one or resolve together. */
function Conflicts({
  asked,
  gateId,
  kind,
  plain,
}: {
  readonly asked: Query;
  readonly gateId: string;
  readonly kind: GateConflictKind | undefined;
  /** Whether the list is of all open ones. */
  readonly plain: boolean;
}) {
  const say = useSay();
  const language = useLanguage();
  const may = useMay();
  const { shortMoment } = useFormat();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [settling, setSettling] = useState<Chosen>();
  const [result, setResult] = useState<SettledMany>();
  const pages = usePages(deskGateConflicts, {
    ...asked,
    ...(gateId === '' ? {} : { gateId }),
    ...(kind === undefined ? {} : { kind }),
  });
  const open = (pages.rows ?? []).filter(({ settled }) => settled === undefined);
  const ids = open.map(({ conflictId }) => conflictId).filter((id) => chosen.has(id));
  const [newest] = open;
  const toggle = (id: string, on: boolean) =>
    setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  const mayMany = may(deskSettleGateConflicts);
  return (
    <>
      {result && <Result of={result} />}
      {mayMany && newest && (
        <div className={css['acts']}>
          <Button
            kind="outline"
            onClick={() => setChosen(new Set(ids.length > 0 ? [] : open.map((each) => each.conflictId)))}
          >
            {say(ids.length > 0 ? WORDS.chooseNone : WORDS.chooseShown)}
          </Button>
          {gateId !== '' && ids.length === 0 && (
            <Button kind="outline" onClick={() => setSettling({ gateId, upTo: newest.conflictId, kind })}>
              {say(WORDS.settleGate)}
            </Button>
          )}
          {ids.length > 0 && (
            <Button onClick={() => setSettling({ conflictIds: ids })}>
              {say(WORDS.settleChosen(ids.length))}
            </Button>
          )}
        </div>
      )}
      <DataTable<GateConflict>
        label={say(WORDS.title)}
        source={pages}
        keyOf={({ conflictId }) => conflictId}
        href={({ conflictId }) => hrefOf('gates', [conflictId])}
        columns={[
          { title: say(WORDS.kind), cell: ({ kind: each }) => say(KIND_WORDS[each].title) },
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
          ...(mayMany
            ? [
                {
                  title: say(WORDS.choose),
                  cell: ({ conflictId, settled }: GateConflict) =>
                    settled === undefined && (
                      <Checkbox checked={chosen.has(conflictId)} onChecked={(on) => toggle(conflictId, on)}>
                        {say(WORDS.chooseOne)}
                      </Checkbox>
                    ),
                },
              ]
            : []),
        ]}
        empty={
          <Empty icon={DoorOpen} title={say(plain ? WORDS.none : WORDS.noneSo)}>
            {plain && say(WORDS.noneText)}
          </Empty>
        }
      />
      {settling && (
        <SettleManyDialog
          of={settling}
          onDone={(done) => {
            setSettling(undefined);
            setChosen(new Set());
            setResult(done);
          }}
          onClose={() => setSettling(undefined)}
        />
      )}
    </>
  );
}

export function ConflictListPage({ query }: { readonly query: Query }) {
  const say = useSay();
  const filter = filterOf(query, STATES);
  const gateId = query['gate'] ?? '';
  const asked = query['kind'] ?? '';
  const kind = isConflictKind(asked) ? asked : undefined;
  const kept = { gate: gateId, kind: kind ?? '' };
  const go = (change: Query) =>
    navigate(hrefOf('gates', [], { ...query, ...kept, ...change }), { replace: true });
  return (
    <Page title={say(WORDS.title)} lead={say(WORDS.lead)}>
      <GateTabs here="conflicts" />
      <ListFilters
        filter={filter}
        rest={[]}
        kept={kept}
        states={[
          { value: 'open', label: say(WORDS.open) },
          { value: 'settled', label: say(WORDS.settled) },
        ]}
      >
        <SelectField
          label={say(WORDS.kind)}
          value={kind ?? ''}
          onValue={(value) => go({ kind: value })}
          choices={[
            { value: '', label: say(WORDS.anyKind) },
            ...Object.entries(KIND_WORDS).map(([value, words]) => ({ value, label: say(words.title) })),
          ]}
        />
      </ListFilters>
      {gateId !== '' && (
        <p className={css['inline']}>
          {say(WORDS.gate(gateMark(gateId)))}
          <a href={hrefOf('gates', [], { ...query, gate: '' })}>{say(WORDS.allGates)}</a>
        </p>
      )}
      <Conflicts
        key={JSON.stringify([filter.asked, gateId, kind])}
        asked={filter.asked}
        gateId={gateId}
        kind={kind}
        plain={filter.state === 'open' && filter.stationId === '' && gateId === '' && kind === undefined}
      />
    </Page>
  );
}
