// The desk's names for trains, legs and cars.
import type { DepartureLoad } from '@kippu/contract/calls/desk/occupancy';
import { nameIn } from '@kippu/contract/names';
import type { CarClass, Direction } from '@kippu/contract/values';
import { DESK_WORDS } from '../app/text/words.ts';
import type { Language } from '@kippu/contract/languages';
import type { Text } from '../app/text/texts.ts';

const words = DESK_WORDS.trains;

export const CLASS_WORDS: Readonly<Record<CarClass, Text>> = words.carClass;

export const TRAIN_DIRECTION_WORDS: Readonly<Record<Direction, Text>> = words.direction;

/** Returns a train's name: 'はるか14号' or 'HARUKA 14'. */
export const trainText = (train: DepartureLoad, language: Language): string => {
  const name = nameIn(train, 'trainName', language);
  return language === 'ja' ? `${name}${train.trainNo}号` : `${name} ${train.trainNo}`;
};

const stopText = (train: DepartureLoad, stop: number, language: Language): string =>
  nameIn(train.stops[stop] ?? {}, 'stationName', language);

/** Returns '京都 → 新大阪' for the legs from `first` up to, but not including, `end`. */
export const stretchText = (train: DepartureLoad, first: number, end: number, language: Language): string =>
  `${stopText(train, first, language)} → ${stopText(train, end, language)}`;

export const departsAt = ({ stops }: DepartureLoad): string => stops[0]?.departAt ?? '';
export const arrivesAt = ({ stops }: DepartureLoad): string => stops.at(-1)?.arriveAt ?? '';
