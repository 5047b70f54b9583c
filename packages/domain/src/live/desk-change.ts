// The desk's word on a train: what a change makes of it, and whether a change fits the train.
import type { ByLanguage } from '@kippu/contract/names';
import { stopKeys, type LiveLayer, type StopKey } from './live-train.ts';

/** A change of the desk's word, field by field. Null undoes a field; an absent one stays as it is. */
export interface DeskChange {
  /** False: the train is cancelled. True: it runs, whatever a feed says. */
  readonly runs?: boolean | null | undefined;
  /** How late the train is from a stop on. 0: it is on time, whatever a feed says. */
  readonly late?: { readonly from: StopKey; readonly minutes: number } | null | undefined;
  /** All stops at which it does not call. An empty list: it calls at all of them, whatever a feed says. */
  readonly skipped?: readonly StopKey[] | null | undefined;
  readonly platforms?: readonly { readonly stop: StopKey; readonly platform: string }[] | null | undefined;
  readonly formation?: string | null | undefined;
  readonly lostCars?: readonly number[] | null | undefined;
  readonly words?: ByLanguage | null | undefined;
}

/** What the desk may say of a train. */
export interface TrainFacts {
  readonly stops: readonly { readonly stationId: string }[];
  /** The numbers of the cars of each formation, by the formation's id. */
  readonly formations: ReadonlyMap<string, readonly number[]>;
  /** The id of the formation that runs if the desk names none. */
  readonly formation: string | undefined;
}

/** Why a change does not fit: an unknown stop, fewer than two stops left, an unknown formation, an unknown car. */
export type ChangeFault = 'stop' | 'tooFewStops' | 'formation' | 'car';

const MINUTE = 60;

/** Returns a field's new value: the change's, none if it is undone, or the old one. */
const changed = <T>(change: T | null | undefined, before: T | undefined): T | undefined =>
  change === undefined ? before : (change ?? undefined);

const delaysOf = ({ from, minutes }: NonNullable<DeskChange['late']>): LiveLayer['delays'] => ({
  [from]: { arrive: minutes * MINUTE, depart: minutes * MINUTE },
});

/**
 * Returns what the desk says after a change; null if it says nothing any more.
 * @param now epoch milliseconds
 */
export function deskLayerAfter(before: LiveLayer | null, change: DeskChange, now: number): LiveLayer | null {
  const { late, platforms } = change;
  const fields: Partial<LiveLayer> = {
    runs: changed(change.runs, before?.runs),
    delays: changed(late && delaysOf(late), before?.delays),
    skipped: changed(change.skipped, before?.skipped),
    platforms: changed(
      platforms && Object.fromEntries(platforms.map(({ stop, platform }) => [stop, platform])),
      before?.platforms,
    ),
    formation: changed(change.formation, before?.formation),
    lostCars: changed(change.lostCars, before?.lostCars),
    words: changed(change.words, before?.words),
  };
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return said.length === 0 ? null : { asOf: now, ...Object.fromEntries(said) };
}

/** Returns why a change does not fit the train; null if it does. Fields that it does not change are not judged. */
export function changeFault(
  before: LiveLayer | null,
  change: DeskChange,
  { stops, formations, formation }: TrainFacts,
): ChangeFault | null {
  const keys = stopKeys(stops);
  const { late, skipped, platforms } = change;
  const named = [
    ...(late ? [late.from] : []),
    ...(skipped ?? []),
    ...(platforms ?? []).map(({ stop }) => stop),
  ];
  if (!named.every((key) => keys.includes(key))) return 'stop';
  if (skipped && keys.length - new Set(skipped).size < 2) return 'tooFewStops';
  if (change.formation && !formations.has(change.formation)) return 'formation';
  if (change.formation === undefined && change.lostCars === undefined) return null;
  const runs = changed(change.formation, before?.formation) ?? formation;
  const cars = (runs === undefined ? undefined : formations.get(runs)) ?? [];
  const lost = changed(change.lostCars, before?.lostCars) ?? [];
  return lost.every((car) => cars.includes(car)) ? null : 'car';
}
