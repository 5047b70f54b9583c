// Mails about a change of a ticket by staff, in Korean.
import type { TicketChangeMails } from '../../mail-words.ts';

export const ticketChange: TicketChangeMails = {
  suspend: [
    '티켓이 일시 정지되었습니다',
    '다음 티켓이 {at}부터 일시 정지되었습니다.\n{product}, 티켓 번호 {ticketNo}\n\n정지 중에는 코드로 개찰구를 통과할 수 없습니다. 좌석 예약은 그대로 남습니다. 다시 사용하려면 역 직원이나 구매처에 문의해 주세요.',
  ],
  resume: [
    '티켓을 다시 사용할 수 있습니다',
    '다음 티켓의 일시 정지가 {at}에 해제되었습니다.\n{product}, 티켓 번호 {ticketNo}\n\n이전 코드는 사용할 수 없습니다. 네트워크에 연결된 상태에서 앱의 티켓을 한 번 열어 새 코드를 받아 주세요. {origin}',
  ],
  refund: [
    '티켓이 환불되었습니다',
    '다음 티켓이 {at}에 환불 처리되어 더 이상 사용할 수 없습니다.\n{product}, 티켓 번호 {ticketNo}\n\n환불 금액과 시기는 구매처에 문의해 주세요.',
  ],
  void: [
    '티켓이 무효가 되었습니다',
    '다음 티켓이 {at}에 무효 처리되어 더 이상 사용할 수 없습니다.\n{product}, 티켓 번호 {ticketNo}\n\n짐작 가는 이유가 없다면 역 직원이나 구매처에 문의해 주세요.',
  ],
  reissue: [
    '티켓이 재발행되었습니다',
    '다음 티켓이 {at}에 재발행되었습니다.\n{product}, 티켓 번호 {ticketNo}\n\n새 티켓(번호 {newTicketNo})은 유효 기간이 같으며 이미 티켓 목록에 있습니다. 이전 티켓과 그 코드는 사용할 수 없습니다. {origin}',
  ],
  freed: '취소된 좌석 예약:',
  freedByReissue: '취소된 좌석 예약(새 티켓으로 다시 예약해 주세요):',
};
