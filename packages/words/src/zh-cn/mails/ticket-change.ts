// Mails about a change of a ticket by staff, in Simplified Chinese.
import type { TicketChangeMails } from '../../mail-words.ts';

export const ticketChange: TicketChangeMails = {
  suspend: [
    '您的车票已暂停使用',
    '{product}（车票号码 {ticketNo}）自{at}起暂停使用。暂停期间无法用二维码通过检票口，座位预订仍然保留。如需恢复使用，请咨询车站工作人员或购票处。',
  ],
  resume: [
    '您的车票已恢复使用',
    '{product}（车票号码 {ticketNo}）已于{at}恢复使用。之前的二维码不再有效，请在联网时打开应用中的车票，以获取新的二维码。{origin}',
  ],
  refund: [
    '您的车票已退款',
    '{product}（车票号码 {ticketNo}）已于{at}办理退款，不能再使用。退款金额和到账时间请咨询购票处。',
  ],
  void: [
    '您的车票已失效',
    '{product}（车票号码 {ticketNo}）已于{at}作废，不能再使用。如有疑问，请咨询车站工作人员或购票处。',
  ],
  reissue: [
    '您的车票已补发',
    '{product}（车票号码 {ticketNo}）已于{at}补发。新车票（车票号码 {newTicketNo}）有效期相同，已在您的车票列表中；原车票及其二维码不再有效。{origin}',
  ],
  freed: '已取消的座位预订：',
  freedByReissue: '已取消的座位预订（请用新车票重新预订）：',
};
