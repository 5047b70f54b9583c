// How mails write trains and seats in Traditional Chinese.
import type { JourneyWords } from '../../mail-words.ts';
import { trainIn } from '../../train/train-name.ts';

export const journey: JourneyWords = {
  train: (name, no) => trainIn('zh-TW', name, no, '{name} {no}次'),
  car: (car) => `${car}號車 `,
  betweenSeats: '、',
};
