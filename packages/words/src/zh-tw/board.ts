// The words of a station's departure board, in traditional Chinese.
import type { BoardWords } from '../board/board-words.ts';
import { trainIn } from '../train/train-name.ts';

export const board: BoardWords = {
  departures: '發車資訊',
  time: '發車時間',
  destination: '終點站',
  platform: '月台',
  train: (name, no) => trainIn('zh-TW', name, no, '{name} {no}次').replaceAll(' ', '\u00a0'),
  late: (minutes) => `誤點約${minutes}分鐘`,
  cancelled: '停駛',
  doesNotStop: '不停靠本站',
  newPlatform: '變更',
  extraTrain: '加開列車，不可預訂座位',
  freeSeats: '空位',
  carSeats: (car, free) => `${car}號車廂 空位${free}`,
  carUnreserved: (car) => `${car}號車廂 自由座`,
  tomorrow: '明天',
  noTrains: '24小時內沒有列車發車',
  asOf: (time) => `截至${time}`,
  noConnection: (time) => `無法連線。資訊截至${time}`,
  timetableOnly: (time) => `自${time}起無法連線。顯示時刻表時間`,
  connecting: '連線中…',
  chooseStation: '請選擇車站',
  unknownStation: '沒有此車站的發車資訊。請從清單中選擇車站。',
};
