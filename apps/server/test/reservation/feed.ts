// The operator's folder with a newer timetable in it, for tests.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOperator, type OperatorData } from '../operator/operator-data.ts';

/** Rewrites the operator's files; each call of `edit` takes a file of the folder and its text. */
type FeedEdit = (edit: (file: string, change: (text: string) => string) => void) => void;

const without = (text: string, start: string) =>
  text
    .split('\n')
    .filter((line) => !line.startsWith(start))
    .join('\n');

const withoutCars =
  (...gone: readonly number[]): FeedEdit =>
  (edit) =>
    edit('formations/haruka-9.json', (text) => {
      const formation = JSON.parse(text) as { cars: { car: number }[] };
      return JSON.stringify({ ...formation, cars: formation.cars.filter(({ car }) => !gone.includes(car)) });
    });

/** What may become of train 14, which leaves the airport at 10:15 and reaches Kyoto at 11:35. */
const EDITS = {
  same: () => undefined,
  tripGone: (edit) => {
    edit('gtfs/trips.txt', (text) => without(text, '"HARUKA","daily","haruka-14"'));
    edit('gtfs/stop_times.txt', (text) => without(text, '"haruka-14"'));
  },
  /** The train at 24:10, which leaves on the calendar's next day. */
  nightGone: (edit) => {
    edit('gtfs/trips.txt', (text) => without(text, '"HARUKA","late","haruka-62"'));
    edit('gtfs/stop_times.txt', (text) => without(text, '"haruka-62"'));
  },
  /** 1 April alone: the day after runs. */
  dayRemoved: (edit) =>
    edit('gtfs/calendar_dates.txt', (text) => `${text.trimEnd()}\n"daily","20260401","2"\n`),
  tenLater: (edit) =>
    edit('gtfs/stop_times.txt', (text) =>
      text.replace('"haruka-14","10:15:00","10:15:00"', '"haruka-14","10:25:00","10:25:00"'),
    ),
  fiveLater: (edit) =>
    edit('gtfs/stop_times.txt', (text) =>
      text.replace('"haruka-14","10:15:00","10:15:00"', '"haruka-14","10:20:00","10:20:00"'),
    ),
  hourEarlier: (edit) =>
    edit('gtfs/stop_times.txt', (text) =>
      text.replace('"haruka-14","10:15:00","10:15:00"', '"haruka-14","09:15:00","09:15:00"'),
    ),
  noTennoji: (edit) => edit('gtfs/stop_times.txt', (text) => without(text, '"haruka-14","10:49:00"')),
  /** No stop that others use on the way: nobody is concerned. */
  tennojiLonger: (edit) =>
    edit('gtfs/stop_times.txt', (text) => text.replace('"10:49:00","10:51:00"', '"10:49:00","10:52:00"')),
  noCarFour: withoutCars(4),
  noCarsThreeAndFour: withoutCars(3, 4),
} satisfies Record<string, FeedEdit>;

export type Feed = keyof typeof EDITS;
const newer = new Map<Feed, OperatorData>();

/** The data of the operator's folder `from` with a newer timetable; made at its first use, for reading checks all of it. */
export function operatorWith(feed: Feed, from: string): OperatorData {
  const known = newer.get(feed);
  if (known) return known;
  const dir = mkdtempSync(join(tmpdir(), 'kippu-feed-'));
  cpSync(from, dir, { recursive: true });
  EDITS[feed]((file, change) => {
    const text = readFileSync(join(dir, file), 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`nothing of ${file} was changed: the edit no longer fits it`);
    writeFileSync(join(dir, file), changed);
  });
  const operator = loadOperator(dir);
  rmSync(dir, { recursive: true });
  newer.set(feed, operator);
  return operator;
}
