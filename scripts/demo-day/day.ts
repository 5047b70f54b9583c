// How trains run on a played day: what the scenario says, and what follows from it for the trains behind. Trains run by the server's clock;
// only the events of the scenario may come faster.
import { endOf, keyOf, startOf, type Timetable, type Train } from './timetable.ts';
import type { AlertEvent, FeedIs, Scenario, TrainChange } from './scenario.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Trains are said from so long before they leave until they have ended. */
const AHEAD_MS = 3 * HOUR_MS;
/** A train later than that is forgotten. */
const BEHIND_MS = 6 * HOUR_MS;
/** How far ahead the scenario's trains are looked for. */
const SEARCH_MS = 48 * HOUR_MS;
/** The delay of a train without a name changes after so many minutes of the scenario. */
const STEP_MINUTES = 10;
/** When a delay shrinks, the train still waits so long, since travellers may be on their way to the later time. */
const NOTICE_MS = 3 * MINUTE_MS;

/** Epoch milliseconds. */
interface Times {
  readonly arrive: number;
  readonly depart: number;
}

export interface TrainState {
  readonly train: Train;
  readonly isCancelled: boolean;
  /** Positions of stops at which it does not call. */
  readonly skipped: ReadonlySet<number>;
  /** The stop ids of other platforms, by the stop's position. */
  readonly platforms: ReadonlyMap<number, string>;
  /** When it is expected at each of its stops. */
  readonly expected: readonly Times[];
  /** The position of the last stop that it has left, -1 for none. */
  readonly left: number;
}

export interface AddedTrain {
  readonly tripId: string;
  readonly train: Train;
  readonly laterMs: number;
}

export interface DayState {
  readonly trains: readonly TrainState[];
  readonly added: readonly AddedTrain[];
  readonly alerts: readonly { readonly alert: AlertEvent; readonly since: number }[];
  readonly feed: FeedIs;
}

interface Wanted {
  readonly scenario: Scenario;
  readonly timetable: Timetable;
  /** Other seeds give other delays to the trains that no event names. */
  readonly seed: number;
  /** From when on the scenario's trains are looked for, epoch milliseconds. */
  readonly from: number;
  /** The server's time, epoch milliseconds. */
  readonly clock: () => number;
  /** How many minutes of the scenario are over. */
  readonly minutes: () => number;
}

/** What the events say of a train so far. */
interface Told {
  delay: number;
  from: number;
  isCancelled: boolean;
  skips: ReadonlySet<number>;
  outside: ReadonlySet<number>;
  readonly platforms: Map<number, string>;
}

/** Returns a number from 0 to 1 that belongs to a text: the same text, the same number. */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Returns the position of a stop that a scenario names: 1 is the first one, -1 the last one. */
const positionOf = ({ stops }: Train, number: number): number =>
  Math.min(Math.max(number > 0 ? number - 1 : stops.length + number, 0), stops.length - 1);

export class Day {
  readonly scenario: Scenario;
  /** The trains that the scenario names. */
  readonly trains: ReadonlyMap<string, Train>;
  readonly #wanted: Wanted;
  readonly #named: ReadonlyMap<string, string>;
  readonly #left = new Map<string, number>();
  /** The departures that were said last. */
  readonly #said = new Map<string, readonly number[]>();
  readonly #alertsSince = new Map<string, number>();
  #isOver = false;

  /** @throws Error if the timetable has too few trains for the scenario */
  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.scenario = wanted.scenario;
    this.trains = this.#choose();
    this.#named = new Map([...this.trains].map(([name, train]) => [keyOf(train), name]));
  }

  /** Ends the day: all trains run by the timetable, and there are no alerts. */
  end(): void {
    this.#isOver = true;
  }

  /** Returns how the trains run now. */
  state(): DayState {
    const now = this.#wanted.clock();
    const told = this.#told(now);
    const candidates = this.#wanted.timetable.trainsBetween(now - BEHIND_MS, now + AHEAD_MS);
    const keys = new Set(candidates.map(keyOf));
    for (const train of this.trains.values()) if (!keys.has(keyOf(train))) candidates.push(train);
    candidates.sort((a, b) => startOf(a) - startOf(b));
    const ahead = new Map<string, Map<string, { readonly scheduled: number; readonly expected: number }>>();
    const trains = candidates.flatMap((train) => {
      const line = `${train.routeId} ${train.direction}`;
      const before = ahead.get(line) ?? new Map();
      ahead.set(line, before);
      const state = this.#stateOf(train, told.trains.get(keyOf(train)), before, now);
      if (!state.isCancelled)
        train.stops.forEach(({ stationId, depart }, at) => {
          const expected = state.expected[at]?.depart ?? depart;
          if (!state.skipped.has(at)) before.set(stationId, { scheduled: depart, expected });
        });
      const hasEnded = state.isCancelled
        ? endOf(train) < now - HOUR_MS
        : state.left >= train.stops.length - 1;
      return hasEnded ? [] : [state];
    });
    return { ...told, trains };
  }

  #choose(): Map<string, Train> {
    const { scenario, timetable, from } = this.#wanted;
    const trains = timetable.trainsBetween(from - SEARCH_MS / 8, from + SEARCH_MS);
    const chosen = new Map<string, Train>();
    for (const [name, { leavesAfter, direction }] of Object.entries(scenario.trains)) {
      const taken = [...chosen.values()];
      const train = trains.find(
        (each) =>
          startOf(each) >= from + leavesAfter * MINUTE_MS &&
          (direction === undefined || each.direction === undefined || each.direction === direction) &&
          !taken.includes(each),
      );
      if (!train) throw new Error(`the timetable has no train '${name}' in the next two days`);
      chosen.set(name, train);
    }
    return chosen;
  }

  /** Adds up the events so far. */
  #told(now: number) {
    const minutes = this.#wanted.minutes();
    const trains = new Map<string, Told>();
    const added: AddedTrain[] = [];
    const alerts = new Map<string, AlertEvent>();
    let feed: FeedIs = 'good';
    const events = this.#isOver ? [] : this.scenario.events.filter(({ at }) => at <= minutes);
    for (const [number, event] of events.entries()) {
      if ('train' in event) {
        const train = this.trains.get(event.train);
        if (!train) continue;
        const told = trains.get(keyOf(train)) ?? nothing();
        trains.set(keyOf(train), told);
        this.#apply(told, event, train, minutes - event.at);
      } else if ('added' in event) {
        const train = this.trains.get(event.added.like);
        const laterMs = event.added.minutesLater * MINUTE_MS;
        if (train) added.push({ tripId: `extra-${number + 1}`, train, laterMs });
      } else if ('alert' in event) alerts.set(event.alert.id, event.alert);
      else if ('alertEnds' in event) alerts.delete(event.alertEnds);
      else feed = event.feed;
    }
    const active = [...alerts.values()].map((alert) => {
      const since = this.#alertsSince.get(alert.id) ?? now;
      this.#alertsSince.set(alert.id, since);
      return { alert, since };
    });
    return { trains, added, alerts: active, feed };
  }

  #apply(told: Told, change: TrainChange, train: Train, since: number): void {
    if ('late' in change) {
      const { late, over = 0, from } = change;
      const share = over === 0 ? 1 : Math.min(since / over, 1);
      told.delay = Math.round(told.delay + (late - told.delay) * share);
      if (from !== undefined) told.from = positionOf(train, from);
    } else if ('cancelled' in change) told.isCancelled = change.cancelled;
    else if ('skips' in change) told.skips = new Set(change.skips.map((stop) => positionOf(train, stop)));
    else if ('runs' in change) {
      const [first, last] = [positionOf(train, change.runs.from), positionOf(train, change.runs.to)];
      told.outside = new Set([...train.stops.keys()].filter((at) => at < first || at > last));
    } else {
      const { stop, to } = change.platform;
      const at = positionOf(train, stop);
      const { stationId = '', stopId = '' } = train.stops[at] ?? {};
      const other = this.#wanted.timetable
        .platformsOf(stationId)
        .find((platform) => (to === undefined ? platform.stopId !== stopId : platform.code === to));
      if (other) told.platforms.set(at, other.stopId);
    }
  }

  /** Returns the minutes by which a train that no event names is late. */
  #smallDelay(train: Train): number {
    const { share, minutes: most } = this.scenario.others ?? { share: 0, minutes: 0 };
    const name = `${this.#wanted.seed} ${keyOf(train)}`;
    if (this.#isOver || this.#named.has(keyOf(train)) || chanceOf(name) >= share) return 0;
    const steps = this.#wanted.minutes() / STEP_MINUTES;
    const step = Math.floor(steps);
    const [now, next] = [chanceOf(`${name} ${step}`), chanceOf(`${name} ${step + 1}`)];
    return Math.round((now + (next - now) * (steps - step)) * most);
  }

  #stateOf(
    train: Train,
    told: Told = nothing(),
    before: ReadonlyMap<string, { readonly scheduled: number; readonly expected: number }>,
    now: number,
  ): TrainState {
    const key = keyOf(train);
    const skipped = new Set([...told.skips, ...told.outside]);
    const known = this.#left.get(key) ?? -1;
    const said = this.#said.get(key);
    const small = this.#smallDelay(train);
    let carried = Number.NEGATIVE_INFINITY;
    const expected = train.stops.map(({ arrive, depart, stationId }, at): Times => {
      const own = (at < told.from ? 0 : told.delay + small) * MINUTE_MS;
      const late = Math.max(own, at > told.from ? carried : own);
      const arrives = arrive + late;
      let departs = Math.max(depart + late, arrives);
      const inFront = before.get(stationId);
      if (inFront && inFront.scheduled < depart && !skipped.has(at)) {
        const between = (this.scenario.minutesBetween ?? 0) * MINUTE_MS;
        departs = Math.max(departs, inFront.expected + Math.min(between, depart - inFront.scheduled));
      }
      const last = said?.[at];
      // What is past stays as it was.
      if (last !== undefined && at <= known) departs = last;
      else if (last !== undefined && last > now) departs = Math.max(departs, Math.min(last, now + NOTICE_MS));
      carried = departs - depart;
      return { arrive: Math.min(arrives, departs), depart: departs };
    });
    const past = told.isCancelled ? -1 : expected.findLastIndex(({ depart }) => depart <= now);
    const left = Math.max(known, past);
    this.#left.set(key, left);
    this.#said.set(
      key,
      expected.map(({ depart }) => depart),
    );
    return { train, isCancelled: told.isCancelled, skipped, platforms: told.platforms, expected, left };
  }
}

const nothing = (): Told => ({
  delay: 0,
  from: 0,
  isCancelled: false,
  skips: new Set(),
  outside: new Set(),
  platforms: new Map(),
});
