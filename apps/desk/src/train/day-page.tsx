// The trains of a day, each with its highest load.
import { CalendarDays, ChevronLeft, ChevronRight, RotateCw, TrainFront } from 'lucide-react';
import { useState } from 'react';
import { deskOccupancy } from '@kippu/contract/routes/desk/occupancy';
import type { DepartureLoad } from '@kippu/contract/calls/desk/occupancy';
import { DIRECTIONS } from '@kippu/contract/values';
import { addDays, dateAt, wallToEpoch, isDate } from '@kippu/domain/time/service-day';
import { useFormat } from '../app/text/format.ts';
import { refresh, useRead } from '../app/call/queries.ts';
import { hrefOf, navigate, type Query } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Button, IconButton } from '@kippu/ui/button';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { DateField, SelectField } from '../ui/controls/field.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import { LoadBar, takenOf } from './load-bar.tsx';
import css from './train.module.css';
import { directionText, arrivesAt, departsAt, stretchText, trainText } from './train-words.ts';

const WORDS = {
  title: text('列車の混み具合', 'Trains'),
  date: text('運行日', 'Service date'),
  before: text('前の日', 'Day before'),
  after: text('次の日', 'Next day'),
  today: text('今日', 'Today'),
  again: text('最新にする', 'Refresh'),
  direction: text('方向', 'Direction'),
  both: text('両方向', 'Both'),
  train: text('列車', 'Train'),
  from: text('区間', 'From, to'),
  departs: text('発', 'Departs'),
  arrives: text('着', 'Arrives'),
  busiest: text('最も混む区間', 'Busiest leg'),
  taken: text('予約済み / 席数', 'Taken / seats'),
  free: text('空席', 'Free'),
  held: (count: number) => text('選択中 {count}', '{count} being chosen', { count }),
  full: text('満席', 'Full'),
  gone: text('発車済み', 'Departed'),
  none: text('この日の列車はありません', 'No train runs on this day'),
  range: (from: string, to: string) =>
    text('時刻表は{from}から{to}までです。', 'The timetable is from {from} to {to}.', { from, to }),
  soFar: (taken: string, seats: string) =>
    text(
      'いまの予約は最も混む区間で{taken} / {seats}席',
      '{taken} of {seats} seats taken on the busiest legs',
      { taken, seats },
    ),
};

const loadOf = (train: DepartureLoad) => train.legs[train.busiestLeg] ?? { reserved: 0, held: 0 };
const freeOf = (train: DepartureLoad) => train.seats - takenOf(loadOf(train));

function DayStepper({ date, direction }: { readonly date: string; readonly direction: string }) {
  const say = useSay();
  const go = (next: string) => navigate(hrefOf('trains', [], { date: next, direction }), { replace: true });
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

function Busiest({ of: train }: { readonly of: DepartureLoad }) {
  const language = useLanguage();
  return (
    <span className={css['busiest']}>
      <LoadBar load={loadOf(train)} seats={train.seats} />
      <span className={css['quiet']}>
        {stretchText(train, train.busiestLeg, train.busiestLeg + 1, language)}
      </span>
    </span>
  );
}

function Free({ of: train, now }: { readonly of: DepartureLoad; readonly now: number }) {
  const say = useSay();
  const { count } = useFormat();
  const { held } = loadOf(train);
  return (
    <span className={css['free']}>
      <b>{count(freeOf(train))}</b>
      {held > 0 && <span className={css['quiet']}>{say(WORDS.held(held))}</span>}
      {wallToEpoch(departsAt(train)) < now ? (
        <Chip>{say(WORDS.gone)}</Chip>
      ) : (
        freeOf(train) === 0 && <Chip tone="danger">{say(WORDS.full)}</Chip>
      )}
    </span>
  );
}

const busiestCell = (train: DepartureLoad) => <Busiest of={train} />;
const freeCell = (train: DepartureLoad, now: number) => <Free of={train} now={now} />;

export function DayPage({ query }: { readonly query: Query }) {
  const say = useSay();
  const language = useLanguage();
  const { time, day, date: dateOf, count } = useFormat();
  const [openedAt] = useState(() => Date.now());
  const asked = query['date'] ?? '';
  const date = isDate(asked) ? asked : dateAt(openedAt);
  const direction = DIRECTIONS.find((known) => known === query['direction']);
  const read = useRead(deskOccupancy, { date });
  // The time of the data shown.
  const now = read.dataUpdatedAt || openedAt;
  const trains = read.data?.trains.filter(
    (train) => direction === undefined || train.direction === direction,
  );
  const sum = (each: (train: DepartureLoad) => number) =>
    count((trains ?? []).reduce((all, train) => all + each(train), 0));
  return (
    <Page
      title={say(WORDS.title)}
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
    >
      <div className={css['controls']}>
        <DayStepper date={date} direction={direction ?? ''} />
        <SelectField
          label={say(WORDS.direction)}
          value={direction ?? ''}
          onValue={(value) =>
            navigate(hrefOf('trains', [], { date: asked, direction: value }), { replace: true })
          }
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
          { title: say(WORDS.departs), whole: true, cell: (train) => time(departsAt(train)) },
          { title: say(WORDS.arrives), whole: true, cell: (train) => time(arrivesAt(train)) },
          {
            title: say(WORDS.from),
            cell: (train) => stretchText(train, 0, train.stops.length - 1, language),
          },
          { title: say(WORDS.busiest), cell: busiestCell },
          {
            title: say(WORDS.taken),
            numeric: true,
            cell: (train) => `${count(takenOf(loadOf(train)))} / ${count(train.seats)}`,
          },
          { title: say(WORDS.free), numeric: true, cell: (train) => freeCell(train, now) },
        ]}
        empty={
          <Empty icon={TrainFront} title={say(WORDS.none)}>
            {read.data && say(WORDS.range(dateOf(read.data.from), dateOf(read.data.to)))}
          </Empty>
        }
      />
    </Page>
  );
}
