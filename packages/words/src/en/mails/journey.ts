// How mails write trains and seats in English.
import type { JourneyWords } from '../../mail-words.ts';
import { trainIn } from '../../train/train-name.ts';

export const journey: JourneyWords = {
  train: (name, no) => trainIn('en', name, no, '{name} {no}'),
  car: (car) => `car ${car}, `,
  betweenSeats: ', ',
};
