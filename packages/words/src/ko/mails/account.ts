// Mails about an account in Korean.
import type { AccountMails } from '../../mail-words.ts';

export const account: AccountMails = {
  registry: [
    '{app} 인증번호',
    '새 계정 인증번호: {code}\n\n5분 안에 앱에 입력해 주세요. 다른 사람에게 알려 주지 마세요.\n요청하지 않으셨다면 이 메일을 무시해 주세요.',
  ],
  resetPassword: [
    '비밀번호 재설정 인증번호',
    '비밀번호 재설정 인증번호: {code}\n\n5분 안에 앱에 입력해 주세요. 다른 사람에게 알려 주지 마세요. 알려 주면 계정과 티켓을 빼앗길 수 있습니다.\n요청하지 않으셨다면 이 메일을 무시해 주세요.',
  ],
  alreadyRegistered: [
    '이미 가입된 계정이 있습니다',
    '누군가 이 이메일로 계정을 만들려고 했지만, 이미 계정이 있습니다.\n로그인하거나 비밀번호를 재설정해 주세요.\n{origin}\n\n본인이 아니라면 따로 하실 일은 없습니다.',
  ],
  passwordChanged: [
    '비밀번호가 변경되었습니다',
    '계정 비밀번호가 {at}에 변경되었습니다.\n\n본인이 변경하지 않았다면 바로 비밀번호를 재설정해 주세요.\n{origin}',
  ],
  deleted: [
    '계정이 삭제되었습니다',
    '계정이 {at}에 삭제되었습니다. 성명과 이메일은 지워졌습니다.\n\n이용해 주셔서 감사합니다.',
  ],
};
