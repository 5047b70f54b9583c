// The words of a station's departure board, in German.
import type { BoardWords } from '../board/board-words.ts';
import { trainIn } from '../train/train-name.ts';

export const board: BoardWords = {
  departures: 'Abfahrt',
  time: 'Zeit',
  destination: 'Nach',
  platform: 'Gleis',
  train: (name, no) => trainIn('de', name, no, '{name} {no}').replaceAll(' ', '\u00a0'),
  late: (minutes) => `Etwa ${minutes}\u00a0Min. später`,
  cancelled: 'Fällt aus',
  doesNotStop: 'Hält hier nicht',
  newPlatform: 'Neu',
  extraTrain: 'Zusatzzug ohne reservierbare Plätze',
  freeSeats: 'Freie Plätze',
  carSeats: (car, free) => `Wagen ${car}: ${free} frei`,
  carUnreserved: (car) => `Wagen ${car}: ohne Reservierung`,
  tomorrow: 'Morgen',
  noTrains: 'Kein Zug in den nächsten 24 Stunden',
  asOf: (time) => `Stand ${time}`,
  noConnection: (time) => `Keine Verbindung. Stand ${time}`,
  timetableOnly: (time) => `Keine Verbindung seit ${time}. Zeiten nach Fahrplan`,
  connecting: 'Verbindung wird hergestellt…',
  chooseStation: 'Wählen Sie einen Bahnhof',
  unknownStation: 'Für diesen Bahnhof gibt es keine Anzeige. Wählen Sie einen aus der Liste.',
};
