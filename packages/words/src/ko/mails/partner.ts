// Mails to sales partners in Korean.
import type { PartnerMails } from '../../mail-words.ts';

export const partner: PartnerMails = {
  disabled: [
    '웹훅 수신 주소가 중지되었습니다',
    '{url}에서 {days}일 동안 이벤트를 받지 않아(마지막 사유: {reason}) {app}에서 이 주소로 보내기를 중지했습니다.\n\n수신 주소를 고친 뒤 철도 회사 담당자에게 다시 켜 달라고 요청하세요. 이벤트는 사라지지 않으며, 기다리던 이벤트가 순서대로 전송됩니다.',
  ],
  gone: [
    '웹훅 수신 주소가 중지되었습니다',
    '{url}에서 더 이상 이벤트를 받지 않는다고 응답하여(410) {app}에서 이 주소로 보내기를 중지했습니다.\n\n다시 받으려면 수신 주소를 고친 뒤 철도 회사 담당자에게 켜 달라고 요청하세요. 이벤트는 사라지지 않으며, 기다리던 이벤트가 순서대로 전송됩니다.',
  ],
};
