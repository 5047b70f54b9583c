import type { Messages } from '../../app-words.ts';

export const travel: Messages['travel'] = {
  onBoard: '乘車中 · 抵達',
  missed: '列車已發車',
  arrived: '已抵達',
  arrivesNow: '即將抵達',
  nextStop: (station, time) => `下一站：${station} ${time}`,
  notInUse: (count) =>
    count === 1
      ? '車票尚未開始使用。開始使用後才能乘車。'
      : `${count}張車票尚未開始使用。開始使用後才能乘車。`,
  putIntoUse: (count) => (count === 1 ? '開始使用車票' : `開始使用${count}張車票`),
  question: (count) => `現在開始使用這${count}張車票嗎？`,
  usedUntil: (moment) => `開始後無法復原，均有效至${moment}。`,
  used: (count) => `已開始使用${count}張車票`,
  inside: '已進站，請上車。',
  goToPlatform: (platform) => `已進站，請前往${platform}月台。`,
  missedText: '預訂的座位僅限本班列車。之後如何乘車，請向車站人員洽詢。',
  reserveLater: '預訂其他列車',
  exitByCode: '出站時請再次出示QR碼。',
  exitByPhone: '出站時請確認出站。',
};
