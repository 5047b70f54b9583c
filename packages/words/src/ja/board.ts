// The words of a station's departure board, in Japanese.
import type { BoardWords } from '../board/board-words.ts';
import { trainIn } from '../train/train-name.ts';

export const board: BoardWords = {
  departures: '発車案内',
  time: '発車時刻',
  destination: '行き先',
  platform: 'のりば',
  train: (name, no) => trainIn('ja', name, no, '{name}{no}号').replaceAll(' ', '\u00a0'),
  late: (minutes) => `約${minutes}分遅れ`,
  cancelled: '運休',
  doesNotStop: '当駅には停車しません',
  newPlatform: '変更',
  extraTrain: '臨時列車・座席の予約はできません',
  freeSeats: '空席',
  carSeats: (car, free) => `${car}号車 空席${free}`,
  carUnreserved: (car) => `${car}号車 自由席`,
  tomorrow: '明日',
  noTrains: '24時間以内に発車する列車はありません',
  asOf: (time) => `${time}現在`,
  noConnection: (time) => `通信できません。${time}現在の情報です`,
  timetableOnly: (time) => `${time}から通信できません。時刻表どおりの時刻です`,
  connecting: '接続しています…',
  chooseStation: '駅を選んでください',
  unknownStation: 'この駅の発車案内はありません。一覧から駅を選んでください。',
};
