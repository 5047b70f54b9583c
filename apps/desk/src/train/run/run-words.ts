// The desk's texts for how a train runs: its delay, the age of a source's statement, and what a source said of the train.
import type { DataOf } from '@kippu/contract/route-types';
import type { deskTrainRun } from '@kippu/contract/routes/desk/live';
import type { Said, TrainRun } from '@kippu/contract/calls/desk/live';
import type { Language } from '@kippu/contract/languages';
import { nameIn, textIn } from '@kippu/contract/names';
import type { LiveField } from '@kippu/contract/values';
import { lateMinutes } from '@kippu/domain/live/late-minutes';
import { text, type Text } from '../../app/text/texts.ts';

export type RunOfTrain = DataOf<typeof deskTrainRun>;

const MINUTE = 60;
const HOUR = 3600;

const WORDS = {
  seconds: (count: number) => text('{count}秒前', '{count} s ago', { count }),
  minutes: (count: number) => text('{count}分前', '{count} min ago', { count }),
  hours: (count: number) => text('{count}時間前', '{count} h ago', { count }),
  late: (count: number) => text('{count}分遅れ', '{count} min late', { count }),
  early: (count: number) => text('{count}分早い', '{count} min early', { count }),
  lateFrom: (count: number, stop: string) =>
    text('{stop}から{count}分遅れ', '{count} min late from {stop}', { count, stop }),
  earlyFrom: (count: number, stop: string) =>
    text('{stop}から{count}分早い', '{count} min early from {stop}', { count, stop }),
  onTimeFrom: (stop: string) => text('{stop}から定刻', 'On time from {stop}', { stop }),
  unknownFrom: (stop: string) => text('{stop}から先は不明', 'Unknown from {stop}', { stop }),
  cancelled: text('運休', 'Cancelled'),
  runs: text('運転する', 'Runs'),
  skipped: (stops: string) => text('通過・運休の駅：{stops}', 'Does not call at {stops}', { stops }),
  allStops: text('すべての駅に停車', 'Calls at all stops'),
  platform: (stop: string, platform: string) =>
    text('{stop}は{platform}番のりば', 'Platform {platform} at {stop}', { stop, platform }),
  left: (stop: string) => text('{stop}を発車', 'Left {stop}', { stop }),
  formation: (formation: string) => text('編成 {formation}', 'Formation {formation}', { formation }),
  lostCars: (cars: string) => text('{cars}号車なし', 'Without car {cars}', { cars }),
  allCars: text('全車両あり', 'All cars'),
  words: (words: string) => text('案内文「{words}」', 'Words “{words}”', { words }),
  undone: (field: Text) => text('{field}：取り消し', '{field}: undone', { field }),
  fields: {
    runs: text('運転・運休', 'Runs or cancelled'),
    delays: text('遅れ', 'Delay'),
    skipped: text('停車駅', 'Stops'),
    platforms: text('のりば', 'Platform'),
    left: text('発車した駅', 'Last stop left'),
    formation: text('編成', 'Formation'),
    lostCars: text('欠ける号車', 'Missing cars'),
    words: text('案内文', 'Words for travellers'),
  } satisfies Readonly<Record<LiveField, Text>>,
};

/** Returns how long ago: '40 s ago', '5 min ago', '3 h ago'. */
export function ageText(seconds: number): Text {
  if (seconds < MINUTE) return WORDS.seconds(seconds);
  return seconds < 2 * HOUR
    ? WORDS.minutes(Math.floor(seconds / MINUTE))
    : WORDS.hours(Math.floor(seconds / HOUR));
}

/** Returns '20 min late' or '2 min early'; undefined for a train on time or of which nothing is known. */
export function delayText({ lateBy }: TrainRun): Text | undefined {
  const minutes = lateMinutes(lateBy ?? 0);
  if (minutes === 0) return undefined;
  return minutes > 0 ? WORDS.late(minutes) : WORDS.early(-minutes);
}

/** Whether the desk says something of the train, or it does not run as planned. A feed that confirms the plan changes nothing. */
export const isChanged = (run: TrainRun): boolean =>
  run.deskAge !== undefined ||
  !run.runs ||
  run.stopsOut > 0 ||
  run.lostCars.length > 0 ||
  lateMinutes(run.lateBy ?? 0) !== 0 ||
  run.platform !== run.plannedPlatform ||
  run.formation !== run.plannedFormation;

type Stops = Pick<RunOfTrain, 'stops' | 'expected'>;

/** Returns a stop's station in the language. `key` identifies the stop; it is returned itself if the train has no such stop. */
export function stopName({ stops, expected }: Stops, key: string, language: Language): string {
  const at = expected.findIndex((stop) => stop.key === key);
  return (stops[at] && nameIn(stops[at], 'stationName', language)) || key;
}

/** Returns what a source says of a train, one text for each thing. The names of stops in it are in `language`, whatever the text's. */
export function saidTexts(train: Stops, said: Said, language: Language): Text[] {
  const name = (key: string) => stopName(train, key, language);
  const delayWords = ({ stop, seconds }: NonNullable<Said['delays']>[number]) => {
    if (seconds === undefined) return WORDS.unknownFrom(name(stop));
    const minutes = lateMinutes(seconds);
    if (minutes === 0) return WORDS.onTimeFrom(name(stop));
    return minutes > 0 ? WORDS.lateFrom(minutes, name(stop)) : WORDS.earlyFrom(-minutes, name(stop));
  };
  const { runs, delays = [], skipped, platforms = [], left, formation, lostCars, words } = said;
  return [
    ...(runs === undefined ? [] : [runs ? WORDS.runs : WORDS.cancelled]),
    ...delays.map(delayWords),
    ...(skipped ? [skipped.length === 0 ? WORDS.allStops : WORDS.skipped(skipped.map(name).join(', '))] : []),
    ...platforms.map(({ stop, platform }) => WORDS.platform(name(stop), platform)),
    ...(left === undefined ? [] : [WORDS.left(name(left))]),
    ...(formation === undefined ? [] : [WORDS.formation(formation)]),
    ...(lostCars ? [lostCars.length === 0 ? WORDS.allCars : WORDS.lostCars(lostCars.join(', '))] : []),
    ...(words ? [WORDS.words(textIn(words, language))] : []),
  ];
}

export const undoneText = (field: LiveField): Text => WORDS.undone(WORDS.fields[field]);
