// What a vehicle's position says of a train: the last stop that it has left.
import { gtfsToEpoch } from '@kippu/domain/time/service-day';
import type { VehiclePosition } from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { StopPlace } from '../../platform/operator/operator-data.ts';
import type { FeedReport } from './feed-report.ts';
import type { KnownTrain } from './match-train.ts';
import { EARLIEST_LEFT_MS, stopAt } from './read-updates.ts';

/**
 * Returns the position of the last stop that a train has left, -1 where it has left none, undefined where nothing is said. A stop at which
 * the train stands or which it approaches is not left. What the timetable makes impossible is not believed, since a stop that is left is
 * closed.
 * @param saidAt when the feed said it, epoch milliseconds
 */
export function lastLeft(
  { currentStopSequence, stopId }: VehiclePosition,
  train: KnownTrain,
  saidAt: number,
  report: FeedReport,
  places: ReadonlyMap<string, StopPlace>,
): number | undefined {
  const { stops } = train.trip;
  const knowsSequences = stops.some(({ sequence }) => sequence !== undefined);
  if (!stopId && (currentStopSequence === undefined || !knowsSequences)) return undefined;
  let left: number;
  if (currentStopSequence !== undefined && knowsSequences) {
    // A sequence of a stop that the timetable leaves out is between two others.
    const [first, last] = [stops[0]?.sequence ?? 0, stops.at(-1)?.sequence ?? 0];
    if (currentStopSequence < first || currentStopSequence > last) {
      report.drop('unknownStop');
      return undefined;
    }
    left = stops.findLastIndex(({ sequence = 0 }) => sequence < currentStopSequence);
  } else {
    const at = stopAt(train, { stopId }, places);
    if (at < 0) {
      report.drop('unknownStop');
      return undefined;
    }
    left = at - 1;
  }
  const possible = stops.findLastIndex(
    ({ depart }, at) => at <= left && gtfsToEpoch(train.serviceDate, depart) - EARLIEST_LEFT_MS <= saidAt,
  );
  if (possible < left) report.drop('leftTooEarly');
  return possible;
}
