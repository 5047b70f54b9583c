// The desk's names for trains, legs and cars.
import type { DepartureLoad } from '@kippu/contract/calls/desk/occupancy';
import { nameIn } from '@kippu/contract/names';
import type { CarClass, Direction } from '@kippu/contract/values';
import { trains as en } from '@kippu/words/en/desk/trains';
import { inBoth } from '@kippu/words/in-both';
import { trains as ja } from '@kippu/words/ja/desk/trains';
import type { DeskLanguage, Text } from '../app/text/texts.ts';

const words = inBoth(ja, en);

export const CLASS_WORDS: Readonly<Record<CarClass, Text>> = words.carClass;

export const TRAIN_DIRECTION_WORDS: Readonly<Record<Direction, Text>> = words.direction;

/** Returns a train's name: 'はるか14号' or 'HARUKA 14'. */
export const trainText = (train: DepartureLoad, language: DeskLanguage): string => {
  const name = nameIn(train, 'trainName', language);
  return language === 'ja' ? `${name}${train.trainNo}号` : `${name} ${train.trainNo}`;
};

const stopText = (train: DepartureLoad, stop: number, language: DeskLanguage): string =>
  nameIn(train.stops[stop] ?? {}, 'stationName', language);

/** Returns '京都 → 新大阪' for the legs from `first` up to, but not including, `end`. */
export const stretchText = (
  train: DepartureLoad,
  first: number,
  end: number,
  language: DeskLanguage,
): string => `${stopText(train, first, language)} → ${stopText(train, end, language)}`;

export const departsAt = ({ stops }: DepartureLoad): string => stops[0]?.departAt ?? '';
export const arrivesAt = ({ stops }: DepartureLoad): string => stops.at(-1)?.arriveAt ?? '';
