// Words that the app also shows to staff in the railway's own language, in Traditional Chinese. They load alone.
import type { ForStaff } from '../../app-words.ts';

export const forStaff: ForStaff = {
  category: {
    adult: '成人',
    child: '兒童',
    specialAdult: '成人（優惠）',
    specialChild: '兒童（優惠）',
    senior: '長者',
    saleAdult: '成人（特價）',
    saleChild: '兒童（特價）',
  },
  verifiedIn: '進站已確認',
  verifiedOut: '出站已確認',
  ticketRow: '車票',
  exchangedTitle: '換票號碼',
};
