// Newer timetables of the operator, for tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedTexts } from '../../src/platform/gtfs/source/open-source.ts';
import type { OperatorParts } from '../../src/platform/operator/operator-data.ts';
import type { FolderTexts } from '../../src/platform/operator/files/operator-files.ts';
import { readFolder, timetableOf } from '../../src/platform/operator/files/operator-folder.ts';
import { readInput, requireRead } from '../../src/platform/operator/read-input.ts';

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

/** Takes train 14 out on 1 April and puts a trip of one day in, which leaves the airport at `departAt`. */
const replacedForADay = (edit: Parameters<FeedEdit>[0], departAt: string, tripId = 'haruka-14-special') => {
  const everyDay = '"1","1","1","1","1","1","1"';
  edit('gtfs/calendar_dates.txt', (text) => `${text.trimEnd()}\n"of-14","20260401","2"\n`);
  edit(
    'gtfs/calendar.txt',
    (text) =>
      `${text.trimEnd()}\n"of-14",${everyDay},"20260101","20281231"\n"one-day",${everyDay},"20260401","20260401"\n`,
  );
  edit('gtfs/trips.txt', (text) =>
    text.replace('"HARUKA","daily","haruka-14"', '"HARUKA","of-14","haruka-14"'),
  );
  const copyOf = (text: string, change: (line: string) => string) =>
    text
      .split('\n')
      .filter((line) => line.includes('"haruka-14"'))
      .map((line) => change(line.replace('"haruka-14"', `"${tripId}"`)))
      .join('\n');
  const append = (change: (line: string) => string) => (text: string) =>
    `${text.trimEnd()}\n${copyOf(text, change)}\n`;
  edit(
    'gtfs/trips.txt',
    append((line) => line.replace('"of-14"', '"one-day"')),
  );
  edit(
    'gtfs/stop_times.txt',
    append((line) => line.replace('"10:15:00","10:15:00"', `"${departAt}","${departAt}"`)),
  );
};

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
  /** Train 14 of 1 April runs 25 minutes later, as an own trip of that day with the same number. */
  retimedForADay: (edit) => replacedForADay(edit, '10:40:00'),
  /** As retimedForADay, by another trip 30 minutes later. */
  retimedAgain: (edit) => replacedForADay(edit, '10:45:00', 'haruka-14-again'),
  /** As retimedForADay, but the trip of that day does not stop at Tennoji. */
  otherStopsForADay: (edit) => {
    replacedForADay(edit, '10:40:00');
    edit('gtfs/stop_times.txt', (text) =>
      text
        .split('\n')
        .filter((line) => !(line.startsWith('"haruka-14-special"') && line.includes('"tennoji"')))
        .join('\n'),
    );
  },
  /** Every trip has another id, as in the new edition of a publisher that numbers its trips anew. */
  renumbered: (edit) => {
    edit('gtfs/trips.txt', (text) => text.replaceAll(/,"haruka-(\d+)",/g, ',"edition-2-$1",'));
    edit('gtfs/stop_times.txt', (text) => text.replaceAll(/^"haruka-/gm, '"edition-2-'));
    edit('platforms.json', (text) => text.replaceAll('"haruka-', '"edition-2-'));
  },
  noCarFour: withoutCars(4),
  noCarsThreeAndFour: withoutCars(3, 4),
} satisfies Record<string, FeedEdit>;

export type Feed = keyof typeof EDITS;
/** A timetable's files, and what they contain. */
export interface FeedFiles {
  readonly files: FolderTexts;
  /** As packFeed stores it. */
  readonly feed: Uint8Array;
  readonly parts: OperatorParts;
}
const newer = new Map<Feed, FeedFiles>();

const FEED = 'gtfs/';

/** Reads the texts of the feed in the operator's folder. */
export function feedTexts(dir: string): FeedTexts {
  const names = readdirSync(join(dir, FEED));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(dir, FEED, name), 'utf8')]));
}

/** Returns a newer timetable of the operator in the folder `from`. Cached, because loading checks all of it. */
export async function newerFeed(feed: Feed, from: string): Promise<FeedFiles> {
  const known = newer.get(feed);
  if (known) return known;
  const { texts: files } = readFolder(from);
  const ofFeed = Object.entries(feedTexts(from)).map(([file, text]) => [FEED + file, text]);
  const texts: Record<string, string> = { ...files, ...Object.fromEntries(ofFeed) };
  EDITS[feed]((file, change) => {
    const text = texts[file] ?? '';
    const changed = change(text);
    if (changed === text) throw new Error(`nothing of ${file} was changed: the edit no longer fits it`);
    texts[file] = changed;
  });
  const isOfFeed = (file: string) => file.startsWith(FEED);
  const kept = Object.fromEntries(Object.entries(texts).filter(([file]) => !isOfFeed(file)));
  const inFeed = Object.entries(texts).filter(([file]) => isOfFeed(file));
  const edited = Object.fromEntries(inFeed.map(([file, text]) => [file.slice(FEED.length), text]));
  const input = { texts: kept, feed: { texts: edited }, today: '2026-04-01' };
  const { parts, packed } = requireRead(await readInput(input));
  const made = { files: timetableOf(kept), feed: packed, parts };
  newer.set(feed, made);
  return made;
}
