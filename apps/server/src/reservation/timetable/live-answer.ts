// How a train really runs, as the contract's answer.
import type { LiveRide } from '@kippu/contract/calls/traveller/seat';
import { wireNames } from '@kippu/contract/names';
import { isOldNews } from '@kippu/domain/live/live-train';
import { theRules } from '@kippu/domain/rules';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { Journey } from './departure.ts';

/** Returns which part of a ride does not run: the whole train, or the first of its two stops that is left out; undefined if it runs. */
export function cutOf({ runs, live, expected, firstLeg }: Journey): LiveRide['cut'] {
  if (runs) return undefined;
  if (live?.runs === false) return 'train';
  return expected?.[firstLeg]?.isSkipped === true ? 'from' : 'to';
}

/** Returns what is known of a ride at `now` (epoch milliseconds); undefined for nothing. */
export function liveAnswer(ride: Journey, now: number): LiveRide | undefined {
  const { live, runs, hasLeft, expected, from, platform } = ride;
  if (!live) return undefined;
  const [leaving, reaching] = [expected?.[ride.firstLeg], expected?.[ride.endLeg]];
  const cut = cutOf(ride);
  const isMoved = from.platform !== undefined && platform !== from.platform;
  return {
    asOf: wireTime(live.feedAsOf ?? live.asOf),
    isOld: isOldNews(live, now, theRules().liveFadesMinutes * 60_000),
    runs,
    ...(cut === undefined ? {} : { cut }),
    hasLeft,
    ...(leaving?.isKnown === true && !leaving.isSkipped
      ? { expectedDepartAt: wireTime(ride.expectedDepartAt) }
      : {}),
    ...(reaching?.isKnown === true && !reaching.isSkipped
      ? { expectedArriveAt: wireTime(ride.expectedArriveAt) }
      : {}),
    ...(isMoved ? { platformChanged: { planned: from.platform } } : {}),
    ...(live.words ? { words: wireNames('text', live.words) } : {}),
  };
}
