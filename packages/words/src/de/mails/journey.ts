// How mails write trains and seats in German.
import type { JourneyWords } from '../../mail-words.ts';

export const journey: JourneyWords = {
  train: (name, no) => `${name} ${no}`,
  car: (car) => `Wagen ${car}, `,
  betweenSeats: ', ',
};
