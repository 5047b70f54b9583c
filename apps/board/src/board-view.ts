// What a board shows at a moment in a language. A pure function of what is known and the time.
import type { BoardCar, BoardTrain } from '@kippu/contract/board/departure-board';
import { textIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import { addDays, clockOfWall, dateAt, epochToWall } from '@kippu/domain/time/service-day';
import { boardWords } from '@kippu/words/board/words-of-board';
import type { KnownBoard } from './board-source.ts';

const MINUTE_MS = 60_000;
/** The most trains that a screen has room for. */
const MAX_ROWS = 16;
/** A board that the server has not confirmed for so long says so. */
const SILENT_MS = 60_000;
/** The levels of a car's picture. */
const LEVELS = 4;

export interface CarView {
  readonly car: number;
  /** Free seats, from 0 (none) to 4 (nearly all); null for a car whose seats are not reserved. */
  readonly level: number | null;
  /** For screen readers. */
  readonly label: string;
}

export interface RowView {
  readonly key: string;
  /** Stands before the row: the first train of another day. */
  readonly day: string | null;
  readonly time: string;
  /** When it is expected, if that is another minute. */
  readonly expected: string | null;
  readonly destination: string;
  readonly train: string;
  readonly platform: string;
  readonly isPlatformNew: boolean;
  /** In a few words: late, cancelled, an extra train. */
  readonly state: string | null;
  readonly isCut: boolean;
  /** What the staff say. */
  readonly words: string | null;
  readonly cars: readonly CarView[];
}

export interface BoardView {
  readonly station: string;
  readonly code: string;
  readonly clock: string;
  readonly date: string;
  readonly rows: readonly RowView[];
  /** That the board is old, or what it shows instead. */
  readonly warning: string | null;
  readonly alerts: readonly string[];
}

export interface Moment {
  /** By the server's clock, epoch milliseconds. */
  readonly now: number;
  readonly language: Language;
  /** How long what is known of a train counts, in milliseconds. */
  readonly fadesAfterMs: number;
}

const clockAt = (at: number) => clockOfWall(epochToWall(at));
const minuteOf = (at: number) => Math.floor(at / MINUTE_MS);

const dayFormats = new Map<Language, Intl.DateTimeFormat>();
/** Formats a date such as '2026-12-01' in a language. */
function dayIn(language: Language, date: string): string {
  const format =
    dayFormats.get(language) ??
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'long', day: 'numeric', weekday: 'short' });
  dayFormats.set(language, format);
  return format.format(Date.parse(`${date}T00:00:00Z`));
}

/** Returns how a train leaves as far as that still counts: what is too old leaves the timetable, and that a train does not run. */
function liveAt(
  { live }: BoardTrain,
  confirmedAt: number,
  { now, fadesAfterMs }: Moment,
): BoardTrain['live'] {
  if (!live) return undefined;
  const isLost = now - confirmedAt > fadesAfterMs;
  if (!isLost && (live.asOf === null || now - live.asOf <= fadesAfterMs)) return live;
  const { asOf, cut, words } = live;
  return {
    asOf,
    ...(cut === undefined ? {} : { cut }),
    // The staff's words hold until they undo them, which the board learns only with a network.
    ...(isLost || words === undefined ? {} : { words }),
  };
}

function carView({ car, seats, free }: BoardCar, language: Language): CarView {
  const words = boardWords(language);
  if (seats === 0) return { car, level: null, label: words.carUnreserved(car) };
  // One free seat is not none.
  return { car, level: Math.ceil((free / seats) * LEVELS), label: words.carSeats(car, free) };
}

/** Returns what a board shows. */
export function viewOf({ board, confirmedAt }: KnownBoard, moment: Moment): BoardView {
  const { now, language, fadesAfterMs } = moment;
  const words = boardWords(language);
  const nameOf = (key: string) => textIn(board.names[key] ?? {}, language);
  const today = dateAt(now);
  const tomorrow = addDays(today, 1);
  const isFaded = now - confirmedAt > fadesAfterMs;
  let day = today;
  const rows = board.trains
    .map((train) => ({ train, live: liveAt(train, confirmedAt, moment) }))
    .filter(({ train: { departAt }, live }) => Math.max(departAt, live?.expectedAt ?? departAt) > now)
    .slice(0, MAX_ROWS)
    .map(({ train, live }): RowView => {
      const { key, departAt, name, no, to, platform, cars = [], isExtra } = train;
      const date = dateAt(departAt);
      const isOtherDay = date > day;
      day = isOtherDay ? date : day;
      const expectedAt = live?.cut === undefined ? live?.expectedAt : undefined;
      const late = expectedAt === undefined ? 0 : minuteOf(expectedAt) - minuteOf(departAt);
      const isOld = live?.asOf != null && now - live.asOf > fadesAfterMs / 2;
      const states = [
        live?.cut === 'train' ? words.cancelled : live?.cut === 'stop' ? words.doesNotStop : null,
        late > 0 ? words.late(late) : null,
        isOld && late !== 0 ? words.asOf(clockAt(live.asOf)) : null,
        isExtra ? words.extraTrain : null,
      ].filter((each) => each !== null);
      return {
        key,
        day: isOtherDay ? (date === tomorrow ? words.tomorrow : dayIn(language, date)) : null,
        time: clockAt(departAt),
        expected: expectedAt !== undefined && late !== 0 ? clockAt(expectedAt) : null,
        destination: nameOf(to),
        train: name === null ? no : words.train(nameOf(name), no),
        // Nobody should go to the platform of a train that does not come.
        platform: live?.cut === undefined ? (live?.platform ?? platform ?? '') : '',
        isPlatformNew: live?.cut === undefined && live?.platform !== undefined,
        state: states.length > 0 ? states.join(' · ') : null,
        isCut: live?.cut !== undefined,
        words: live?.words ? textIn(live.words, language) : null,
        cars: isFaded ? [] : cars.map((car) => carView(car, language)),
      };
    });
  const since = clockAt(confirmedAt);
  return {
    station: textIn(board.station.name, language),
    code: board.station.code,
    clock: clockAt(now),
    date: dayIn(language, today),
    rows,
    warning: isFaded
      ? words.timetableOnly(since)
      : now - confirmedAt > SILENT_MS
        ? words.noConnection(since)
        : null,
    alerts: isFaded ? [] : board.alerts.map(({ text }) => textIn(text, language)),
  };
}
