// Mails and notices about a disrupted reservation in Traditional Chinese.
import type { DisruptionTexts } from '../../mail-words.ts';

export const disruption: DisruptionTexts = {
  texts: {
    cancelled: [
      '{train}停駛，請選擇其他列車',
      '{day}的{train}不再行駛{from}至{to}區間。',
      '您可以在{until}之前免費改搭其他列車，不會用掉預訂次數；也可以取消預訂。',
    ],
    givenUp: [
      '{train}恢復行駛，您的座位已釋出',
      '{day}的{train}恢復行駛{from}至{to}區間。您已用車票預訂其他列車，因此本班列車的座位已釋出。',
      '您無須辦理任何手續。',
    ],
    stopLeftOut: [
      '{train}不停靠您的車站，請選擇其他列車',
      '{day}的{train}照常行駛，但不停靠{stop}，因此無法從{from}搭乘到{to}。',
      '您可以在{until}之前免費改搭其他列車，不會用掉預訂次數；也可以取消預訂。',
    ],
    seatGone: [
      '您在{train}的座位已不存在，請重新選擇',
      '{day}的{train}照常行駛，但更換了車輛，您預訂的座位已不存在。',
      '請在發車前選擇其他座位或其他列車。免費，且不會用掉預訂次數。',
    ],
    someSeatsGone: [
      '您在{train}的部分座位已不存在，請重新選擇',
      '{day}的{train}照常行駛，但更換了車輛，您預訂的部分座位已不存在。',
      '請在發車前為全體乘客重新選位，可以保留現有座位，也可以改搭其他列車。免費，且不會用掉預訂次數。',
    ],
    retimed: [
      '{train}的時刻有變更',
      '{day}的{train}（{from}至{to}）時刻有變更。',
      '請依新的時刻到站搭車，座位不變。若時間不便，可以免費改搭其他列車或取消預訂。',
    ],
    restored: [
      '{train}依您預訂的時刻行駛',
      '{day}的{train}（{from}至{to}）恢復依您預訂的時刻和座位行駛。',
      '您無須辦理任何手續。',
    ],
    restoredLate: [
      '{train}恢復行駛，但會誤點',
      '{day}的{train}（{from}至{to}）恢復行駛，您的座位保持不變，但列車誤點。',
      '前往車站之前，請在應用程式中查看預計時刻。',
    ],
  },
  noTrainLeft: '車票到期前已沒有可搭乘的列車。請於今天洽詢車站人員。',
  noTrainThatDay: '當天已沒有可搭乘的列車。請在應用程式中免費改搭其他日期的列車，或洽詢車站人員。',
  booked: '預訂時：{times}',
  now: '現在：{times}',
  gone: '已不存在的座位：{seats}',
  kept: '保留的座位：{seats}',
  seats: '座位：{seats}',
  open: '查看預訂：',
};
