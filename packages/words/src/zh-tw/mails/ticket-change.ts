// Mails about a change of a ticket by staff, in Traditional Chinese.
import type { TicketChangeMails } from '../../mail-words.ts';

export const ticketChange: TicketChangeMails = {
  suspend: [
    '您的車票已暫停使用',
    '{product}（車票號碼 {ticketNo}）自{at}起暫停使用。暫停期間無法以QR碼通過閘門，座位預訂仍會保留。如需恢復使用，請洽站務人員或購票處。',
  ],
  resume: [
    '您的車票已恢復使用',
    '{product}（車票號碼 {ticketNo}）已於{at}恢復使用。先前的QR碼不再有效，請在連線時開啟應用程式中的車票，以取得新的QR碼。{origin}',
  ],
  refund: [
    '您的車票已退款',
    '{product}（車票號碼 {ticketNo}）已於{at}完成退款手續，無法再使用。退款金額與入帳時間請洽購票處。',
  ],
  void: [
    '您的車票已失效',
    '{product}（車票號碼 {ticketNo}）已於{at}作廢，無法再使用。如有疑問，請洽站務人員或購票處。',
  ],
  reissue: [
    '您的車票已補發',
    '{product}（車票號碼 {ticketNo}）已於{at}補發。新車票（車票號碼 {newTicketNo}）有效期間相同，已在您的車票列表中；原車票及其QR碼不再有效。{origin}',
  ],
  freed: '已取消的座位預訂：',
  freedByReissue: '已取消的座位預訂（請以新車票重新預訂）：',
};
