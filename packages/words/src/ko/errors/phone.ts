// The phone's own errors in Korean: those that no code of the server stands for.
import type { Messages } from '../../app-words.ts';
import type { ClientWords } from '../../client-messages.ts';

export const clientWords: ClientWords = {
  timeout: '연결 시간이 초과되었습니다. 화면을 눌러 다시 시도해 주세요.',
  networkDown: '네트워크에 연결되어 있지 않습니다. 연결을 확인한 뒤 다시 시도해 주세요.',
  notJson: '서버가 올바르게 응답하지 않았습니다. 다시 시도해 주세요.',
  httpError: '연결하지 못했습니다. 다시 시도해 주세요.',
  unknownRefusal:
    '서버에서 처리하지 못했습니다. 이전 화면으로 돌아가 다시 시도하거나 도움말에서 문의해 주세요.',
  mayBeDone: '이미 처리되었을 수 있습니다. 다시 시도하면 결과를 확인할 수 있으며, 두 번 처리되지 않습니다.',
  serverConfig:
    '서비스가 올바르게 설정되어 있지 않습니다. 도움말의 ‘문의하기’로 알려 주시거나 역 직원에게 말씀해 주세요.',
  linkError: '사용할 수 없는 링크입니다. 도움말의 ‘문의하기’로 알려 주시거나 역 직원에게 말씀해 주세요.',
  encryptFailed: '비밀번호를 안전하게 보낼 준비를 하지 못했습니다. 화면을 새로고침한 뒤 다시 시도해 주세요.',
  encryptEmpty: '보낼 내용이 없습니다. 비밀번호를 입력해 주세요.',
  pageNotFound: '페이지를 찾을 수 없습니다. 티켓 목록으로 돌아가 주세요.',
  serverError: '죄송합니다. 저희 쪽에 문제가 생겼습니다. 몇\u00a0분\u00a0뒤에 다시 시도해 주세요.',
  maintenance:
    '점검 중입니다. 불편을 드려 죄송합니다. 24시간 안에 연 QR 코드는 개찰구에서 사용할 수 있습니다.',
  cameraMissing: '카메라를 찾을 수 없습니다. 사진에서 읽거나, 닫고 다른 방법을 선택해 주세요.',
  cameraDenied: '카메라 사용이 허용되어 있지 않습니다. 브라우저 설정에서 허용하거나 사진에서 읽어 주세요.',
  cameraBusy: '다른 앱이 카메라를 사용하고 있습니다. 그 앱을 닫고 다시 시도해 주세요.',
  cameraInsecure:
    '카메라는 보안 연결된 페이지에서만 사용할 수 있습니다. https로 시작하는 주소를 열어 주세요.',
  cameraUnsuitable: '이 카메라로는 코드를 읽을 수 없습니다. 다른 카메라를 쓰거나 목록에서 선택해 주세요.',
  cameraUnsupported:
    '이 브라우저에서는 카메라를 사용할 수 없습니다. Safari나 Chrome을 쓰거나 목록에서 선택해 주세요.',
  positionDenied:
    '위치 사용이 허용되어 있지 않습니다. 브라우저 설정에서 허용하거나 역을 목록에서 선택해 주세요.',
  positionOff: '현재 위치를 찾을 수 없습니다. 위치 서비스를 켜거나 역을 목록에서 선택해 주세요.',
  positionTimeout:
    '현재 위치를 찾는 데 시간이 너무 오래 걸립니다. 다시 시도하거나 역을 목록에서 선택해 주세요.',
  noStationNearby: '가까운 역이 없습니다. 역에 더 가까이 가거나 역을 목록에서 선택해 주세요.',
  clockWrong:
    '휴대폰의 시계가 맞지 않아 개찰구에서 코드를 읽지 못할 수 있습니다. 시간을 자동으로 설정해 주세요.',
  ticketInvalid: '티켓 정보가 올바르지 않거나 유효하지 않습니다. 티켓 목록을 새로고침해 주세요.',
  ticketIdMissing: '어떤 티켓인지 알 수 없습니다. 티켓 목록에서 열어 주세요.',
  reservationIdMissing: '어떤 예약인지 알 수 없습니다. 예약 목록에서 열어 주세요.',
  noticeIdMissing: '어떤 공지인지 알 수 없습니다. 공지 목록에서 열어 주세요.',
  trainsFailed: '열차 정보를 불러오지 못했습니다. 다시 시도해 주세요.',
  addFailed: '티켓을 추가하지 못했습니다. 다시 시도해 주세요.',
  redeemFailed: '등록 코드를 사용하지 못했습니다. 확인한 뒤 다시 시도해 주세요.',
  activateFailed: '티켓 사용을 시작하지 못했습니다. 새로고침한 뒤 다시 시도해 주세요.',
  transferFailed: '티켓을 양도하지 못했습니다. 티켓은 그대로 있습니다. 다시 시도해 주세요.',
  reserveFailed: '좌석을 예약하지 못했습니다. 다시 시도해 주세요.',
  changeFailed: '좌석을 변경하지 못했습니다. 예약은 그대로입니다. 다시 시도해 주세요.',
  cancelFailed: '예약을 취소하지 못했습니다. 예약은 그대로 유효합니다. 다시 시도해 주세요.',
  registerFailed: '계정을 만들지 못했습니다. 다시 시도해 주세요.',
  noAddPermission:
    '이 계정에는 추가 권한이 없습니다. 도움말의 ‘문의하기’로 알려 주시거나 역 직원에게 말씀해 주세요.',
  permissionAllocation:
    '권한이 올바르게 배정되지 않았습니다. 도움말의 ‘문의하기’로 알려 주시거나 역 직원에게 말씀해 주세요.',
  emailInvalid: '올바른 이메일을 입력해 주세요.',
  codeEmpty: '메일에 적힌 인증번호를 입력해 주세요.',
  captchaEmpty: '그림의 글자를 입력해 주세요.',
  ticketLinkEmpty: '티켓 링크, 바우처 번호, 등록 코드 중 하나를 입력해 주세요.',
  stationsMissing: '출발역과 도착역을 모두 선택해 주세요.',
};

/** At an address of no screen. */
export const notFound: Messages['notFound'] = {
  title: '페이지를 찾을 수 없습니다',
  text: '링크가 오래되었거나 중간에 잘렸습니다.',
};
