// What is pushed to phones in Korean: a title of 50 characters at most, and a text of 120.
import type { PushWords } from '../../mail-words.ts';

export const push: PushWords = {
  change: {
    cancelled: [
      '{train} 운행이 취소되었습니다',
      '{from}에서 {to}까지 운행하지 않습니다. 앱에서 다른 열차로 무료로 변경할 수 있습니다.',
    ],
    stopLeftOut: [
      '{train}: 이용하실 역에 정차하지 않습니다',
      '{from}에서 {to}까지 갈 수 없습니다. 앱에서 다른 열차로 무료로 변경할 수 있습니다.',
    ],
    restored: [
      '{train}: 다시 운행합니다',
      '{from}에서 {time}에 출발하며 좌석은 그대로입니다. 따로 하실 일은 없습니다.',
    ],
    seatGone: [
      '{train}: 예약하신 좌석이 없어졌습니다',
      '차량 편성이 바뀌었습니다. 앱에서 다른 좌석을 무료로 선택할 수 있습니다.',
    ],
    retimed: ['{train}: 시각이 바뀌었습니다', '{from}에서 {time}에 출발합니다. 좌석은 그대로입니다.'],
    platform: [
      '{train}: {platform}번 승강장으로 변경',
      '{from}에서 {time}에 출발합니다. {platform}번 승강장으로 가 주세요.',
    ],
    late: [
      '{train}: 약 {minutes}분 지연',
      '{from}에서 {time}쯤 출발할 예정입니다. 출발 전에 앱에서 다시 확인해 주세요.',
    ],
    onTime: [
      '{train}: 다시 정시에 운행합니다',
      '{from}에서 {time}에 출발합니다. 이 시각까지 역에 와 주세요.',
    ],
  },
  departure: [
    '{train}: {time} 출발',
    '{from} {platform}번 승강장. 좌석: {seats}.',
    '{from}. 승강장은 역의 안내를 확인해 주세요. 좌석: {seats}.',
  ],
  received: ['티켓을 받았습니다', '{product} 티켓이 내 티켓에 추가되었습니다. 앱에서 확인해 주세요.'],
  entered: ['일행이 역에 들어갔습니다', '{time}에 {station} 개찰구로 들어갔습니다. 따로 하실 일은 없습니다.'],
  left: ['일행이 역에서 나갔습니다', '{time}에 {station} 개찰구로 나갔습니다. 따로 하실 일은 없습니다.'],
  lateMail: [
    '{day} {train} 열차가 약 {minutes}분 지연되고 있습니다. {from}에서 {time}쯤 출발할 예정입니다.',
    '지연 시간은 줄어들 수 있으니 출발 전에 앱에서 확인해 주세요. 일정에 맞지 않으면 앱에서 다른 열차를 선택해 주세요.',
  ],
};
