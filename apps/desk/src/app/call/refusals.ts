// The next act for each refusal of each call, with a text where the server's text is written for travellers.
import type { ErrorCode } from '@kippu/contract/errors';
import { CallError } from '@kippu/client/call-error';
import { DESK_WORDS } from '../text/words.ts';
import type { Text } from '../text/texts.ts';

const WORDS = DESK_WORDS.refusals;

/**
 * The next act. `list`: a link back to the screen's list or search. `start`: a link to the first screen. `reload`: a
 * button that reloads the page. `again`: the same request is sent again. `leave`: the dialog can only be closed, and
 * the data under it is read again. `seen`: the current data is read and shown, and staff decide again. `field`: the
 * text is shown at the field to correct. `here`: the screen stays, and its own controls lead on.
 */
export type Act = 'list' | 'start' | 'reload' | 'again' | 'leave' | 'seen' | 'field' | 'here';

/** The act, with the desk's own text where the server's does not fit. */
export interface Refusal {
  readonly act: Act;
  readonly words?: Text;
}
type Refusals = Readonly<Partial<Record<ErrorCode, Act | Refusal>>>;

/** An object that an address names and that does not exist: its number is unknown or invalid. */
const gone = (of: Text) => ({
  'REQ-0001': { act: 'list', words: of } as const,
  'REQ-0005': { act: 'list', words: of } as const,
});
/** An object that no longer exists when its dialog is confirmed. */
const goneMeanwhile = (of: Text) => ({ 'REQ-0005': { act: 'leave', words: of } as const });

const person = { ...goneMeanwhile(WORDS.noPerson), 'DESK-0001': 'seen' } as const;
/** The page accepts only valid names, so the server refuses a namesake. */
const namesake = { 'REQ-0001': { act: 'field', words: WORDS.nameTaken } } as const;
const seen = 'seen' as const;
const here = 'here' as const;
/** A change that does not fit the train: the form says why, and stays. */
const unfit = {
  'DESK-0008': here,
  'DESK-0009': here,
  'DESK-0010': here,
  'DESK-0011': here,
  'DESK-0012': here,
};
const unfitCars = { 'DESK-0008': here, 'DESK-0010': here, 'DESK-0011': here } as const;
const noTrain = {
  'REQ-0001': { act: 'list', words: WORDS.noTrain },
  'SEAT-0013': { act: 'list', words: WORDS.noTrain },
} as const;
/** The seat's train or section cannot be had: staff choose another one. */
const noRide = {
  'SEAT-0001': here,
  'SEAT-0004': here,
  'SEAT-0005': here,
  'SEAT-0009': here,
  'SEAT-0010': here,
  'SEAT-0012': here,
  'SEAT-0013': here,
  'SEAT-0015': here,
  'SEAT-0016': here,
} as const;
const partnerTerms = {
  'REQ-0001': { act: 'here', words: WORDS.partnerRefused },
  'DESK-0013': 'field',
} as const;
const webhookTerms = { 'REQ-0001': { act: 'field', words: WORDS.endpointRefused } } as const;
const takenIn = {
  'TKT-0005': seen,
  'TKT-0006': seen,
  'TKT-0007': seen,
  'DESK-0001': seen,
  'DESK-0002': seen,
  'DESK-0003': seen,
  'DESK-0004': seen,
};

/** By call, then by code. A call without an entry has no refusals of its own. */
export const REFUSALS: Readonly<Record<string, Refusals>> = {
  deskSignIn: {
    AccountOrPwdError: 'here',
    'MFA-0011': 'here',
    imgCodeError: { act: 'here', words: WORDS.checkEnded },
  },
  checkWork: {
    'MFA-0023': { act: 'here', words: WORDS.checkEnded },
    'MFA-0024': { act: 'here', words: WORDS.checkEnded },
  },
  deskChangePassword: { 'AUTH-0020': 'field', 'AUTH-0022': 'field', 'ACC-0006': 'field', 'MFA-0011': 'here' },
  deskTicket: gone(WORDS.noTicket),
  deskFind: { 'REQ-0001': { act: 'here', words: WORDS.noSearch } },
  deskFindAccount: { 'REQ-0001': { act: 'here', words: WORDS.notAnEmail } },
  deskEndSession: goneMeanwhile(WORDS.noAccount),
  deskSuspendAccount: goneMeanwhile(WORDS.noAccount),
  deskResumeAccount: goneMeanwhile(WORDS.noAccount),
  deskTicketAccount: { 'REQ-0005': { act: 'list', words: WORDS.inNoAccount } },
  deskChangeTicket: {
    ...goneMeanwhile(WORDS.noTicket),
    'TKT-0006': 'seen',
    'TKT-0007': 'seen',
    'TKT-0008': 'seen',
    'DESK-0001': 'seen',
  },
  deskSeatChoice: {
    ...noRide,
    'REQ-0001': { act: here, words: WORDS.noDay },
    'REQ-0005': { act: here, words: WORDS.noTicket },
    'TKT-0001': here,
    'TKT-0005': here,
    'TKT-0006': here,
    'TKT-0007': here,
  },
  deskReserveSeat: {
    ...noRide,
    ...goneMeanwhile(WORDS.noTicket),
    'SEAT-0002': seen,
    'SEAT-0003': here,
    'SEAT-0006': here,
    'SEAT-0007': here,
    'SEAT-0008': here,
    'SEAT-0011': here,
    'TKT-0001': seen,
    'TKT-0005': seen,
    'TKT-0006': seen,
    'TKT-0007': seen,
    'DESK-0001': seen,
  },
  deskCancelSeat: {
    ...goneMeanwhile(WORDS.noTicket),
    'SEAT-0001': here,
    'SEAT-0004': here,
    'SEAT-0005': here,
    'SEAT-0012': here,
    'TKT-0001': seen,
    'TKT-0006': seen,
    'DESK-0001': seen,
  },
  deskLookTakeIn: {
    'REQ-0001': { act: 'here', words: WORDS.noSearch },
    'REQ-0005': { act: 'here', words: WORDS.noTicketAtCounter },
    'DESK-0005': { act: 'here', words: WORDS.codeInvalid },
  },
  deskTakeIn: { ...takenIn, 'REQ-0005': seen },
  deskTickets: {
    'REQ-0002': { act: 'field', words: WORDS.orderIssued },
    'REQ-0005': { act: 'field', words: WORDS.productEnded },
    'TKT-0005': { act: 'field', words: WORDS.useByPassed },
  },
  deskGates: { 'SEAT-0013': { act: 'field', words: WORDS.stationEnded } },
  deskCloseGate: { ...goneMeanwhile(WORDS.gateGone), 'DESK-0006': 'here', 'DESK-0007': 'here' },
  deskWithdrawGateCode: {
    ...goneMeanwhile(WORDS.codeGone),
    'DESK-0001': { act: 'leave', words: WORDS.codeUsed },
  },
  deskGateConflict: gone(WORDS.noConflict),
  deskSettleGateConflict: { ...goneMeanwhile(WORDS.noConflict), 'DESK-0001': 'seen' },
  deskNotice: gone(WORDS.noNotice),
  deskSaveNotice: {
    'REQ-0001': { act: 'here', words: WORDS.noticeRefused },
    'REQ-0005': { act: 'here', words: WORDS.noticeGone },
    'DESK-0001': 'seen',
  },
  deskWithdrawNotice: {
    ...goneMeanwhile(WORDS.noNotice),
    'DESK-0001': { act: 'leave', words: WORDS.noticeChanged },
  },
  deskFeedback: gone(WORDS.noMessage),
  deskFeedbackPicture: gone(WORDS.pictureGone),
  deskFeedbackWriter: gone(WORDS.noMessage),
  deskHandleFeedback: { ...goneMeanwhile(WORDS.noMessage), 'DESK-0001': 'seen' },
  deskOccupancy: { 'REQ-0001': { act: 'list', words: WORDS.noDay } },
  deskDeparture: noTrain,
  deskTrainRun: noTrain,
  deskTrainHistory: noTrain,
  deskTryTrainChange: { ...unfit, 'SEAT-0013': { act: 'here', words: WORDS.noTrain } },
  deskChangeTrain: { ...unfit, 'DESK-0001': seen, 'SEAT-0013': { act: 'leave', words: WORDS.noTrain } },
  deskTryAddedTrain: {
    ...unfitCars,
    'REQ-0001': { act: 'here', words: WORDS.numberTaken },
    'SEAT-0013': { act: 'here', words: WORDS.noExtra },
    'DESK-0001': { act: 'here', words: WORDS.carsChanged },
  },
  deskChangeAddedTrain: {
    ...unfitCars,
    'REQ-0001': { act: 'field', words: WORDS.numberTaken },
    'SEAT-0013': { act: 'leave', words: WORDS.noExtra },
    'DESK-0001': { act: 'leave', words: WORDS.carsChanged },
  },
  deskAllowCuts: { 'DESK-0001': { act: 'leave', words: WORDS.cutsGone } },
  deskKeepRunning: { 'DESK-0001': { act: 'leave', words: WORDS.cutsGone } },
  deskUploadedFeed: { 'REQ-0005': { act: 'here', words: WORDS.uploadGone } },
  deskImportFeed: {
    ...goneMeanwhile(WORDS.uploadGone),
    'REQ-0001': { act: 'leave', words: WORDS.oldFeed },
    'DESK-0001': { act: 'leave', words: WORDS.uploadWithdrawn },
  },
  deskWithdrawFeed: goneMeanwhile(WORDS.importGone),
  deskAddPartner: partnerTerms,
  deskChangePartner: { ...partnerTerms, ...goneMeanwhile(WORDS.missing), 'DESK-0001': seen },
  deskClosePartner: { ...goneMeanwhile(WORDS.missing), 'DESK-0001': seen },
  deskMakePartnerKey: { ...goneMeanwhile(WORDS.missing), 'DESK-0001': seen, 'DESK-0014': here },
  deskClosePartnerKey: goneMeanwhile(WORDS.missing),
  deskReconciliation: gone(WORDS.missing),
  deskReconciliationEntries: gone(WORDS.missing),
  deskCloseMonth: { ...goneMeanwhile(WORDS.missing), 'DESK-0001': seen, 'DESK-0015': 'leave' },
  deskWebhooks: goneMeanwhile(WORDS.missing),
  deskAddWebhook: { ...webhookTerms, ...goneMeanwhile(WORDS.missing), 'DESK-0001': seen },
  deskChangeWebhook: { ...webhookTerms, ...goneMeanwhile(WORDS.missing) },
  deskSwitchWebhook: goneMeanwhile(WORDS.missing),
  deskRotateWebhookSecret: {
    ...goneMeanwhile(WORDS.missing),
    'DESK-0014': { act: 'here', words: WORDS.twoSecrets },
  },
  deskTestWebhook: goneMeanwhile(WORDS.missing),
  deskReplayWebhook: { ...goneMeanwhile(WORDS.missing), 'REQ-0001': { act: 'field', words: WORDS.noEvent } },
  deskAddStaff: { 'ACC-0001': { act: 'field', words: WORDS.emailTaken }, 'ACC-0009': 'field', ...namesake },
  deskChangeStaff: { ...person, 'ACC-0009': 'field', ...namesake },
  deskResetStaffPassword: person,
  deskCloseStaff: person,
  deskReopenStaff: { ...person, 'REQ-0001': { act: 'here', words: WORDS.nameTaken } },
  deskSendMailAgain: goneMeanwhile(WORDS.mailGone),
  deskDropMail: goneMeanwhile(WORDS.mailGone),
  deskRecord: { 'REQ-0001': { act: 'here', words: WORDS.noSearch } },
};

/** Refusals that any call may return. A read leads back to its list, an act out of its dialog. */
const GENERAL: Readonly<
  Partial<Record<ErrorCode, { readonly read: Act; readonly act: Act; readonly words?: Text }>>
> = {
  'REQ-0001': { read: 'list', act: 'here' },
  'REQ-0002': { read: 'list', act: 'leave' },
  'REQ-0003': { read: 'list', act: 'here', words: WORDS.tooLarge },
  'REQ-0005': { read: 'list', act: 'leave', words: WORDS.missing },
  'REQ-0006': { read: 'list', act: 'leave' },
  'REQ-0009': { read: 'reload', act: 'reload' },
  'SES-0006': { read: 'start', act: 'leave', words: WORDS.roleMayNot },
};

/** Reports whether a retry may help: no answer, a foreign answer, too many calls, or a server fault. */
const mayPass = ({ kind, status }: CallError): boolean =>
  kind === 'refused' ? status === 429 || (status >= 500 && status !== 501) : status !== 413;

/** Returns the refusal for an error. An unknown code is handled like a missing object. */
export function refusalOf(error: unknown): Refusal {
  // A fault of the page.
  if (!(error instanceof CallError)) return { act: 'reload' };
  if (mayPass(error)) return { act: 'again' };
  if (error.kind !== 'refused') return { act: 'here' };
  const { code, call, wrote } = error;
  const own: Readonly<Record<string, Act | Refusal>> = REFUSALS[call] ?? {};
  const found = Object.hasOwn(own, code) ? own[code] : undefined;
  if (found !== undefined) return typeof found === 'string' ? { act: found } : found;
  const known: Readonly<Record<string, (typeof GENERAL)[ErrorCode]>> = GENERAL;
  const general = Object.hasOwn(known, code) ? known[code] : undefined;
  if (!general) return { act: wrote ? 'leave' : 'list' };
  const { read, act, words } = general;
  return { act: wrote ? act : read, ...(words && { words }) };
}

/** Returns the next act for an error, or null without one. */
export const actAfter = (error: unknown): Act | null =>
  error === null || error === undefined ? null : refusalOf(error).act;

/** Reports whether the server says that the object does not exist. Its earlier data is then invalid. */
export const isGone = (error: unknown): boolean => error instanceof CallError && actAfter(error) === 'list';
