// The phone's own errors in English: those that no code of the server stands for.
import type { Messages } from '../../app-words.ts';
import type { ClientWords } from '../../client-messages.ts';

export const clientWords: ClientWords = {
  timeout: 'The connection timed out. Tap the screen to try again.',
  networkDown: 'No network. Please check your connection and try again.',
  notJson: "The server's answer could not be read. Please try again.",
  httpError: 'The connection failed. Please try again.',
  unknownRefusal: 'The server did not accept this. Please go back and try again, or write to us from Help.',
  mayBeDone: 'It may have gone through. Tap again to see if it worked: it is never done twice.',
  serverConfig: 'The service is not set up correctly. Please write to us under Help, or ask station staff.',
  linkError: 'This link does not work. Please write to us under Help, or ask station staff.',
  encryptFailed: 'Your password could not be protected for sending. Please reload the page and try again.',
  encryptEmpty: 'There is nothing to send yet. Please enter your password.',
  pageNotFound: 'This page was not found. Please go back to your tickets.',
  serverError: 'We are sorry: something went wrong on our side. Please try again in a few minutes.',
  maintenance:
    'We are down for maintenance. We are sorry. Codes you opened in the last 24 hours still work at the gate.',
  cameraMissing:
    'No camera was found. Please read the code from a photo, or close this and choose from the list.',
  cameraDenied:
    "Camera access is off. Please allow it in your browser's settings, or read the code from a photo.",
  cameraBusy: 'Another app is using the camera. Please close it and try again.',
  cameraInsecure: 'The camera only works on a secure page. Please open the address that starts with https.',
  cameraUnsuitable: 'This camera cannot scan codes. Please use another camera or choose from the list.',
  cameraUnsupported:
    'This browser cannot use the camera. Please use Safari or Chrome, or choose from the list.',
  positionDenied:
    "Location access is off. Please allow it in your browser's settings, or choose the station from the list.",
  positionOff:
    'Your location could not be found. Please turn on location, or choose the station from the list.',
  positionTimeout:
    'Finding your location took too long. Please try again, or choose the station from the list.',
  noStationNearby: 'There is no station near you. Please go closer, or choose the station from the list.',
  clockWrong: "Your phone's clock is wrong, so gates may refuse the code. Please set the time to automatic.",
  ticketInvalid: 'The ticket information is incorrect or no longer valid. Please reload your tickets.',
  ticketIdMissing: 'It is not clear which ticket you want. Please open it from your tickets.',
  reservationIdMissing: 'It is not clear which reservation you want. Please open it from your reservations.',
  noticeIdMissing: 'It is not clear which notice you want. Please open it from the notices.',
  trainsFailed: 'The trains could not be loaded. Please try again.',
  addFailed: 'The ticket could not be added. Please try again.',
  redeemFailed: 'The code could not be redeemed. Please check it and try again.',
  activateFailed: 'The ticket could not be put into use. Please reload it and try again.',
  transferFailed: 'The ticket could not be transferred. It is still yours. Please try again.',
  reserveFailed: 'The seats could not be reserved. Please try again.',
  changeFailed: 'The seats could not be changed. Your reservation stays as it was. Please try again.',
  cancelFailed: 'The reservation could not be cancelled. It is still valid. Please try again.',
  registerFailed: 'Your account could not be created. Please try again.',
  noAddPermission: 'Your account may not add this. Please write to us under Help, or ask station staff.',
  permissionAllocation:
    'Your permissions were not assigned correctly. Please write to us under Help, or ask station staff.',
  emailInvalid: 'Please enter a valid email.',
  codeEmpty: 'Please enter the code from the email.',
  captchaEmpty: 'Please enter the characters in the picture.',
  ticketLinkEmpty: 'Please enter a ticket link, booking voucher number or redeem code.',
  stationsMissing: 'Please choose both the departure and the arrival station.',
};

/** At an address of no screen. */
export const notFound: Messages['notFound'] = {
  title: 'Page not found',
  text: 'The link is old or incomplete.',
};
