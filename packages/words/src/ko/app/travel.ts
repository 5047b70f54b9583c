import type { Messages } from '../../app-words.ts';

export const travel: Messages['travel'] = {
  onBoard: '탑승 중 · 도착까지',
  missed: '열차가 출발했습니다',
  arrived: '도착했습니다',
  arrivesNow: '곧 도착',
  nextStop: (station, time) => `다음 역: ${station} ${time}`,
  notInUse: (count) =>
    count === 1
      ? '티켓이 아직 사용 전입니다. 사용을 시작해야 탑승할 수 있습니다.'
      : `티켓 ${count}장이 아직 사용 전입니다. 사용을 시작해야 탑승할 수 있습니다.`,
  putIntoUse: (count) => (count === 1 ? '티켓 사용 시작' : `티켓 ${count}장 사용 시작`),
  question: (count) => `이 티켓 ${count}장을 지금 사용할까요?`,
  usedUntil: (moment) => `사용을 시작하면 되돌릴 수 없습니다. 유효 기한은 모두 ${moment}입니다.`,
  used: (count) => `티켓 ${count}장의 사용을 시작했습니다`,
  inside: '입장했습니다. 열차에 탑승하세요.',
  goToPlatform: (platform) => `입장했습니다. ${platform}번 승강장으로 가세요.`,
  missedText: '예약한 좌석은 이 열차에서만 이용할 수 있습니다. 이후 이동 방법은 역 직원에게 문의하세요.',
  reserveLater: '다른 열차 예약',
  exitByCode: '역에서 나갈 때 코드를 다시 보여 주세요.',
  exitByPhone: '역에서 나갈 때 퇴장을 확인하세요.',
};
