// How mails write trains and seats in Simplified Chinese.
import type { JourneyWords } from '../../mail-words.ts';

export const journey: JourneyWords = {
  train: (name, no) => `${name} ${no}号`,
  car: (car) => `${car}号车 `,
  betweenSeats: '、',
};
