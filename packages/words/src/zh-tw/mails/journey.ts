// How mails write trains and seats in Traditional Chinese.
import type { JourneyWords } from '../../mail-words.ts';

export const journey: JourneyWords = {
  train: (name, no) => `${name} ${no}號`,
  car: (car) => `${car}號車 `,
  betweenSeats: '、',
};
