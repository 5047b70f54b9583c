// The server's refusals in English.
import type { ErrorWords } from '../../error-words.ts';

export const errorWords: ErrorWords = {
  AccountUnavailable:
    'This account cannot be used at the moment. Please write to us under Help, or ask station staff.',
  imgCodeError:
    'The characters from the picture are missing or did not match. Please enter those in the new picture.',
  AccountOrPwdError: 'The email or password is incorrect. Please check both and try again.',
  'MFA-0010': 'You cannot log in from this network. Please try another one, such as mobile data.',
  'MFA-0011':
    'Login is paused after several failed tries. Please try again in [{minutes} min|a few minutes].',
  'MFA-0012':
    'Login is paused after several failed tries. Please try again in [{minutes} min|a few minutes].',
  'MFA-0020':
    'The picture check is not available now. You do not have to pay anything. Please write to us under Help, or ask station staff.',
  'MFA-0021': 'Too many pictures were requested. Please wait a few minutes and try again.',
  'MFA-0022': 'The picture could not be made. Please try again.',
  'MFA-0023': 'That picture is no longer valid. Please enter the characters in the new one.',
  'MFA-0024': 'The characters do not match the picture. Please try the new one.',
  'MFA-0030':
    'We cannot send codes now. You do not have to pay anything. Please write to us under Help, or ask station staff.',
  'MFA-0031': 'Codes cannot be sent so soon after each other. Please ask again in [{seconds} sec|a minute].',
  'MFA-0032': 'The code could not be sent. Check the email address, or try again in a few minutes.',
  'MFA-0033': 'That code is no longer valid. Please ask for a new one.',
  'MFA-0034': 'The code is incorrect. Please check it and enter it again.',
  'MFA-0035': 'A code cannot be sent to this kind of device. Please use your email.',
  'AUTH-0001': 'This way to log in is not available. Please use your email and password.',
  'AUTH-0002': "This kind of account cannot log in here. Please use a traveller's account.",
  'AUTH-0003': 'Please enter both your email and your password.',
  'AUTH-0004': 'This login is not registered. Please check your email, or create an account.',
  'AUTH-0005': 'Your login was interrupted. Please log in again.',
  'AUTH-0010': 'This account does not exist. Please check your email, or create an account.',
  'AUTH-0011': 'The email or password is incorrect. Please check both and try again.',
  'AUTH-0012': 'This account is not active. Please write to us under Help, or ask station staff.',
  'AUTH-0013': 'Your permissions could not be loaded. Please log in again.',
  'AUTH-0014':
    'Your permissions are not set up correctly. Please write to us under Help, or ask station staff.',
  'AUTH-0015': "The operator's permissions could not be loaded. Please try again later.",
  'AUTH-0016':
    "The operator's permissions are not set up correctly. Please write to us under Help, or ask station staff.",
  'AUTH-0020': 'That password is incorrect. Please enter it again.',
  'AUTH-0021': 'Your password could not be reset. Please start again with a new code.',
  'AUTH-0022': 'The new password is the same as the current one. Please choose another.',
  'SES-0001': 'Please log in to continue.',
  'SES-0002': 'Your login has expired. Please log in again.',
  'SES-0003': 'Your login is no longer valid. Please log in again.',
  'SES-0004':
    'Your account was logged in on another device, so you were logged out here. Log in again to use this device.',
  'SES-0005': 'You were logged out after a long time without activity. Please log in again.',
  'SES-0006': 'You do not have permission for this. Please log in again, or write to us under Help.',
  'TKT-0001': 'This ticket is no longer in your account. It may have been transferred or closed.',
  'TKT-0002': 'No ticket matches this link or number. Please check it and enter it again.',
  'TKT-0003':
    'This ticket is registered to another account. If that account is yours, log in with it; otherwise ask where you bought the ticket.',
  'TKT-0004': 'This ticket is already in your account. You will find it among your tickets.',
  'TKT-0005': 'This ticket has expired. Please use another ticket.',
  'TKT-0006':
    'This is not possible with the ticket in its present status. Please reload it and check its status.',
  'TKT-0007': 'This ticket is suspended. Please ask station staff or the shop where you bought it.',
  'TKT-0008': 'You have entered a station with this ticket. Please exit or cancel the entry first.',
  'TKT-0009': 'This ticket has no recorded entry. If you are inside the station, please ask station staff.',
  'TKT-0010': 'This code is not from one of our stations. Please scan the QR code on the station poster.',
  'TKT-0011': 'You are too far from the station. Please go closer, or scan the QR code on its poster.',
  'TKT-0012': 'Some items are not ticked. Please check and tick them all.',
  'TKT-0013': 'This ticket cannot be transferred. It stays in your account.',
  'TKT-0014':
    'No account can receive tickets at this email. Please check it, or ask the recipient to create an account first.',
  'TKT-0015': "This is your own email. Please enter the recipient's.",
  'TKT-0016': "The two emails do not match. Please enter the recipient's email again.",
  'TKT-0017': 'This voucher has already been exchanged. Please show its exchange number at the counter.',
  'TKT-0018':
    'This ticket was moved between phones too often. Please show it on the phone that showed it last, or try again in [{minutes} min|a while].',
  'TKT-0019':
    'You can cancel an entry within [{minutes} min|a few minutes], at most [{times} times|a few times] a day. Please ask station staff.',
  'TKT-0020': 'This counter does not exchange this voucher. Please choose another counter.',
  'TKT-0021':
    'You passed this station with this ticket less than [{minutes} min|a few minutes] ago. Please ask station staff.',
  'TKT-0022':
    "This is the link that you made. The ticket is still yours. You can call the link back on the ticket's screen.",
  'TKT-0023': 'This link was called back. Please ask the sender for a new one.',
  'TKT-0024': 'This link has run out. Please ask the sender for a new one.',
  'TKT-0025': 'Somebody is inside a station with this ticket. Please try again later.',
  'SEAT-0001':
    'This reservation is no longer in your account. It may have been cancelled, or transferred with its ticket.',
  'SEAT-0002': '[Just taken: {seats}.|This seat was just taken.][ Still free: {free}.|] Please choose again.',
  'SEAT-0003':
    'There are not enough seats on this train[ ({left} left)|].[ Cars {cars} are non-reserved.|] Please choose fewer tickets or another train.',
  'SEAT-0004': 'The departure time has passed. To travel, please choose a later train.',
  'SEAT-0005':
    'Seats can be reserved, changed or cancelled until [{minutes} minutes|shortly] before departure. Please choose a later train or ask station staff.',
  'SEAT-0006':
    '[Seats are still held for you: {held}. Please confirm them or give them up, or wait until they are released.|The reservation limit is reached. Please check what each ticket has left.][ You can choose at most {max} seats at once.|]',
  'SEAT-0007': 'Please choose one seat for each ticket[ (seats: {seats}, tickets: {tickets})|].',
  'SEAT-0008': 'The time to confirm has run out and your seats were released. Please choose seats again.',
  'SEAT-0009':
    'You cannot reserve for this day.[ Choose a day from {from} to {to}.|][ Your ticket can be used until {until}.|][ Reservations for it open on {opens}.|]',
  'SEAT-0010': 'Your ticket does not cover this route or car. Please choose others, or another ticket.',
  'SEAT-0011': 'A ticket you chose already has a seat for this trip. You can change it in your reservations.',
  'SEAT-0012': 'This reservation is already cancelled. To travel, please reserve again.',
  'SEAT-0013': 'This train, station or seat was not found. Please choose again.',
  'SEAT-0014': 'No seats are on sale for this train. Please choose another train.',
  'SEAT-0015': 'This train is cancelled. Please choose another train.',
  'SEAT-0016': 'On this day, this train does not stop at one of your stations. Please choose another train.',
  'DESK-0001':
    'This has changed since you opened it, so nothing was done. Please check it as it is now and decide again.',
  'DESK-0002': 'This was already taken in[ at {at}|].',
  'DESK-0003': 'This voucher was exchanged for another counter. Please send the traveller to that counter.',
  'DESK-0004': 'This ticket is not taken in by staff. It opens gates, or it is exchanged in the app first.',
  'DESK-0005':
    'This code is not valid any more. Please ask the traveller to open the code again, or type the ticket number.',
  'DESK-0006':
    'This gate was already closed[ at {at}, and what it did counts until {until}|]. To count less of it, give an earlier time.',
  'DESK-0007': 'This time is in the future. Enter when the gate was last under control, or nothing for now.',
  'DESK-0008': 'This train has arrived, so it can no longer be changed.',
  'DESK-0009': 'The train does not stop at one of these stops. Please load the train again.',
  'DESK-0010': 'This formation does not exist any more. Please choose another.',
  'DESK-0011': 'The formation has no such car. Please check the cars that are missing.',
  'DESK-0012': 'The train must call at two stops at least. Cancel the whole train instead.',
  'DESK-0013': 'Another open partner has this name. Choose one that tells them apart.',
  'DESK-0014': 'Two keys of this partner are open. Close the old one first.',
  'DESK-0015': 'This month cannot be closed yet. Please load it again: the page says why.',
  'ACC-0001': 'This email is already in use. Please log in, or reset your password.',
  'ACC-0002': 'The two emails do not match. Please enter them again.',
  'ACC-0003': 'Please enter all [{digits} |]digits of the code.',
  'ACC-0004': 'The code is incorrect. Please check the latest email and enter it again.',
  'ACC-0005': 'This code can no longer be used. Please ask for a new one.',
  'ACC-0006':
    'Please use 8 to 36 English letters, numbers and symbols without spaces, with at least one digit, one capital letter and one small letter, and nothing that is easy to guess.',
  'ACC-0007': 'The two passwords do not match. Please enter them again.',
  'ACC-0008': 'You have used this password before. Please choose a new one.',
  'ACC-0009': 'Please remove what cannot be used here[: {characters}|].',
  'ACC-0010': 'Please read and agree to the terms of use and the privacy policy.',
  'ACC-0011':
    'This account cannot be deleted yet. Your password must have been set 14 days ago or more, and no ticket may be unused or in use.',
  'ACC-0012': 'We could not read your password safely. Please try again.',
  'PUSH-0001': 'Messages cannot be sent to this browser. Please use another browser to get them.',
  'GATE-0001': "This device's clock is wrong. Set its date and time to automatic.",
  'REQ-0001': 'Something you entered cannot be accepted. Please check it and try again.',
  'REQ-0002': 'This was already sent with other details. Please check the result, then start again.',
  'REQ-0003': 'This is too large to send. Please shorten the text or use a smaller picture.',
  'REQ-0004': 'Too many tries in a short time. Please wait a little and try again.',
  'REQ-0005': 'This was not found. The link may be old or incomplete. Please go back and try again.',
  'REQ-0006': 'This is not available yet. Please try again at a later date.',
  'REQ-0007': 'We are sorry: something went wrong on our side. Please try again in a few minutes.',
  'REQ-0008': 'Many people are using this service right now. Please wait a few seconds and try again.',
  'REQ-0009': 'This page is from before an update. Please reload it and try again.',
  'REQ-0010': 'The service is unavailable for a moment. Please try again in a few seconds.',
};
