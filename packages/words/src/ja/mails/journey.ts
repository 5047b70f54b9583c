// How mails write trains and seats in Japanese.
import type { JourneyWords } from '../../mail-words.ts';

export const journey: JourneyWords = {
  train: (name, no) => `${name}${no}号`,
  car: (car) => `${car}号車 `,
  betweenSeats: '、',
};
