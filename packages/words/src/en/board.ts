// The words of a station's departure board, in English.
import type { BoardWords } from '../board/board-words.ts';
import { trainIn } from '../train/train-name.ts';

export const board: BoardWords = {
  departures: 'Departures',
  time: 'Time',
  destination: 'To',
  platform: 'Platform',
  train: (name, no) => trainIn('en', name, no, '{name} {no}').replaceAll(' ', '\u00a0'),
  late: (minutes) => `About ${minutes}\u00a0min late`,
  cancelled: 'Cancelled',
  doesNotStop: 'Does not stop here',
  newPlatform: 'New',
  extraTrain: 'Extra train, no reserved seats',
  freeSeats: 'Free seats',
  carSeats: (car, free) => `Car ${car}: ${free} free`,
  carUnreserved: (car) => `Car ${car}: not reserved`,
  tomorrow: 'Tomorrow',
  noTrains: 'No train in the next 24 hours',
  asOf: (time) => `as of ${time}`,
  noConnection: (time) => `No connection. As of ${time}`,
  timetableOnly: (time) => `No connection since ${time}. Times of the timetable`,
  connecting: 'Connecting…',
  chooseStation: 'Choose a station',
  unknownStation: 'There is no board for this station. Choose one from the list.',
};
