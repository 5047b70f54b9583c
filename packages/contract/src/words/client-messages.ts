// What the phone itself has to say: messages of the specification that no server code stands for.

export const CLIENT_MESSAGES = [
  // The way to the server.
  'timeout',
  'networkDown',
  'notJson',
  'httpError',
  'serverConfig',
  'linkError',
  'encryptFailed',
  'encryptEmpty',
  'updateAvailable',
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
  'codeNeedsNetwork',
  'clockWrong',
  'storageBlocked',
  // A page without the id it needs, or data that did not come.
  'ticketInvalid',
  'ticketIdMissing',
  'reservationIdMissing',
  'noticeIdMissing',
  'trainsFailed',
  // An action that failed for no reason we can name.
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
  'departureAfterArrival',
] as const;
export type ClientMessage = (typeof CLIENT_MESSAGES)[number];

export type ClientWords = Readonly<Record<ClientMessage, string>>;
