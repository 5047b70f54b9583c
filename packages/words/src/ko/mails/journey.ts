// How mails write trains and seats in Korean.
import type { JourneyWords } from '../../mail-words.ts';
import { trainIn } from '../../train/train-name.ts';

export const journey: JourneyWords = {
  train: (name, no) => trainIn('ko', name, no, '{name} {no}호'),
  car: (car) => `${car}호차 `,
  betweenSeats: ', ',
};
