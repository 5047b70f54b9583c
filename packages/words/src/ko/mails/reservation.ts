// Mails about one's own reservations in Korean.
import type { ReservationMails, StopPage } from '../../mail-words.ts';

export const reservation: ReservationMails = {
  reserved: ['예약 완료: {train}, {day}', '좌석을 예약했습니다.'],
  changed: ['예약 변경: {train}, {day}', '예약을 변경했습니다. 새 내용은 다음과 같습니다.'],
  cancelled: ['예약 취소: {train}, {day}', '좌석 예약을 취소했습니다.'],
  cancelledPart: ['좌석 일부 취소: {train}, {day}', '예약한 좌석의 일부를 취소했습니다.'],
  replaced: [
    '예약 취소: {train}, {day}',
    '같은 티켓으로 다른 열차를 예약하셔서, 이용할 수 없게 된 이 열차의 예약을 취소했습니다.',
  ],
  eve: ['{day} {time} 출발: {train}, {from}', '{day}에 타실 열차를 알려 드립니다.'],
  train: '열차: {train}',
  departs: '출발: {moment} {station}',
  arrives: '도착: {moment} {station}',
  expected: '지연되고 있습니다. 출발 예정: {time}',
  platform: '{station} {platform}번 승강장',
  cancelledSeats: '취소한 좌석: {seats}',
  changeUntil: '{until}까지 앱에서 변경하거나 취소할 수 있습니다.',
  notYou: '본인이 하지 않았다면 비밀번호를 변경해 주세요.',
  calendar: {
    added: '첨부 파일을 열면 캘린더에 등록할 수 있습니다.',
    updated: '첨부 파일을 열면 캘린더의 일정이 업데이트됩니다.',
    removed: '첨부 파일을 열면 캘린더의 일정이 취소됩니다.',
  },
  tickets: '티켓:',
  ticket: {
    waiting:
      '{product}(번호 {ticketNo}): 아직 사용을 시작하지 않았습니다. 이용 당일 역에 들어가기 전에 앱에서 ‘사용’을 눌러 주세요.',
    inUse: '{product}(번호 {ticketNo}): 사용 중이며 {until}까지 유효합니다.',
    suspended:
      '{product}(번호 {ticketNo}): 일시 정지 중이라 개찰구를 지날 수 없습니다. 역 직원에게 문의해 주세요.',
  },
  stop: '전날 알림 그만 받기: ',
  calendarTitle: '{train} {from} → {to}',
  calendarCancelled: '[운행 취소] {title}',
};

export const stopPage: StopPage = {
  ask: [
    '전날 알림을 그만 받을까요?',
    '여행 전날 저녁에 메일을 보내지 않습니다. 예약, 변경, 운행 취소 안내는 계속 보내 드립니다.',
  ],
  send: '알림 그만 받기',
  done: ['전날 알림을 보내지 않습니다', '앱의 ‘계정’에서 언제든지 다시 켤 수 있습니다.'],
  gone: ['사용할 수 없는 링크입니다', '전날 알림은 앱의 ‘계정’에서 끌 수 있습니다.'],
};
