// How a train runs, in one line: what a list shows of it.
import { expectedStops, type ExpectedStop, type LiveLayer } from './live-train.ts';

export interface RunSummary {
  readonly runs: boolean;
  /** In seconds: the largest delay where the train still calls; negative if it is early. Null: nothing is known. */
  readonly lateBy: number | null;
  /** At how many stops it does not call. 0 for a train that does not run at all. */
  readonly stopsOut: number;
  /** The expected stops at which it begins and ends: those of the timetable if it does not run. */
  readonly first: ExpectedStop;
  readonly last: ExpectedStop;
  readonly stops: readonly ExpectedStop[];
}

/** Sums up how a train is expected to run. Throws Error for a train without stops. */
export function runSummary(
  stops: Parameters<typeof expectedStops>[0],
  live: LiveLayer | undefined,
): RunSummary {
  const expected = expectedStops(stops, live);
  const runs = live?.runs !== false;
  const calls = runs ? expected.filter(({ isSkipped }) => !isSkipped) : expected;
  const [first, last] = [calls[0] ?? expected[0], calls.at(-1) ?? expected.at(-1)];
  if (!first || !last) throw new Error('a train stops nowhere');
  const isAhead = calls.some(({ hasLeft }) => !hasLeft);
  const delays = calls.flatMap((stop) => {
    const planned = stops[expected.indexOf(stop)];
    if (!planned || !stop.isKnown || (isAhead && stop.hasLeft)) return [];
    return [stop === last ? stop.arrive - planned.arrive : stop.depart - planned.depart];
  });
  return {
    runs,
    lateBy: runs && delays.length > 0 ? Math.max(...delays) : null,
    stopsOut: runs ? expected.length - calls.length : 0,
    first,
    last,
    stops: expected,
  };
}
