// Words that the app also shows to staff in the railway's own language, in Korean. They load alone.
import type { ForStaff } from '../../app-words.ts';

export const forStaff: ForStaff = {
  category: {
    adult: '성인',
    child: '어린이',
    specialAdult: '성인(할인)',
    specialChild: '어린이(할인)',
    senior: '시니어',
    saleAdult: '성인(특가)',
    saleChild: '어린이(특가)',
  },
  verifiedIn: '입장 확인 완료',
  verifiedOut: '퇴장 확인 완료',
  ticketRow: '티켓',
  exchangedTitle: '교환 번호',
};
