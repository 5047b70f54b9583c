// The texts of pictures that the server draws, in Traditional Chinese.
import type { PictureWords } from '../picture-words.ts';

export const pictures: PictureWords = {
  captcha: '請輸入圖中的五個字元',
  captchaWithSound: '請輸入四位數字。聲音中，每位數字以相應次數的短音表示，數字之間有停頓',
  stationPoster: '請在應用程式內掃描此碼，確認進站或出站',
  validUntil: '有效期限',
};
