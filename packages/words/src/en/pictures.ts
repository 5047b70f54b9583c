// The texts of pictures that the server draws, in English.
import type { PictureWords } from '../picture-words.ts';

export const pictures: PictureWords = {
  captcha: 'Enter the five characters drawn here',
  captchaWithSound:
    'Enter four digits. In the sound each digit is that many short beeps, with a pause between digits',
  stationPoster: 'Scan this code in the app to verify your entry or exit',
  validUntil: 'Valid until',
};
