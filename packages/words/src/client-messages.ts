// The phone's own messages: those of the specification that no server code stands for.

export const CLIENT_MESSAGES = [
  // The connection to the server.
  'timeout',
  'networkDown',
  'notJson',
  'httpError',
  'unknownRefusal',
  'mayBeDone',
  'serverConfig',
  'linkError',
  'encryptFailed',
  'encryptEmpty',
  // Pages.
  'pageNotFound',
  'serverError',
  'maintenance',
  // Camera.
  'cameraMissing',
  'cameraDenied',
  'cameraBusy',
  'cameraInsecure',
  'cameraUnsuitable',
  'cameraUnsupported',
  // Position.
  'positionDenied',
  'positionOff',
  'positionTimeout',
  'noStationNearby',
  // The code on the screen.
  'clockWrong',
  // A page without the id that it needs, or data that did not arrive.
  'ticketInvalid',
  'ticketIdMissing',
  'reservationIdMissing',
  'noticeIdMissing',
  'trainsFailed',
  // An action that failed for an unknown reason.
  'addFailed',
  'redeemFailed',
  'activateFailed',
  'transferFailed',
  'reserveFailed',
  'changeFailed',
  'cancelFailed',
  'registerFailed',
  // Permissions.
  'noAddPermission',
  'permissionAllocation',
  // Forms, before anything is sent.
  'emailInvalid',
  'codeEmpty',
  'captchaEmpty',
  'ticketLinkEmpty',
  'stationsMissing',
] as const;
export type ClientMessage = (typeof CLIENT_MESSAGES)[number];

export type ClientWords = Readonly<Record<ClientMessage, string>>;
