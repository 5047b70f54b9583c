// The operator's files with a newer timetable, for tests.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOperator, type OperatorData } from '../../src/platform/operator/operator-data.ts';

/** Changes the operator's files: each call of `edit` gets a file's name and a function of its text. */
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

/** Changes of train 14, which leaves the airport at 10:15 and reaches Kyoto at 11:35. */
const EDITS = {
  same: () => undefined,
  tripGone: (edit) => {
    edit('gtfs/trips.txt', (text) => without(text, '"HARUKA","daily","haruka-14"'));
    edit('gtfs/stop_times.txt', (text) => without(text, '"haruka-14"'));
  },
  /** Without the 24:10 train, which leaves on the next calendar day. */
  nightGone: (edit) => {
    edit('gtfs/trips.txt', (text) => without(text, '"HARUKA","late","haruka-62"'));
    edit('gtfs/stop_times.txt', (text) => without(text, '"haruka-62"'));
  },
  /** Cancels 1 April only: the next day runs. */
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
  /** A longer stop within the journey, which changes no other time. */
  tennojiLonger: (edit) =>
    edit('gtfs/stop_times.txt', (text) => text.replace('"10:49:00","10:51:00"', '"10:49:00","10:52:00"')),
  noCarFour: withoutCars(4),
  noCarsThreeAndFour: withoutCars(3, 4),
} satisfies Record<string, FeedEdit>;

export type Feed = keyof typeof EDITS;
const newer = new Map<Feed, OperatorData>();

/** Returns the operator's data with a newer timetable. Cached, because loading checks all of it. */
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
