import type { Messages } from '../../app-words.ts';

export const travel: Messages['travel'] = {
  onBoard: '乘车中 · 到达',
  missed: '列车已发车',
  arrived: '已到达',
  arrivesNow: '即将到达',
  nextStop: (station, time) => `下一站：${station} ${time}`,
  notInUse: (count) =>
    count === 1
      ? '车票尚未开始使用。开始使用后才能乘车。'
      : `${count}张车票尚未开始使用。开始使用后才能乘车。`,
  putIntoUse: (count) => (count === 1 ? '开始使用车票' : `开始使用${count}张车票`),
  question: (count) => `现在开始使用这${count}张车票吗？`,
  usedUntil: (moment) => `开始后无法撤销，均有效至${moment}。`,
  used: (count) => `已开始使用${count}张车票`,
  inside: '已进站，请上车。',
  goToPlatform: (platform) => `已进站，请前往${platform}站台。`,
  missedText: '预订的座位仅限本次列车。之后如何乘车，请向车站工作人员咨询。',
  reserveLater: '预订其他列车',
  exitByCode: '出站时请再次出示二维码。',
  exitByPhone: '出站时请确认出站。',
};
