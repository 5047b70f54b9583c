// The words of a station's departure board, in simplified Chinese.
import type { BoardWords } from '../board/board-words.ts';
import { trainIn } from '../train/train-name.ts';

export const board: BoardWords = {
  departures: '出发信息',
  time: '发车时间',
  destination: '终点站',
  platform: '站台',
  train: (name, no) => trainIn('zh-CN', name, no, '{name} {no}次').replaceAll(' ', '\u00a0'),
  late: (minutes) => `晚点约${minutes}分钟`,
  cancelled: '停运',
  doesNotStop: '不停靠本站',
  newPlatform: '变更',
  extraTrain: '临时列车，不可预订座位',
  freeSeats: '空位',
  carSeats: (car, free) => `${car}号车厢 空位${free}`,
  carUnreserved: (car) => `${car}号车厢 自由席`,
  tomorrow: '明天',
  noTrains: '24小时内没有列车出发',
  asOf: (time) => `截至${time}`,
  noConnection: (time) => `无法连接。信息截至${time}`,
  timetableOnly: (time) => `自${time}起无法连接。显示时刻表时间`,
  connecting: '正在连接…',
  chooseStation: '请选择车站',
  unknownStation: '没有此车站的出发信息。请从列表中选择车站。',
};
