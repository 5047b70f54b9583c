// The trains of a day: how each runs, and its highest load.
import { CalendarDays, ChevronLeft, ChevronRight, Coins, RotateCw, TrainFront } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { deskOccupancy } from '@kippu/contract/routes/desk/occupancy';
import type { DepartureLoad } from '@kippu/contract/calls/desk/occupancy';
import { DIRECTIONS } from '@kippu/contract/values';
import { theRules } from '@kippu/domain/rules';
import { addDays, dateAt, wallToEpoch, isDate } from '@kippu/domain/time/service-day';
import { useFormat } from '../app/text/format.ts';
import { refresh, useRead } from '../app/call/queries.ts';
import { hrefOf, navigate, type Query } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Button, IconButton } from '@kippu/ui/button';
import { Chip } from '../ui/layout/chip.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { Checkbox, DateField, SelectField } from '../ui/controls/field.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import { BoardLinks } from './board-links.tsx';
import { ExtraTrains } from './extra-trains.tsx';
import { LoadBar, takenOf } from './load-bar.tsx';
import { HeldCuts } from './run/held-cuts.tsx';
import { RunState, TimeOf, Whose } from './run/run-state.tsx';
import { isChanged } from './run/run-words.ts';
import { byNumber, TrainSearch } from './train-search.tsx';
import css from './train.module.css';
import { directionText, arrivesAt, departsAt, stretchText, trainText } from './train-words.ts';

const WORDS = {
  title: text('列車の運行', 'Trains'),
  refunds: text('遅延の払い戻し', 'Refunds for late trains'),
  todays: text('今日の列車', 'Today’s trains'),
  date: text('運行日', 'Service date'),
  before: text('前の日', 'Day before'),
  after: text('次の日', 'Next day'),
  today: text('今日', 'Today'),
  again: text('最新にする', 'Refresh'),
  changedOnly: text('変更のある列車だけ', 'Changed only'),
  direction: text('方向', 'Direction'),
  both: text('両方向', 'Both'),
  train: text('列車', 'Train'),
  from: text('区間', 'From, to'),
  departs: text('発', 'Departs'),
  arrives: text('着', 'Arrives'),
  platform: text('のりば', 'Platform'),
  state: text('状態', 'State'),
  formation: text('編成', 'Formation'),
  taken: text('予約済み / 席数', 'Taken / seats'),
  held: (count: number) => text('選択中 {count}', '{count} being chosen', { count }),
  noSeats: text('座席なし', 'Without seats'),
  full: text('満席', 'Full'),
  gone: text('発車済み', 'Departed'),
  extra: text('臨時', 'Extra'),
  none: text('この日の列車はありません', 'No train runs on this day'),
  noMatch: text('条件に合う列車はありません', 'No train matches'),
  range: (from: string, to: string) =>
    text('時刻表は{from}から{to}までです。', 'The timetable is from {from} to {to}.', { from, to }),
  soFar: (taken: string, seats: string) =>
    text(
      'いまの予約は最も混む区間で{taken} / {seats}席',
      '{taken} of {seats} seats taken on the busiest legs',
      { taken, seats },
    ),
};

/** How often the list is read again. Travellers learn of changes within seconds, so staff must too. */
const AGAIN_MS = 15_000;

const loadOf = (train: DepartureLoad) => train.legs[train.busiestLeg] ?? { reserved: 0, held: 0 };

function DayStepper({ date, query }: { readonly date: string; readonly query: Query }) {
  const say = useSay();
  const go = (next: string) => navigate(hrefOf('trains', [], { ...query, date: next }), { replace: true });
  return (
    <div className={css['stepper']}>
      <IconButton icon={ChevronLeft} label={say(WORDS.before)} onClick={() => go(addDays(date, -1))} />
      <DateField label={say(WORDS.date)} value={date} onValue={(typed) => isDate(typed) && go(typed)} />
      <IconButton icon={ChevronRight} label={say(WORDS.after)} onClick={() => go(addDays(date, 1))} />
      <Button kind="outline" icon={CalendarDays} onClick={() => go(dateAt(Date.now()))}>
        {say(WORDS.today)}
      </Button>
      <Button kind="text" icon={RotateCw} onClick={() => void refresh(deskOccupancy)}>
        {say(WORDS.again)}
      </Button>
    </div>
  );
}

function Taken({ of: train }: { readonly of: DepartureLoad }) {
  const say = useSay();
  const language = useLanguage();
  const { count } = useFormat();
  const load = loadOf(train);
  if (train.seats === 0) return <span className={css['quiet']}>{say(WORDS.noSeats)}</span>;
  const taken = takenOf(load);
  return (
    <span className={css['busiest']}>
      <span>
        {count(taken)} / {count(train.seats)}
        {taken === train.seats && <Chip tone="danger">{say(WORDS.full)}</Chip>}
      </span>
      {taken > 0 && <LoadBar load={load} seats={train.seats} />}
      {taken > 0 && (
        <span className={css['quiet']}>
          {stretchText(train, train.busiestLeg, train.busiestLeg + 1, language)}
          {load.held > 0 && ` · ${say(WORDS.held(load.held))}`}
        </span>
      )}
    </span>
  );
}

function State({ of: train, now }: { readonly of: DepartureLoad; readonly now: number }) {
  const say = useSay();
  const { run } = train;
  return (
    <span className={css['state']}>
      {train.addedAs !== undefined && <Chip>{say(WORDS.extra)}</Chip>}
      <RunState of={run} />
      {run.runs && wallToEpoch(run.departAt) < now && <span className={css['quiet']}>{say(WORDS.gone)}</span>}
      <Whose of={run} />
    </span>
  );
}

const differing = (planned = '', expected = '') =>
  planned === '' && expected === '' ? null : <TimeOf planned={planned} expected={expected} />;
const stateCell = (train: DepartureLoad, now: number) => <State of={train} now={now} />;
const takenCell = (train: DepartureLoad) => <Taken of={train} />;
const platformCell = ({ run }: DepartureLoad) => differing(run.plannedPlatform, run.platform);
const formationCell = ({ run }: DepartureLoad) => differing(run.plannedFormation, run.formation);

export function DayPage({ query }: { readonly query: Query }) {
  const say = useSay();
  const language = useLanguage();
  const { time, day, date: dateOf, count } = useFormat();
  const [openedAt] = useState(() => Date.now());
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // After the heading takes the focus. A row restored on return keeps the focus.
  useEffect(() => field.current?.focus(), []);
  const asked = query['date'] ?? '';
  const date = isDate(asked) ? asked : dateAt(openedAt);
  const isToday = date === dateAt(openedAt);
  const direction = DIRECTIONS.find((known) => known === query['direction']);
  const changedOnly = query['changed'] === '1';
  const read = useRead(deskOccupancy, { date }, { againAfter: () => AGAIN_MS });
  // The time of the data shown.
  const now = read.dataUpdatedAt || openedAt;
  const all = read.data?.trains;
  const trains = (all && byNumber(all, typed))?.filter(
    (train) =>
      (direction === undefined || train.direction === direction) && (!changedOnly || isChanged(train.run)),
  );
  const sum = (each: (train: DepartureLoad) => number) =>
    count((trains ?? []).reduce((total, train) => total + each(train), 0));
  const filter = (change: Readonly<Record<string, string>>) =>
    navigate(hrefOf('trains', [], { ...query, ...change }), { replace: true });
  return (
    <Page
      title={say(isToday ? WORDS.todays : WORDS.title)}
      lead={
        <>
          {day(date)}
          {trains && trains.length > 0 && (
            <>
              {' · '}
              {say(
                WORDS.soFar(
                  sum((train) => takenOf(loadOf(train))),
                  sum(({ seats }) => seats),
                ),
              )}
            </>
          )}
        </>
      }
      actions={
        theRules().lateSeatRefund && (
          <ButtonLink kind="outline" href={hrefOf('trains', ['refunds'])} icon={Coins}>
            {say(WORDS.refunds)}
          </ButtonLink>
        )
      }
    >
      <HeldCuts />
      <TrainSearch trains={all ?? []} typed={typed} onTyped={setTyped} field={field}>
        <Checkbox checked={changedOnly} onChecked={(checked) => filter({ changed: checked ? '1' : '' })}>
          {say(WORDS.changedOnly)}
        </Checkbox>
      </TrainSearch>
      <div className={css['controls']}>
        <DayStepper date={date} query={query} />
        <SelectField
          label={say(WORDS.direction)}
          value={direction ?? ''}
          onValue={(value) => filter({ direction: value })}
          choices={[
            { value: '', label: say(WORDS.both) },
            ...DIRECTIONS.map((value) => ({
              value,
              label: directionText(value, read.data?.trains ?? [], language),
            })),
          ]}
        />
      </div>
      <DataTable<DepartureLoad>
        label={say(WORDS.title)}
        source={{ rows: trains, error: read.error, again: () => void read.refetch() }}
        keyOf={({ departureId }) => departureId}
        href={({ departureId }) => hrefOf('trains', [departureId])}
        columns={[
          { title: say(WORDS.train), whole: true, cell: (train) => trainText(train, language) },
          {
            title: say(WORDS.departs),
            whole: true,
            cell: (train) => differing(time(departsAt(train)), time(train.run.departAt)),
          },
          {
            title: say(WORDS.arrives),
            whole: true,
            cell: (train) => differing(time(arrivesAt(train)), time(train.run.arriveAt)),
          },
          {
            title: say(WORDS.from),
            cell: (train) => (
              <span className={css['words']}>{stretchText(train, 0, train.stops.length - 1, language)}</span>
            ),
          },
          { title: say(WORDS.platform), cell: platformCell },
          { title: say(WORDS.state), cell: (train) => stateCell(train, now) },
          { title: say(WORDS.formation), whole: true, cell: formationCell },
          { title: say(WORDS.taken), cell: takenCell },
        ]}
        empty={
          <Empty icon={TrainFront} title={say(all?.length === 0 ? WORDS.none : WORDS.noMatch)}>
            {all?.length === 0 && read.data && say(WORDS.range(dateOf(read.data.from), dateOf(read.data.to)))}
          </Empty>
        }
      />
      <ExtraTrains trains={read.data?.extra ?? []} date={date} formations={read.data?.formations ?? []} />
      <BoardLinks trains={all ?? []} />
    </Page>
  );
}
