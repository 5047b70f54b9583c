// The texts of pictures that the server draws, in German.
import type { PictureWords } from '../picture-words.ts';

export const pictures: PictureWords = {
  captcha: 'Geben Sie die fünf gezeichneten Zeichen ein',
  captchaWithSound:
    'Geben Sie vier Ziffern ein. Im Ton ist jede Ziffer so viele kurze Töne, mit einer Pause zwischen den Ziffern',
  stationPoster: 'Scannen Sie diesen Code in der App, um Ein- oder Ausgang zu bestätigen',
  validUntil: 'Gültig bis',
};
