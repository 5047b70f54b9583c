// Mails and notices about a disrupted reservation in Simplified Chinese.
import type { DisruptionTexts } from '../../mail-words.ts';

export const disruption: DisruptionTexts = {
  texts: {
    cancelled: [
      '{train}停运，请选择其他列车',
      '{day}的{train}不再运行{from}至{to}区间。',
      '您可以在{until}之前免费改乘其他列车，不占用预订次数；也可以取消预订。',
    ],
    givenUp: [
      '{train}恢复运行，您的座位已释放',
      '{day}的{train}恢复运行{from}至{to}区间。您已用车票预订其他列车，因此本次列车的座位已释放。',
      '您无需办理任何手续。',
    ],
    stopLeftOut: [
      '{train}不停靠您的车站，请选择其他列车',
      '{day}的{train}照常运行，但不停靠{stop}，因此无法从{from}乘坐到{to}。',
      '您可以在{until}之前免费改乘其他列车，不占用预订次数；也可以取消预订。',
    ],
    seatGone: [
      '您在{train}的座位已不存在，请重新选择',
      '{day}的{train}照常运行，但更换了车辆，您预订的座位已不存在。',
      '请在发车前选择其他座位或其他列车。免费，且不占用预订次数。',
    ],
    someSeatsGone: [
      '您在{train}的部分座位已不存在，请重新选择',
      '{day}的{train}照常运行，但更换了车辆，您预订的部分座位已不存在。',
      '请在发车前为全体乘客重新选座，可以保留现有座位，也可以改乘其他列车。免费，且不占用预订次数。',
    ],
    retimed: [
      '{train}的时刻有变更',
      '{day}的{train}（{from}至{to}）时刻有变更。',
      '请按新的时刻到站乘车，座位不变。如时间不便，可以免费改乘其他列车或取消预订。',
    ],
    restored: [
      '{train}按您预订的时刻运行',
      '{day}的{train}（{from}至{to}）恢复按您预订的时刻和座位运行。',
      '您无需办理任何手续。',
    ],
    restoredLate: [
      '{train}恢复运行，但会晚点',
      '{day}的{train}（{from}至{to}）恢复运行，您的座位保持不变，但列车晚点。',
      '前往车站之前，请在应用中查看预计时刻。',
    ],
  },
  noTrainLeft: '车票到期前已没有可乘坐的列车。请于今天向车站工作人员咨询。',
  noTrainThatDay: '当天已没有可乘坐的列车。请在应用中免费改乘其他日期的列车，或咨询车站工作人员。',
  booked: '预订时：{times}',
  now: '现在：{times}',
  gone: '已不存在的座位：{seats}',
  kept: '保留的座位：{seats}',
  seats: '座位：{seats}',
  open: '查看预订：',
};
