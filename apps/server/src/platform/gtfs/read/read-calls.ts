// Reads stop_times.txt of the kept trips, and fills in the times between timepoints.
import type { FindingCode } from '@kippu/contract/feed-findings';
import { NO_ALIGHTING, NO_BOARDING, type FeedCalls } from '../feed.ts';
import type { Findings } from '../report/findings.ts';
import { CallRows, NO_TIME } from './call-rows.ts';
import { formOf } from './forms.ts';
import { BROKEN_STOP, NO_STOP, type FeedStops } from './read-places.ts';
import type { TripRows } from './read-trips.ts';
import { clockText, readTable, type Row, type TableInput } from './table.ts';

const FILE = 'stop_times.txt';
const NO_CALL = 1;
const STOP_TYPES = [0, 1, 2, 3] as const;

/** The calls of all kept trips, and where those of each trip are. */
export interface TripCalls {
  readonly calls: FeedCalls;
  /** The first call of each trip, and the one after its last, by the trip's position. Equal for a trip that cannot be used. */
  readonly first: Int32Array;
  readonly end: Int32Array;
}

/** Returns the flags of a row, and reports stops on request. */
function flagsOf(row: Row): number {
  const pickup = row.oneOf('pickup_type', STOP_TYPES, 0);
  const dropOff = row.oneOf('drop_off_type', STOP_TYPES, 0);
  if ((pickup ?? 0) > NO_CALL || (dropOff ?? 0) > NO_CALL)
    row.report('request_stop', (pickup ?? 0) > NO_CALL ? 'pickup_type' : 'drop_off_type');
  return (pickup === NO_CALL ? NO_BOARDING : 0) | (dropOff === NO_CALL ? NO_ALIGHTING : 0);
}

/** Returns a row's distance along the shape; NaN where it has none. */
function distanceOf(row: Row): number {
  return row.get('shape_dist_traveled') === ''
    ? Number.NaN
    : (row.decimal('shape_dist_traveled', 1e9) ?? Number.NaN);
}

/** Returns both times of a row. Where it gives one, it is both. */
function timesOf(row: Row): { readonly arrive: number; readonly depart: number } {
  const [arrive, depart] = [row.time('arrival_time'), row.time('departure_time')];
  if ((arrive === undefined) !== (depart === undefined))
    row.report(
      'stop_time_with_only_arrival_or_departure_time',
      arrive === undefined ? 'arrival_time' : 'departure_time',
    );
  if (arrive !== undefined && depart !== undefined && depart < arrive)
    row.report('start_and_end_range_out_of_order', 'departure_time', row.get('arrival_time'));
  return { arrive: arrive ?? depart ?? NO_TIME, depart: depart ?? arrive ?? NO_TIME };
}

async function readRows(
  input: TableInput,
  trips: TripRows,
  stops: FeedStops,
  mostKept: number,
): Promise<CallRows> {
  const { findings } = input;
  const rows = new CallRows();
  const found = await readTable(input, formOf(FILE), (row) => {
    const trip = trips.positions.get(row.required('trip_id'));
    if (trip === undefined) {
      if (row.get('trip_id') !== '') row.report('foreign_key_violation', 'trip_id', 'trips.txt');
      return;
    }
    if (trip < 0) return;
    // A vehicle on demand serves a zone instead of a stop. A trip of zones has no two stops, so it is left out.
    if (row.get('stop_id') === '' && (row.get('location_id') !== '' || row.get('location_group_id') !== ''))
      return;
    const sequence = row.whole('stop_sequence', 1_000_000);
    const stop = stops.positions.get(row.required('stop_id'));
    if (stop === undefined) {
      if (row.get('stop_id') !== '') row.report('foreign_key_violation', 'stop_id', 'stops.txt');
      return;
    }
    if (stop === BROKEN_STOP) return;
    if (stop === NO_STOP || stops.stops[stop]?.kind === 1)
      return row.report('location_with_unexpected_stop_time', 'stop_id');
    const { arrive, depart } = timesOf(row);
    const flags = flagsOf(row);
    const distance = distanceOf(row);
    if (sequence === undefined) return;
    if (rows.length === mostKept && findings.countOf('too_many_trips') === 0)
      findings.add('too_many_trips', { file: FILE, line: row.line, against: String(mostKept) });
    if (rows.length < mostKept)
      rows.add({ trip, sequence, stop, arrive, depart, flags, distance, line: row.line });
  });
  if (found === undefined) findings.add('missing_required_file', { file: FILE });
  else if (found === 0) findings.add('empty_file', { file: FILE });
  return rows;
}

/** The rows of one trip in their order. */
class OneTrip {
  readonly #rows: CallRows;
  readonly #positions: Int32Array;
  readonly #findings: Findings;

  constructor(rows: CallRows, positions: Int32Array, findings: Findings) {
    this.#rows = rows;
    this.#positions = positions;
    this.#findings = findings;
  }

  #at(n: number): number {
    return this.#positions[n] ?? 0;
  }

  #report(code: FindingCode, n: number, column: string, value: string, against?: string): void {
    const place = { file: FILE, line: this.#rows.at(this.#at(n), 'line'), column, value };
    this.#findings.add(code, against === undefined ? place : { ...place, against });
  }

  /** Whether the trip can be used. Reports what is wrong with its order and times; fills in times that are left blank. */
  complete(): boolean {
    if (!this.#isCounted() || !this.#hasEnds()) return false;
    this.#fillTimes();
    return this.#inOrder();
  }

  #isCounted(): boolean {
    let isCounted = true;
    for (let n = 1; n < this.#positions.length; n += 1) {
      const sequence = this.#rows.at(this.#at(n), 'sequence');
      if (sequence !== this.#rows.at(this.#at(n - 1), 'sequence')) continue;
      isCounted = false;
      this.#report(
        'duplicate_key',
        n,
        'stop_sequence',
        String(sequence),
        String(this.#rows.at(this.#at(n - 1), 'line')),
      );
    }
    return isCounted;
  }

  #hasEnds(): boolean {
    const blank = [0, this.#positions.length - 1].filter(
      (n) => this.#rows.at(this.#at(n), 'arrive') === NO_TIME,
    );
    for (const n of blank)
      this.#report('missing_trip_edge', n, n === 0 ? 'departure_time' : 'arrival_time', '');
    return blank.length === 0;
  }

  /** Fills in the times between timepoints: by the distance where all have one that grows, otherwise evenly by stop. */
  #fillTimes(): void {
    const rows = this.#rows;
    for (let n = 1; n < this.#positions.length - 1; n += 1) {
      if (rows.at(this.#at(n), 'arrive') !== NO_TIME) continue;
      const before = n - 1;
      let after = n + 1;
      while (rows.at(this.#at(after), 'arrive') === NO_TIME) after += 1;
      const start = rows.at(this.#at(before), 'depart');
      const span = rows.at(this.#at(after), 'arrive') - start;
      const shareOf = this.#shares(before, after);
      for (; n < after; n += 1) {
        const time = start + Math.round(span * shareOf(n));
        rows.set(this.#at(n), 'arrive', time);
        rows.set(this.#at(n), 'depart', time);
        this.#report('missing_timepoint_value', n, 'arrival_time', clockText(time));
      }
    }
  }

  /** Returns the share of the way from one timepoint to the next at which a call between them is. */
  #shares(before: number, after: number): (n: number) => number {
    const distanceAt = (n: number) => this.#rows.at(this.#at(n), 'distance');
    const evenly = (n: number) => (n - before) / (after - before);
    let areAllGiven = !Number.isNaN(distanceAt(before));
    for (let n = before + 1; n <= after; n += 1) {
      if (Number.isNaN(distanceAt(n))) areAllGiven = false;
      else if (distanceAt(n) < distanceAt(n - 1)) {
        areAllGiven = false;
        this.#report(
          'decreasing_or_equal_stop_time_distance',
          n,
          'shape_dist_traveled',
          String(distanceAt(n)),
          String(distanceAt(n - 1)),
        );
      }
    }
    const whole = distanceAt(after) - distanceAt(before);
    if (!areAllGiven || !(whole > 0)) return evenly;
    return (n) => (distanceAt(n) - distanceAt(before)) / whole;
  }

  #inOrder(): boolean {
    let isInOrder = true;
    for (let n = 1; n < this.#positions.length; n += 1) {
      const arrive = this.#rows.at(this.#at(n), 'arrive');
      const before = this.#rows.at(this.#at(n - 1), 'depart');
      if (arrive >= before) continue;
      isInOrder = false;
      this.#report(
        'stop_time_with_arrival_before_previous_departure_time',
        n,
        'arrival_time',
        clockText(arrive),
        clockText(before),
      );
    }
    return isInOrder;
  }
}

/** Returns the positions of a trip's rows where passengers may board or leave. */
const served = (rows: CallRows, positions: Int32Array): Int32Array =>
  positions.filter((at) => rows.at(at, 'flags') !== (NO_BOARDING | NO_ALIGHTING));

/** Reads the calls of the kept trips. A trip that cannot be used has none, and is reported. */
export async function readCalls(
  input: TableInput,
  trips: TripRows,
  stops: FeedStops,
  mostKept: number,
): Promise<TripCalls> {
  const rows = await readRows(input, trips, stops, mostKept);
  const order = rows.inOrder();
  // Stops that were not kept make no trip unusable.
  const isWhole = input.findings.countOf('too_many_trips') === 0;
  const leaveOut = (trip: TripRows['kept'][number]) => {
    if (isWhole)
      input.findings.add('unusable_trip', {
        file: 'trips.txt',
        line: trip.line,
        column: 'trip_id',
        value: trip.tripId,
      });
  };
  const count = trips.kept.length;
  const [first, end] = [new Int32Array(count), new Int32Array(count)];
  const kept = new Int32Array(rows.length);
  let length = 0;
  let at = 0;
  trips.kept.forEach((trip, position) => {
    const from = at;
    while (at < order.length && rows.at(order[at] ?? 0, 'trip') === position) at += 1;
    const positions = order.subarray(from, at);
    first[position] = length;
    if (positions.length < 2) leaveOut(trip);
    else if (new OneTrip(rows, positions, input.findings).complete()) {
      const calls = served(rows, positions);
      if (calls.length >= 2) {
        kept.set(calls, length);
        length += calls.length;
      } else leaveOut(trip);
    }
    end[position] = length;
  });
  const positions = kept.subarray(0, length);
  const column = (name: 'stop' | 'arrive' | 'depart' | 'sequence') =>
    Int32Array.from(positions, (n) => rows.at(n, name));
  const calls = {
    stop: column('stop'),
    arrive: column('arrive'),
    depart: column('depart'),
    flags: Uint8Array.from(positions, (n) => rows.at(n, 'flags')),
    sequence: column('sequence'),
  };
  return { calls, first, end };
}
