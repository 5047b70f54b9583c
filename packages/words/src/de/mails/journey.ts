// How mails write trains and seats in German.
import type { JourneyWords } from '../../mail-words.ts';
import { trainIn } from '../../train/train-name.ts';

export const journey: JourneyWords = {
  train: (name, no) => trainIn('de', name, no, '{name} {no}'),
  car: (car) => `Wagen ${car}, `,
  betweenSeats: ', ',
};
