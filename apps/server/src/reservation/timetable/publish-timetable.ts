// Brings a timetable into effect: a new generation, which every process follows.
import type { FeedSummary } from '@kippu/contract/calls/desk/timetable';
import type { Trx } from '../../platform/db/database.ts';
import { lockPublishing, lockTimetable } from '../../platform/db/locks.ts';
import { operatorOf, type OperatorParts } from '../../platform/operator/operator-data.ts';
import { withAddedTrains } from '../../platform/operator/added-train-store.ts';
import { findRememberedTrips, rememberTimetable } from '../../platform/operator/former-store.ts';
import * as generations from '../../platform/operator/generation-store.ts';
import { listBookedDepartures } from '../store/disruption-store.ts';
import { tripIdOf } from './departure.ts';
import { replacementsIn, type Replacements } from './same-trains.ts';

export interface NewTimetable extends generations.NewGeneration {
  /** What its files contain. */
  readonly parts: OperatorParts;
}

export const summaryOf = ({ version, from, to, trips, stations }: OperatorParts): FeedSummary => ({
  version,
  from,
  to,
  trips: trips.size,
  stations: stations.size,
});

/**
 * Publishes a timetable. No booking that depends on the older one commits after this transaction: those under way are
 * waited for at its end, new ones wait for it. The reservations are moved afterwards (move-in-batches.ts).
 * @param now epoch milliseconds
 * @returns the new generation's number
 */
export async function publishTimetable(trx: Trx, next: NewTimetable, now: number): Promise<number> {
  await lockPublishing(trx);
  const before = await generations.describeNewest(trx);
  const at = new Date(now);
  const generation = await generations.insertGeneration(trx, { ...next, summary: summaryOf(next.parts) }, at);
  await takeEffect(trx, { generation, parts: await withAddedTrains(trx, next.parts, at), before }, now);
  return generation;
}

/** Publishes the current timetable once more, as publishTimetable does, with the added trains that are stored by now. */
export async function publishAddedTrains(trx: Trx, current: OperatorParts, now: number): Promise<void> {
  await lockPublishing(trx);
  const before = await generations.describeNewest(trx);
  const at = new Date(now);
  const generation = await generations.repeatGeneration(trx, at);
  await takeEffect(trx, { generation, parts: await withAddedTrains(trx, current, at), before }, now);
}

/** Waits for the bookings under way, and stores what a generation makes of booked departures. */
async function takeEffect(
  trx: Trx,
  next: {
    readonly generation: number;
    readonly parts: OperatorParts;
    readonly before: { readonly replacements: Replacements } | undefined;
  },
  now: number,
): Promise<void> {
  await lockTimetable(trx);
  const replacements = await replacementsOf(trx, next.parts, next.before?.replacements ?? {}, now);
  await generations.saveReplacements(trx, next.generation, replacements);
  await rememberTimetable(trx, next.parts);
}

/** Returns the trips of a timetable that would run booked departures of other trips, if it were published after `before`. */
export async function replacementsOf(
  trx: Trx,
  parts: OperatorParts,
  before: Replacements,
  now: number,
): Promise<Replacements> {
  const departureIds = await listBookedDepartures(trx, now);
  const trips = await findRememberedTrips(trx, [
    ...new Set([...departureIds.map(tripIdOf), ...Object.values(before)]),
  ]);
  return replacementsIn(operatorOf(parts), { departureIds, replacements: before, trips });
}
