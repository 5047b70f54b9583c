import type { FirstMessages } from '../../app-words.ts';

export const common: FirstMessages['common'] = {
  back: '뒤로',
  close: '닫기',
  retry: '다시 시도',
  more: '더 보기',
  loading: '불러오는 중',
  tabTickets: '티켓',
  tabSeats: '좌석',
  tabHelp: '도움말',
  tabAccount: '계정',
  noticeBell: (unread) => (unread === 0 ? '공지' : `공지, 읽지 않음 ${unread}건`),
  offline: '네트워크에 연결되어 있지 않습니다.',
  offlineCodes: '네트워크에 연결되어 있지 않습니다. 24시간 안에 연 QR 코드는 사용할 수 있습니다.',
  clockOf: (zone, time) => `${zone} ${time}`,
  failedTitle: '불러오지 못했습니다',
  slow: '불러오는 데 시간이 걸리고 있습니다',
  brokenTitle: '화면을 표시하지 못했습니다',
  brokenText:
    '앱에 문제가 생겼습니다. 새로고침해 주세요. 그래도 안 되면 브라우저나 휴대폰을 업데이트해 주세요. 티켓은 그대로 있습니다.',
  reload: '새로고침',
  serverErrorTitle: '지금은 처리할 수 없습니다',
  serverErrorText: '죄송합니다. 몇 분 뒤에 다시 시도해 주세요.',
  maintenanceTitle: '점검 중입니다',
  maintenanceText: '죄송합니다. 24시간 안에 연 QR 코드는 사용할 수 있습니다.',
  toTickets: '티켓 목록으로',
  notJson: '서버가 올바르게 응답하지 않았습니다. 다시 시도해 주세요.',
  waitFor: (seconds) =>
    seconds < 120
      ? `${seconds}초 후에 다시 시도해 주세요.`
      : `${Math.ceil(seconds / 60)}분 후에 다시 시도해 주세요.`,
};
