// Mails and notices about a disrupted reservation in Korean.
import type { DisruptionTexts } from '../../mail-words.ts';

export const disruption: DisruptionTexts = {
  texts: {
    cancelled: [
      '{train} 운행 취소: 다른 열차를 선택해 주세요',
      '{day} {train} 열차는 {from}에서 {to}까지 운행하지 않게 되었습니다.',
      '{until}까지 다른 열차로 무료로 변경할 수 있으며 예약 횟수는 줄지 않습니다. 예약을 취소할 수도 있습니다.',
    ],
    givenUp: [
      '{train} 다시 운행, 좌석은 취소됨',
      '{day} {train} 열차는 {from}에서 {to}까지 다시 운행합니다. 티켓으로 다른 열차를 예약하셔서 이 열차의 좌석은 취소되었습니다.',
      '따로 하실 일은 없습니다.',
    ],
    stopLeftOut: [
      '{train} 열차가 이용 역에 정차하지 않습니다: 다른 열차를 선택해 주세요',
      '{day} {train} 열차는 운행하지만 {stop}에 정차하지 않아 {from}에서 {to}까지 이용할 수 없습니다.',
      '{until}까지 다른 열차로 무료로 변경할 수 있으며 예약 횟수는 줄지 않습니다. 예약을 취소할 수도 있습니다.',
    ],
    seatGone: [
      '{train} 좌석이 없어졌습니다: 다시 선택해 주세요',
      '{day} {train} 열차는 운행하지만 차량이 바뀌어 예약하신 좌석이 없어졌습니다.',
      '출발 전까지 다른 좌석이나 다른 열차를 선택해 주세요. 무료이며 예약 횟수는 줄지 않습니다.',
    ],
    someSeatsGone: [
      '{train} 좌석 일부가 없어졌습니다: 다시 선택해 주세요',
      '{day} {train} 열차는 운행하지만 차량이 바뀌어 예약하신 좌석 일부가 없어졌습니다.',
      '출발 전까지 전원의 좌석을 다시 선택해 주세요. 그대로인 좌석을 유지하거나 다른 열차를 선택할 수도 있습니다. 무료이며 예약 횟수는 줄지 않습니다.',
    ],
    retimed: [
      '{train} 시각이 변경되었습니다',
      '{day} {train} 열차({from} → {to})의 시각이 변경되었습니다.',
      '새 시각에 맞춰 역으로 와 주세요. 좌석은 그대로입니다. 시각이 맞지 않으면 무료로 다른 열차로 변경하거나 예약을 취소할 수 있습니다.',
    ],
    restored: [
      '{train} 예약대로 운행합니다',
      '{day} {train} 열차({from} → {to})가 예약하신 시각과 좌석 그대로 운행합니다.',
      '따로 하실 일은 없습니다.',
    ],
    restoredLate: [
      '{train} 지연되어 운행합니다',
      '{day} {train} 열차({from} → {to})가 예약하신 좌석 그대로 운행하지만 지연되고 있습니다.',
      '역으로 가시기 전에 앱에서 예상 시각을 확인해 주세요.',
    ],
  },
  noTrainLeft: '티켓의 유효 기간 안에 탈 수 있는 열차가 더 이상 없습니다. 오늘 역 직원에게 문의해 주세요.',
  noTrainThatDay:
    '그날 탈 수 있는 열차가 더 이상 없습니다. 앱에서 다른 날의 열차로 무료로 변경하거나 역 직원에게 문의해 주세요.',
  booked: '예약 시: {times}',
  now: '현재: {times}',
  gone: '없어진 좌석: {seats}',
  kept: '그대로인 좌석: {seats}',
  seats: '좌석: {seats}',
  open: '예약 확인: ',
};
