// The texts of pictures that the server draws, in Japanese.
import type { PictureWords } from '../picture-words.ts';

export const pictures: PictureWords = {
  captcha: '絵に描かれた5文字を入力してください',
  captchaWithSound:
    '4桁の数字を入力してください。音声では、数字の数だけ短い音が鳴り、数字の間は音が途切れます',
  stationPoster: 'アプリでこのコードを読み取り、入場・出場を確認してください',
  validUntil: '有効期限',
};
