// Seats in words: the text for screen readers and the text below the map.
import type { Language } from '@kippu/contract/languages';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { SeatCar, SeatPlace } from '@kippu/contract/calls/traveller/train';
import { changeableUntil as closesAt } from '@kippu/domain/reservation/seat-rules';
import { theRules } from '@kippu/domain/rules';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { betweenLists, formatList, formatTime, formatUnits, joinSentences } from '../../i18n/format.ts';
import type { Messages } from '@kippu/words/app-words';
import { arrangementOf, isNearLuggage, spotIn, spotOf } from './seat-arrangement.ts';
import { leavesAt } from '../journey/live-times.ts';
import { seatsByCar } from './seat-selection.ts';

type Words = Messages['seat'];

/** 'Car 4, seats 7A and 7B'; seats in several cars are listed one after the other. */
export function seatsInWords(seats: readonly string[], words: Words, language: Language): string {
  const parts = seatsByCar(seats).map((group) =>
    words.seatsOf(group.car, formatList(group.seats, language), group.seats.length),
  );
  return parts.join(betweenLists(language));
}

/** Until when the seats may be changed: so many minutes before the train leaves, or until it leaves. */
export const deadlineInWords = (reservation: Reservation, words: Words): string =>
  wallToEpoch(reservation.changeableUntil) > closesAt(leavesAt(reservation))
    ? words.deadlineOpen
    : words.deadline(formatTime(reservation.changeableUntil), theRules().changeClosesMinutes);

/** 'Side by side, 7A at the window'; '' if there is nothing to say. */
export function arrangementInWords(
  cars: readonly SeatCar[],
  seats: readonly string[],
  words: Words,
  language: Language,
): string {
  const arrangement = arrangementOf(cars, seats);
  const [only] = seats;
  if (!only) return '';
  if (arrangement === 'one') {
    const spot = spotIn(cars, only);
    return spot ? capital(words[spot], language) : '';
  }
  const atWindow = seatsByCar(seats.filter((seat) => spotIn(cars, seat) === 'window')).flatMap(
    (g) => g.seats,
  );
  return formatUnits(
    [
      words.arrangement[arrangement],
      ...(atWindow.length > 0 && arrangement !== 'apart'
        ? [words.atWindow(formatList(atWindow, language), atWindow.length)]
        : []),
    ],
    language,
  );
}

/** Capitalises the first letter, in languages that have capitals. */
export const capital = (text: string, language: Language): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** The text for screen readers of one seat: 'Car 4, row 12, A, window, free'. */
export function seatSpoken(
  car: SeatCar,
  row: number,
  place: SeatPlace,
  chosen: boolean,
  words: Words,
  language: Language,
): string {
  const state = { selectable: words.free, taken: words.taken, mine: words.mine, held: words.held }[
    place.state
  ];
  return formatUnits(
    [
      words.car(car.car),
      words.row(row),
      place.letter,
      words[spotOf(car.letters, place.letter)],
      chosen ? words.chosen : state,
      ...(place.power ? [words.socket] : []),
      ...(isNearLuggage(car, row) ? [words.nearLuggage] : []),
      ...(place.facing === 'backward' ? [words.backwards] : []),
    ],
    language,
  );
}

/** The message after seats were lost: which ones, and which of the chosen ones remain. */
export function lossInWords(
  lost: readonly string[],
  kept: readonly string[],
  words: Words,
  language: Language,
): string {
  const list = (seats: readonly string[]) =>
    formatList(
      seatsByCar(seats).flatMap((group) => group.seats),
      language,
    );
  const still = kept.length > 0 ? [words.stillYours(list(kept), kept.length)] : [];
  return joinSentences([words.lost(list(lost), lost.length), ...still], language);
}
