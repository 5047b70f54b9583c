// The texts of pictures that the server draws, in Korean.
import type { PictureWords } from '../picture-words.ts';

export const pictures: PictureWords = {
  captcha: '그림에 있는 다섯 글자를 입력해 주세요',
  captchaWithSound:
    '숫자 네 자리를 입력해 주세요. 소리에서는 각 숫자만큼 짧은 신호음이 울리고 숫자 사이에 쉼이 있습니다',
  stationPoster: '앱에서 이 코드를 스캔하여 입장·퇴장을 확인해 주세요',
  validUntil: '유효 기한',
};
