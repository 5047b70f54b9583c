// How mails write trains and seats in Japanese.
import type { JourneyWords } from '../../mail-words.ts';
import { trainIn } from '../../train/train-name.ts';

export const journey: JourneyWords = {
  train: (name, no) => trainIn('ja', name, no, '{name}{no}号'),
  car: (car) => `${car}号車 `,
  betweenSeats: '、',
};
