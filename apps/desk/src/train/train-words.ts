// The desk's names for trains, legs and cars.
import type { DepartureLoad } from '@kippu/contract/calls/desk/occupancy';
import { nameIn } from '@kippu/contract/names';
import type { Direction } from '@kippu/contract/values';
import { directionWord } from '@kippu/client/operator-words';
import type { Language } from '@kippu/contract/languages';
import { text } from '../app/text/texts.ts';

/** Returns a train's name: 'いそかぜ14号' or 'EXPRESS 14'. */
export function trainText(train: Pick<DepartureLoad, 'trainNo'>, language: Language): string {
  const name = nameIn(train, 'trainName', language);
  const named = text('{name}{no}号', '{name} {no}', { name, no: train.trainNo });
  return named[language] ?? named.en;
}

const stopText = (train: DepartureLoad, stop: number, language: Language): string =>
  nameIn(train.stops[stop] ?? {}, 'stationName', language);

/** Returns the operator's words for a direction, else the stations where its trains end: '→ Brig, Chur'. */
export function directionText(
  direction: Direction,
  trains: readonly DepartureLoad[],
  language: Language,
): string {
  const ends = trains
    .filter((train) => train.direction === direction)
    .map((train) => stopText(train, train.stops.length - 1, language));
  return directionWord(direction, language) ?? `→ ${[...new Set(ends)].join(', ')}`;
}

/** Returns '海浜 → 山手' for the legs from `first` up to, but not including, `end`. */
export const stretchText = (train: DepartureLoad, first: number, end: number, language: Language): string =>
  `${stopText(train, first, language)} → ${stopText(train, end, language)}`;

export const departsAt = ({ stops }: DepartureLoad): string => stops[0]?.departAt ?? '';
export const arrivesAt = ({ stops }: DepartureLoad): string => stops.at(-1)?.arriveAt ?? '';
