// Mails about a transferred ticket in Korean.
import type { TransferMails } from '../../mail-words.ts';

export const transfer: TransferMails = {
  sent: [
    '티켓을 양도했습니다',
    '{at}에 다음 티켓을 {other} 계정으로 양도했습니다.\n{product}, 티켓 번호 {ticketNo}\n\n양도는 취소할 수 없으며 전에 표시한 코드는 더 이상 사용할 수 없습니다.\n\n본인이 양도하지 않았다면 바로 비밀번호를 변경하고 직원에게 문의해 주세요.',
  ],
  received: [
    '티켓을 받았습니다',
    '{at}에 {other} 계정에서 다음 티켓을 양도받았습니다.\n{product}, 티켓 번호 {ticketNo}\n\n티켓 목록에서 확인해 주세요.\n{origin}',
  ],
  sentSeveral: [
    '티켓 {count}장을 양도했습니다',
    '{at}에 다음 티켓 {count}장을 {other} 계정으로 양도했습니다.\n{tickets}\n\n양도는 취소할 수 없으며 전에 표시한 코드는 더 이상 사용할 수 없습니다.\n\n본인이 양도하지 않았다면 바로 비밀번호를 변경하고 직원에게 문의해 주세요.',
  ],
  receivedSeveral: [
    '티켓 {count}장을 받았습니다',
    '{at}에 {other} 계정에서 다음 티켓 {count}장을 양도받았습니다.\n{tickets}\n\n티켓 목록에서 확인해 주세요.\n{origin}',
  ],
  link: [
    '티켓이 도착했습니다',
    '다음 티켓이 도착했습니다.\n{product}\n\n{until}까지 아래 링크를 열어 받아 주세요. 계정이 없으면 그 화면에서 만들 수 있습니다.\n{link}\n\n링크로 먼저 받은 분의 티켓이 됩니다. 다른 분께 보내지 마세요.',
  ],
  taken: [
    '링크로 티켓을 받았습니다',
    '{at}에 다음 티켓을 받았습니다.\n{product}, 티켓 번호 {ticketNo}\n\n티켓 목록에서 확인해 주세요.\n{origin}',
  ],
  returned: [
    '양도한 티켓이 돌아왔습니다',
    '전에 양도하신 다음 티켓이 {at}에 고객님의 계정으로 돌아왔습니다. 티켓을 가지고 있던 계정이 사용하지 않은 채 삭제되었기 때문입니다.\n{product}, 티켓 번호 {ticketNo}\n\n티켓 목록에서 확인해 주세요.\n{origin}',
  ],
  ended: '양도받은 다음 티켓은 양도한 분의 계정도 이미 없어 계정 삭제와 함께 무효가 되었습니다:',
  seats: '함께 양도된 좌석 예약:',
};
