import type { Messages } from '../../app-words.ts';

export const code: Messages['code'] = {
  place: (at, of) => `티켓 ${of}장 중 ${at}번째`,
  previous: '이전 티켓',
  next: '다음 티켓',
  nextCode: (who) => `다음 QR 코드: ${who}`,
  passed: { in: '입장 완료', out: '퇴장 완료' },
  startFirst: '티켓을 열어 ‘지금 사용’을 누르세요. 그러면 여기에 QR 코드가 표시됩니다.',
  toTicket: '티켓 열기',
  brighter: '잘 읽히지 않으면 화면을 밝게 해 주세요.',
  staffNumber: '직원에게 보여 줄 번호',
  askStaff: '또는 개찰구 직원에게 이 번호를 보여 주세요.',
  usedUp: '이미 사용한 티켓입니다.',
  saved: {
    show: '저장된 QR 코드 보기',
    title: '저장된 QR 코드',
    none: '사용할 수 있는 QR 코드가 이 휴대폰에 없습니다. 로그인하면 티켓이 표시됩니다.',
    remove: '이 휴대폰에서 QR 코드 삭제',
    removeTitle: '이 휴대폰에서 QR 코드를 삭제할까요?',
    removeText: '다시 표시하려면 로그인해 주세요.',
  },
  states: {
    exitOnly: (time) => `유효 기간이 끝났습니다. 역 안에 계시면 ${time}까지 퇴장하실 수 있습니다.`,
    offline: (moment) =>
      `네트워크에 연결되어 있지 않아도 그대로 리더기에 대면 됩니다. 이 코드는 ${moment}까지 사용할 수 있습니다.`,
    saved: (moment) =>
      `로그아웃되어 저장된 QR 코드를 표시합니다. 그대로 리더기에 대면 됩니다. 이 코드는 ${moment}까지 사용할 수 있습니다.`,
    clockWrong: (minutes) =>
      `이 휴대폰의 시계가 약 ${minutes}분 차이가 납니다. 코드는 올바른 시각으로 만들어지니 그대로 리더기에 대 주세요. 나중에 휴대폰의 시간을 자동으로 설정해 주세요.`,
    unkept:
      '이 휴대폰에는 코드를 저장할 수 없습니다(저장 공간 부족 또는 시크릿 모드). 개찰구를 지날 때까지 이 화면을 닫지 마세요.',
    outlived: '이 휴대폰의 QR 코드가 만료되었습니다. 네트워크에 연결한 후 다시 시도해 주세요.',
    notOnPhone:
      '이 티켓의 QR 코드가 아직 이 휴대폰에 없습니다. 네트워크에 한 번 연결한 후 다시 시도해 주세요.',
    noKey:
      '이 브라우저에서는 QR 코드를 만들 수 없습니다. 카카오톡·네이버 앱 안에서는 되지 않습니다. Safari나 Chrome에서 열어 주세요. 시크릿 모드는 쓸 수 없습니다.',
    ended: '지금은 QR 코드를 표시할 수 없습니다.',
  },
};
