// Mails about a transferred ticket in Simplified Chinese.
import type { TransferMails } from '../../mail-words.ts';

export const transfer: TransferMails = {
  sent: [
    '您已转让车票',
    '您已于{at}将{product}（车票号码 {ticketNo}）转让给 {other}。此操作无法撤销，之前显示的二维码不再有效。\n\n如非本人操作，请立即更改密码并联系工作人员。',
  ],
  received: [
    '您收到一张车票',
    '{other} 已于{at}将{product}（车票号码 {ticketNo}）转让给您。\n\n请在车票列表中查看：\n{origin}',
  ],
  sentSeveral: [
    '您已转让{count}张车票',
    '您已于{at}将以下{count}张车票转让给 {other}：\n{tickets}\n\n此操作无法撤销，之前显示的二维码不再有效。\n\n如非本人操作，请立即更改密码并联系工作人员。',
  ],
  receivedSeveral: [
    '您收到{count}张车票',
    '{other} 已于{at}将以下{count}张车票转让给您：\n{tickets}\n\n请在车票列表中查看：\n{origin}',
  ],
  link: [
    '您有一张车票待领取',
    '{product}已发送给您。\n\n请在{until}之前打开以下链接领取。如果还没有账户，可以在那里创建。\n{link}\n\n车票归最先通过链接领取的人所有，请勿转发。',
  ],
  taken: [
    '您已领取一张车票',
    '您已于{at}领取{product}（车票号码 {ticketNo}）。\n\n请在车票列表中查看：\n{origin}',
  ],
  returned: [
    '您转让的车票已退回',
    '您之前转让的{product}（车票号码 {ticketNo}）已于{at}退回您的账户，因为持有该车票的账户未使用车票便已删除。\n\n请在车票列表中查看：\n{origin}',
  ],
  ended: '以下受让的车票已随账户删除而失效，因为转让人的账户均已不存在：',
  seats: '一并转让的座位预订：',
};
