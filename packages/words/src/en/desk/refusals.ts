// Refusals, where the server's text is for travellers, in English.

export const refusals = {
  noTicket: 'There is no ticket with this number. Check the number and look again.',
  noAccount: 'This account is not there any more. Its traveller may have deleted it.',
  noMessage: 'This message is not there any more. It is deleted when its writer’s account is deleted.',
  noNotice: 'There is no such notice.',
  noConflict: 'There is no such conflict.',
  noTrain: 'This train does not run that day.',
  noSearch: 'This cannot be looked up. Check what you typed.',
  noPerson: 'Another manager has changed this person meanwhile. Look at the list.',
  checkEnded: 'The check by this device has run out. Press Sign in again.',
  oldFeed: 'These files are not accepted as a timetable. Close this and choose the ZIP again.',
  notAnEmail: 'This is not an email. Check the spelling.',
  inNoAccount: 'It is in nobody’s account now. Look it up again to see how it is.',
  noTicketAtCounter:
    'Nothing has this number. Compare it with the traveller’s screen. Hand nothing over for a screen alone.',
  codeInvalid:
    'This code does not count. Have the traveller open the code again, or type the ticket number. A screenshot does not count.',
  orderIssued: 'This order was issued before, otherwise. Choose another number, or look it up under Tickets.',
  productEnded: 'This product is no longer issued. Choose another.',
  useByPassed: 'The day by which use must start has passed. Give today or a later day.',
  stationEnded: 'This station is no longer in the timetable. Choose another.',
  gateGone: 'This gate is not there any more. Look at the list.',
  noticeRefused: 'A title, a text or the days are not accepted. Check them and save again.',
  noticeGone: 'This notice is not there any more. Go on with your text as a new notice.',
  noticeChanged:
    'Somebody changed this notice meanwhile, so it was not withdrawn. Close this and look at the change.',
  pictureGone: 'This picture is not there any more.',
  noDay: 'This is no day. Choose another.',
  importGone: 'This import is not there any more. Look at the list.',
  emailTaken: 'Somebody has this email already. Look among the closed ones too.',
  tooLarge: 'This is too large to send. Send less at once.',
  missing: 'This is not there: it is gone, or the number is wrong.',
  roleMayNot: 'Your role does not allow this. Ask a manager if it is needed.',
};
