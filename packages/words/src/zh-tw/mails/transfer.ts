// Mails about a transferred ticket in Traditional Chinese.
import type { TransferMails } from '../../mail-words.ts';

export const transfer: TransferMails = {
  sent: [
    '您已轉讓車票',
    '您已於{at}將{product}（車票號碼 {ticketNo}）轉讓給 {other}。此操作無法復原，先前顯示的QR碼不再有效。\n\n如非本人操作，請立即變更密碼並洽站務人員。',
  ],
  received: [
    '您收到一張車票',
    '{other} 已於{at}將{product}（車票號碼 {ticketNo}）轉讓給您。\n\n請在車票列表中查看：\n{origin}',
  ],
  sentSeveral: [
    '您已轉讓{count}張車票',
    '您已於{at}將以下{count}張車票轉讓給 {other}：\n{tickets}\n\n此操作無法復原，先前顯示的QR碼不再有效。\n\n如非本人操作，請立即變更密碼並洽站務人員。',
  ],
  receivedSeveral: [
    '您收到{count}張車票',
    '{other} 已於{at}將以下{count}張車票轉讓給您：\n{tickets}\n\n請在車票列表中查看：\n{origin}',
  ],
  link: [
    '您有一張車票待領取',
    '{product}已傳送給您。\n\n請在{until}之前開啟以下連結領取。如果還沒有帳號，可以在那裡建立。\n{link}\n\n車票歸最先透過連結領取的人所有，請勿轉傳。',
  ],
  taken: [
    '您已領取一張車票',
    '您已於{at}領取{product}（車票號碼 {ticketNo}）。\n\n請在車票列表中查看：\n{origin}',
  ],
  returned: [
    '您轉讓的車票已退回',
    '您先前轉讓的{product}（車票號碼 {ticketNo}）已於{at}退回您的帳號，因為持有該車票的帳號未使用車票便已刪除。\n\n請在車票列表中查看：\n{origin}',
  ],
  ended: '以下受讓的車票已隨帳號刪除而失效，因為轉讓人的帳號均已不存在：',
  seats: '一併轉讓的座位預訂：',
};
