// Mails about one's own reservations in traditional Chinese.
import type { ReservationMails, StopPage } from '../../mail-words.ts';

export const reservation: ReservationMails = {
  reserved: ['已預訂：{train}，{day}', '您的座位已預訂。'],
  changed: ['已變更：{train}，{day}', '您已變更預訂。新的內容如下。'],
  cancelled: ['已取消：{train}，{day}', '您已取消座位預訂。'],
  cancelledPart: ['已取消部分座位：{train}，{day}', '您已取消部分預訂座位。'],
  replaced: ['已取消：{train}，{day}', '您已用同一張車票預訂其他列車，因此無法搭乘的本班列車的預訂已取消。'],
  eve: ['{day} {time}發車：{train}，{from}', '提醒您：您預訂的列車於{day}發車。'],
  train: '列車：{train}',
  departs: '發車：{moment} {station}',
  arrives: '抵達：{moment} {station}',
  expected: '列車誤點，預計{time}發車。',
  platform: '{station} 第{platform}月台',
  cancelledSeats: '已取消的座位：{seats}',
  changeUntil: '您可以在{until}之前於應用程式中變更或取消。',
  notYou: '若非您本人操作，請變更密碼。',
  calendar: {
    added: '開啟附件，即可將行程加入行事曆。',
    updated: '開啟附件，即可更新行事曆中的行程。',
    removed: '開啟附件，即可從行事曆取消該行程。',
  },
  tickets: '車票：',
  ticket: {
    waiting: '{product}（編號 {ticketNo}）：還沒有開始使用。乘車當天進站前，請在應用程式中點「使用」。',
    inUse: '{product}（編號 {ticketNo}）：使用中，有效期限至{until}。',
    suspended: '{product}（編號 {ticketNo}）：暫停使用，無法通過閘門。請洽詢站務人員。',
  },
  stop: '不再接收出發前一天的提醒：',
  calendarTitle: '{train} {from}→{to}',
  calendarCancelled: '【停駛】{title}',
};

export const stopPage: StopPage = {
  ask: ['不再接收前一天的提醒嗎？', '您將不再收到出發前一晚的郵件。預訂、變更和停駛的通知仍會寄送。'],
  send: '不再接收提醒',
  done: ['已停止寄送提醒', '您可以隨時在應用程式的「帳號」中重新開啟。'],
  gone: ['此連結已失效', '您可以在應用程式的「帳號」中關閉提醒。'],
};
