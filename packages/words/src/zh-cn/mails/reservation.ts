// Mails about one's own reservations in simplified Chinese.
import type { ReservationMails, StopPage } from '../../mail-words.ts';

export const reservation: ReservationMails = {
  reserved: ['已预订：{train}，{day}', '您的座位已预订。'],
  changed: ['已变更：{train}，{day}', '您已变更预订。新的内容如下。'],
  cancelled: ['已取消：{train}，{day}', '您已取消座位预订。'],
  cancelledPart: ['已取消部分座位：{train}，{day}', '您已取消部分预订座位。'],
  replaced: ['已取消：{train}，{day}', '您已用同一张车票预订其他列车，因此无法乘坐的本次列车的预订已取消。'],
  eve: ['{day} {time}发车：{train}，{from}', '提醒您：您预订的列车于{day}发车。'],
  train: '列车：{train}',
  departs: '发车：{moment} {station}',
  arrives: '到达：{moment} {station}',
  expected: '列车晚点，预计{time}发车。',
  platform: '{station} {platform}站台',
  cancelledSeats: '已取消的座位：{seats}',
  changeUntil: '您可以在{until}之前在应用中变更或取消。',
  notYou: '如非本人操作，请修改密码。',
  calendar: {
    added: '打开附件，即可将行程加入日历。',
    updated: '打开附件，即可更新日历中的行程。',
    removed: '打开附件，即可从日历中取消该行程。',
  },
  tickets: '车票：',
  ticket: {
    waiting: '{product}（编号 {ticketNo}）：还没有开始使用。乘车当天进站前，请在应用中点“使用”。',
    inUse: '{product}（编号 {ticketNo}）：使用中，有效期至{until}。',
    suspended: '{product}（编号 {ticketNo}）：暂停使用，无法通过检票口。请向车站工作人员咨询。',
  },
  stop: '不再接收出行前一天的提醒：',
  calendarTitle: '{train} {from}→{to}',
  calendarCancelled: '【停运】{title}',
};

export const stopPage: StopPage = {
  ask: ['不再接收前一天的提醒吗？', '您将不再收到出行前一晚的邮件。预订、变更和停运的通知仍会发送。'],
  send: '不再接收提醒',
  done: ['已停止发送提醒', '您可以随时在应用的“账户”中重新开启。'],
  gone: ['此链接已失效', '您可以在应用的“账户”中关闭提醒。'],
};
