// The texts of pictures that the server draws, in Simplified Chinese.
import type { PictureWords } from '../picture-words.ts';

export const pictures: PictureWords = {
  captcha: '请输入图中的五个字符',
  captchaWithSound: '请输入四位数字。声音中，每位数字以相应次数的短音表示，数字之间有停顿',
  stationPoster: '请在应用内扫描此码，确认进站或出站',
  validUntil: '有效期至',
};
