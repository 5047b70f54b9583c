// Words that the app also shows to staff in the railway's own language, in Simplified Chinese. They load alone.
import type { ForStaff } from '../../app-words.ts';

export const forStaff: ForStaff = {
  category: {
    adult: '成人',
    child: '儿童',
    specialAdult: '成人（优惠）',
    specialChild: '儿童（优惠）',
    senior: '老年人',
    saleAdult: '成人（特价）',
    saleChild: '儿童（特价）',
  },
  verifiedIn: '进站已确认',
  verifiedOut: '出站已确认',
  ticketRow: '车票',
  exchangedTitle: '换票号码',
};
