// The captcha's instructions in five languages: the picture's title, for screen readers.
import type { Language } from '@kippu/contract/limits';

/** For a picture without sound. */
export const PICTURE_TITLE: Readonly<Record<Language, string>> = {
  ja: '絵に描かれた5文字を入力してください',
  en: 'Enter the five characters drawn here',
  ko: '그림에 있는 다섯 글자를 입력해 주세요',
  'zh-CN': '请输入图中的五个字符',
  'zh-TW': '請輸入圖中的五個字元',
};

/** For a picture with sound. */
export const SOUND_TITLE: Readonly<Record<Language, string>> = {
  ja: '4桁の数字を入力してください。音声では、数字の数だけ短い音が鳴り、数字の間は音が途切れます',
  en: 'Enter four digits. In the sound each digit is that many short beeps, with a pause between digits',
  ko: '숫자 네 자리를 입력해 주세요. 소리에서는 각 숫자만큼 짧은 신호음이 울리고 숫자 사이에 쉼이 있습니다',
  'zh-CN': '请输入四位数字。声音中，每位数字以相应次数的短音表示，数字之间有停顿',
  'zh-TW': '請輸入四位數字。聲音中，每位數字以相應次數的短音表示，數字之間有停頓',
};
