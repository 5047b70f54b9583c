// The words of a station's departure board, in Korean.
import type { BoardWords } from '../board/board-words.ts';
import { trainIn } from '../train/train-name.ts';

export const board: BoardWords = {
  departures: '출발 안내',
  time: '출발 시각',
  destination: '행선지',
  platform: '승강장',
  train: (name, no) => trainIn('ko', name, no, '{name} {no}호').replaceAll(' ', '\u00a0'),
  late: (minutes) => `약 ${minutes}분 지연`,
  cancelled: '운행 취소',
  doesNotStop: '이 역에 정차하지 않습니다',
  newPlatform: '변경',
  extraTrain: '임시 열차, 좌석 예약 불가',
  freeSeats: '빈 좌석',
  carSeats: (car, free) => `${car}호차 빈 좌석 ${free}석`,
  carUnreserved: (car) => `${car}호차 자유석`,
  tomorrow: '내일',
  noTrains: '24시간 안에 출발하는 열차가 없습니다',
  asOf: (time) => `${time} 기준`,
  noConnection: (time) => `연결되지 않았습니다. ${time} 기준 정보입니다`,
  timetableOnly: (time) => `${time}부터 연결되지 않았습니다. 시간표의 시각입니다`,
  connecting: '연결 중…',
  chooseStation: '역을 선택해 주세요',
  unknownStation: '이 역의 출발 안내가 없습니다. 목록에서 역을 선택해 주세요.',
};
