// Refusals, where the server's text is for travellers, in English.

export const refusals = {
  noTicket: 'There is no ticket with this number. Check the number and search again.',
  noAccount: 'This account no longer exists. The traveller may have deleted it.',
  noMessage: 'This message no longer exists. It is deleted together with its sender’s account.',
  noNotice: 'There is no such notice.',
  noConflict: 'There is no such conflict.',
  noTrain: 'This train does not run that day.',
  numberTaken: 'Another train has this number on that day. Give another one.',
  noExtra: 'No live feed adds this train any more. Close this and look again.',
  carsChanged: 'Somebody else has given this train cars, or taken them away. Close this and look again.',
  cutsGone:
    'What waits has changed: somebody else has decided, or the feed wants more trains or none. Close this and look again.',
  noSearch: 'This cannot be looked up. Check what you typed.',
  noPerson: 'Another manager has changed this person in the meantime. Check the list.',
  checkEnded: 'The check by this device has expired. Press Sign in again.',
  oldFeed: 'These files are not accepted as a timetable. Close this and choose the ZIP again.',
  notAnEmail: 'This is not an email. Check the spelling.',
  inNoAccount: 'It is no longer in an account. Search for it again to see its current state.',
  noTicketAtCounter:
    'Nothing has this number. Compare it with the traveller’s screen. Do not hand anything over because of a screen alone.',
  codeInvalid:
    'This code is not valid. Ask the traveller to open the code again, or type the ticket number. A screenshot is not accepted.',
  orderIssued:
    'This order number was used before for other tickets. Choose another number, or search for it under Tickets.',
  productEnded: 'This product is no longer issued. Choose another.',
  useByPassed: 'The last day to start using it is in the past. Enter today or a later day.',
  stationEnded: 'This station is no longer in the timetable. Choose another.',
  codeGone: 'This code is no longer valid.',
  codeUsed: 'A gate has used this code in the meantime. If you do not know that gate, close it.',
  gateGone: 'This gate no longer exists. Check the list.',
  noticeRefused: 'A title, a text or a date is not accepted. Check them and save again.',
  noticeGone: 'This notice no longer exists. Continue with your text as a new notice.',
  noticeChanged:
    'Somebody has changed this notice, so it was not withdrawn. Close this and check the change.',
  pictureGone: 'This picture no longer exists.',
  noDay: 'This is not a valid date. Choose another.',
  uploadGone: 'This file is kept for a day only. Close this and choose the ZIP again.',
  uploadWithdrawn:
    'Another timetable took effect after the comparison, or this import was taken back. Nothing was done: close this and choose the ZIP again.',
  importGone: 'This import no longer exists. Check the list.',
  nameTaken:
    'Another member of staff has this name. Please add what tells them apart, such as the department.',
  emailTaken: 'Somebody already has this email. Check the closed ones too.',
  tooLarge: 'This is too large to send. Send less at once.',
  endpointRefused:
    'This address cannot be used. Check that it begins with https:// and has a public host name, and that there are at most 10 endpoints.',
  twoSecrets: 'Two secrets sign already. End the former one first.',
  noEvent: 'There is no event to send from there. Check the id or the time.',
  partnerRefused:
    'The name or a product is not accepted. Check the name, or close this and choose the products again.',
  mailGone: 'This mail was sent again, dropped, or deleted with its account. Check the list.',
  missing: 'This does not exist: it was deleted, or the number is wrong.',
  roleMayNot: 'Your role does not allow this. Ask a manager if it is needed.',
};
