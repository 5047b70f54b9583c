// How trains run, for the desk's answers.
import type { FormationCars, RunStop, Said, TrainRun } from '@kippu/contract/calls/desk/live';
import { fadesAt, mergeLayers, type LiveLayer, type LiveLayers } from '@kippu/domain/live/live-train';
import { runSummary } from '@kippu/domain/live/run-summary';
import { theRules } from '@kippu/domain/rules';
import { gtfsToEpoch } from '@kippu/domain/time/service-day';
import { formationIdOn } from '../../platform/operator/assignments.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { Departure } from '../../reservation/timetable/departure.ts';

const MINUTE_MS = 60_000;
/** How long after its arrival a train can still be changed: it may be late again without anybody having said so. */
const CHANGEABLE_AFTER_ARRIVAL_MS = 60 * MINUTE_MS;

const NOTHING: LiveLayers = { feed: null, desk: null };

const fadesAfterMs = () => theRules().liveFadesMinutes * MINUTE_MS;

/** Returns the operator's data as if the sources said this of a departure, at `now` (epoch milliseconds). */
export function withLayers(
  operator: OperatorData,
  said: readonly (readonly [departureId: string, layers: LiveLayers])[],
  now: number,
): OperatorData {
  const live = new Map(operator.live);
  for (const [departureId, layers] of said) {
    const merged = mergeLayers(layers, now, fadesAfterMs());
    if (merged) live.set(departureId, merged);
    else live.delete(departureId);
  }
  return { ...operator, live };
}

const summaryOf = ({ trip, live }: Departure) => runSummary(trip.stops, live);
const wireAt = ({ serviceDate }: Departure, seconds: number) => wireTime(gtfsToEpoch(serviceDate, seconds));
const secondsSince = (layer: LiveLayer | null, now: number) =>
  layer && Math.max(0, Math.floor((now - layer.asOf) / 1000));

/** The planned formation, if one is assigned. */
export const plannedFormationOf = ({ trip, serviceDate }: Departure): string | undefined =>
  formationIdOn(trip.formations, serviceDate);

/** Whether the train arrived so long before `now` (epoch milliseconds) that the desk cannot change it: its past is as it was said. */
export function isPast(departure: Departure, now: number): boolean {
  const arrives = Math.max(
    summaryOf(departure).stops.at(-1)?.arrive ?? 0,
    departure.trip.stops.at(-1)?.arrive ?? 0,
  );
  return gtfsToEpoch(departure.serviceDate, arrives) + CHANGEABLE_AFTER_ARRIVAL_MS < now;
}

/** Returns how a departure runs, at `now` (epoch milliseconds). `layers` are what the sources say of it. */
export function runAnswer(departure: Departure, layers: LiveLayers = NOTHING, now: number): TrainRun {
  const { runs, lateBy, stopsOut, first, last, stops } = summaryOf(departure);
  const plannedPlatform = departure.trip.stops[stops.indexOf(first)]?.platform;
  const platform = first.platform ?? plannedPlatform;
  const plannedFormation = plannedFormationOf(departure);
  const fades = fadesAt(layers, fadesAfterMs());
  const [deskAge, feedAge] = [secondsSince(layers.desk, now), secondsSince(layers.feed, now)];
  return {
    runs,
    ...(lateBy === null ? {} : { lateBy }),
    stopsOut,
    departAt: wireAt(departure, first.depart),
    arriveAt: wireAt(departure, last.arrive),
    ...(platform === undefined ? {} : { platform }),
    ...(plannedPlatform === undefined ? {} : { plannedPlatform }),
    ...(departure.formation.id === '' ? {} : { formation: departure.formation.id }),
    ...(plannedFormation === undefined ? {} : { plannedFormation }),
    lostCars: [...(departure.live?.lostCars ?? [])],
    ...(deskAge === null ? {} : { deskAge }),
    ...(feedAge === null ? {} : { feedAge }),
    feedIsOld: fades !== null && now > fades,
    isPast: isPast(departure, now),
  };
}

/** Lists the formations that may run. */
export const formationCars = ({ formations }: OperatorData): FormationCars[] =>
  [...formations.values()].map(({ id, series, cars }) => ({
    formationId: id,
    series,
    cars: cars.map(({ car }) => car).toSorted((a, b) => a - b),
  }));

/** Returns each stop of a departure as it is expected. */
export function expectedAnswer(departure: Departure): RunStop[] {
  const { stops } = summaryOf(departure);
  return stops.map(({ key, arrive, depart, platform, isSkipped, hasLeft }, at) => {
    const planned = departure.trip.stops[at]?.platform;
    const shown = platform ?? planned;
    return {
      key,
      ...(at === 0 ? {} : { arriveAt: wireAt(departure, arrive) }),
      ...(at === stops.length - 1 ? {} : { departAt: wireAt(departure, depart) }),
      ...(shown === undefined ? {} : { platform: shown }),
      ...(planned === undefined ? {} : { plannedPlatform: planned }),
      isSkipped,
      hasLeft,
    };
  });
}

/** Returns fields of a layer, with the stops in the order of the train's. */
export function saidAnswer(layer: Partial<LiveLayer>, keys: readonly string[]): Said {
  const { runs, delays, skipped, platforms, left, formation, lostCars, words } = layer;
  const inOrder = <T>(of: Readonly<Record<string, T>>) =>
    Object.entries(of).toSorted(([a], [b]) => keys.indexOf(a) - keys.indexOf(b));
  return {
    ...(runs === undefined ? {} : { runs }),
    ...(delays && {
      delays: inOrder(delays).map(([stop, delay]) => {
        const seconds = delay?.depart ?? delay?.arrive;
        return { stop, ...(seconds === undefined ? {} : { seconds }) };
      }),
    }),
    ...(skipped && { skipped: keys.filter((key) => skipped.includes(key)) }),
    ...(platforms && { platforms: inOrder(platforms).map(([stop, platform]) => ({ stop, platform })) }),
    ...(left === undefined ? {} : { left }),
    ...(formation === undefined ? {} : { formation }),
    ...(lostCars && { lostCars: [...lostCars] }),
    ...(words && { words: { ...words } }),
  };
}
