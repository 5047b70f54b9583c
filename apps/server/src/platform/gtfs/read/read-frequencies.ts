// Reads frequencies.txt: trips that run again and again. With exact times each departure is a train of its own.
import type { FeedCalls } from '../feed.ts';
import type { Findings } from '../report/findings.ts';
import { formOf } from './forms.ts';
import type { TripCalls } from './read-calls.ts';
import { LONGEST_TRIP_ID, type TripRow, type TripRows } from './read-trips.ts';
import { clockText, readTable, type TableInput } from './table.ts';

const FILE = 'frequencies.txt';

interface Period {
  readonly from: number;
  /** The first second after it. */
  readonly end: number;
  readonly every: number;
  readonly isExact: boolean;
  readonly line: number;
}

/** Reads the periods of each kept trip, by the trip's position, in order. */
export async function readFrequencies(
  input: TableInput,
  trips: TripRows,
): Promise<ReadonlyMap<number, readonly Period[]>> {
  const periods = new Map<number, Period[]>();
  await readTable(input, formOf(FILE), (row) => {
    const trip = trips.positions.get(row.required('trip_id'));
    if (trip === undefined && row.get('trip_id') !== '')
      row.report('foreign_key_violation', 'trip_id', 'trips.txt');
    const [from, end] = [row.time('start_time'), row.time('end_time')];
    if (from === undefined || end === undefined) {
      for (const column of ['start_time', 'end_time']) row.required(column);
      return;
    }
    const every = row.whole('headway_secs', 86_400 * 7);
    if (every === 0) row.report('number_out_of_range', 'headway_secs', '1');
    if (end <= from) row.report('start_and_end_range_out_of_order', 'end_time', row.get('start_time'));
    const isExact = row.oneOf('exact_times', [0, 1], 0) === 1;
    if (trip === undefined || trip < 0 || !every || end <= from) return;
    const own = periods.get(trip) ?? [];
    periods.set(trip, own);
    own.push({ from, end, every, isExact, line: row.line });
  });
  for (const [trip, own] of periods) periods.set(trip, withoutOverlaps(own, input.findings));
  return periods;
}

/** Returns the periods in order. One that begins before the end of another is reported and left out. */
function withoutOverlaps(periods: readonly Period[], findings: Findings): Period[] {
  const apart: Period[] = [];
  for (const period of periods.toSorted((a, b) => a.from - b.from)) {
    const before = apart.at(-1);
    if (!before || before.end <= period.from) apart.push(period);
    else {
      const place = { file: FILE, line: period.line, column: 'start_time', value: clockText(period.from) };
      findings.add('overlapping_frequency', { ...place, against: clockText(before.end) });
    }
  }
  return apart;
}

/** A trip that runs once on each of its days. */
export interface RunningTrip extends TripRow {
  /** The trip of the feed that it repeats. */
  readonly repeats?: string;
  readonly first: number;
  readonly end: number;
}

interface Running {
  readonly trips: readonly RunningTrip[];
  readonly calls: FeedCalls;
  /** Kept trips that do not run because their times are not exact. */
  readonly withoutExactTimes: number;
}

interface Limits {
  readonly keptTrips: number;
  readonly keptCalls: number;
}

/** Calls that grow. */
class NewCalls {
  readonly #from: FeedCalls;
  readonly #parts: FeedCalls[] = [];
  length = 0;

  constructor(from: FeedCalls) {
    this.#from = from;
  }

  /** Adds a trip's calls, later by so many seconds. Returns where they are. */
  add(first: number, end: number, later: number): { readonly first: number; readonly end: number } {
    const { stop, arrive, depart, flags, sequence } = this.#from;
    const shifted = (times: Int32Array) => times.subarray(first, end).map((time) => time + later);
    this.#parts.push({
      stop: stop.subarray(first, end),
      arrive: shifted(arrive),
      depart: shifted(depart),
      flags: flags.subarray(first, end),
      sequence: sequence.subarray(first, end),
    });
    const place = { first: this.length, end: this.length + end - first };
    this.length = place.end;
    return place;
  }

  all(): FeedCalls {
    const joined = (name: 'stop' | 'arrive' | 'depart' | 'sequence') => {
      const values = new Int32Array(this.length);
      let at = 0;
      for (const part of this.#parts) {
        values.set(part[name], at);
        at += part[name].length;
      }
      return values;
    };
    const flags = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.#parts) {
      flags.set(part.flags, at);
      at += part.flags.length;
    }
    return {
      stop: joined('stop'),
      arrive: joined('arrive'),
      depart: joined('depart'),
      flags,
      sequence: joined('sequence'),
    };
  }
}

/**
 * Returns the trips that run. A trip with periods runs in them and not at its own time: once for each departure where
 * its times are exact, or are taken as exact; otherwise not at all, since nobody can reserve a seat on 'every 10 minutes'.
 */
export function runningTrips(
  { findings }: TableInput,
  kept: readonly TripRow[],
  { calls, first: firsts, end: ends }: TripCalls,
  {
    periods,
    asExact,
    limits,
  }: {
    readonly periods: ReadonlyMap<number, readonly Period[]>;
    readonly asExact: boolean;
    readonly limits: Limits;
  },
): Running {
  const made = new NewCalls(calls);
  const trips: RunningTrip[] = [];
  const ids = new Set(kept.map(({ tripId }) => tripId));
  let withoutExactTimes = 0;
  let isOver = false;
  const repeat = (trip: TripRow, { first, end }: { first: number; end: number }, period: Period) => {
    const start = calls.depart[first] ?? 0;
    for (let at = period.from; at < period.end && !isOver; at += period.every) {
      const time = clockText(at);
      const tripId = `${trip.tripId}~${time.endsWith(':00') ? time.slice(0, -3) : time}`;
      const place = { file: FILE, line: period.line, column: 'trip_id', value: tripId };
      if (tripId.length > LONGEST_TRIP_ID)
        return findings.add('id_too_long', { ...place, against: String(LONGEST_TRIP_ID) });
      if (ids.has(tripId)) return findings.add('duplicate_key', place);
      ids.add(tripId);
      isOver = trips.length >= limits.keptTrips || made.length > limits.keptCalls;
      if (isOver) return findings.add('too_many_trips', { ...place, against: String(limits.keptTrips) });
      const number = trip.number === '' ? '' : `${trip.number} ${time.slice(0, 5)}`;
      trips.push({ ...trip, tripId, repeats: trip.tripId, number, ...made.add(first, end, at - start) });
    }
  };
  kept.forEach((trip, position) => {
    const [first, end] = [firsts[position] ?? 0, ends[position] ?? 0];
    if (first === end) return;
    const own = periods.get(position);
    if (!own) return void trips.push({ ...trip, ...made.add(first, end, 0) });
    const exact = own.filter(({ isExact }) => isExact || asExact);
    const [open] = own.filter((period) => !exact.includes(period));
    if (open) {
      withoutExactTimes += 1;
      findings.add('frequency_without_exact_times', {
        file: FILE,
        line: open.line,
        column: 'trip_id',
        value: trip.tripId,
      });
    }
    for (const period of exact) repeat(trip, { first, end }, period);
  });
  return { trips, calls: made.all(), withoutExactTimes };
}
