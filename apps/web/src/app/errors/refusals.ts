// The next act after each refusal, by screen and code.
import type { ErrorCode } from '@kippu/contract/errors';
import type { Messages } from '@kippu/words/app-words';
import type { RouteName } from '../router/link-to.ts';

/**
 * The next act. A screen's name: a link or button leads there. `field`: the text appears at the field to correct.
 * `here`: the screen stays and has the controls to continue. `again`: the same request is sent again.
 */
export type Act = Lead | 'field' | 'here' | 'again';
export type Lead =
  'contact' | 'lateTrains' | 'tickets' | 'ticket' | 'seats' | 'trains' | 'seatMap' | 'notices';
const LEADS: ReadonlySet<string> = new Set<Lead>([
  'contact',
  'lateTrains',
  'tickets',
  'ticket',
  'seats',
  'trains',
  'seatMap',
  'notices',
]);
export const isLead = (act: Act | undefined): act is Lead => act !== undefined && LEADS.has(act);

/** An act with texts of the screen's own, where the code's text does not fit. */
interface Refusal {
  readonly act: Act;
  readonly title?: (messages: Messages) => string;
  readonly words: (messages: Messages) => string;
}
type Refusals = Readonly<Partial<Record<ErrorCode, Act | Refusal>>>;

/** The refusals that any call may return, on any screen. */
const GENERAL: Refusals = {
  'REQ-0001': 'tickets',
  'REQ-0002': 'here',
  'REQ-0003': 'here',
  'REQ-0004': 'again',
  'REQ-0005': 'tickets',
  'REQ-0006': 'tickets',
  'REQ-0007': 'again',
  'REQ-0009': 'here',
  'REQ-0010': 'again',
  // Of a gateway or an operator's own auth centre. Only the operator can help.
  'MFA-0020': 'contact',
  'MFA-0030': 'contact',
  'AUTH-0012': 'contact',
  'AUTH-0014': 'contact',
  'AUTH-0016': 'contact',
};

/** A ticket in a state in which the screen's action is impossible. */
const CLOSED_TICKET = { 'TKT-0005': 'ticket', 'TKT-0006': 'ticket', 'TKT-0007': 'ticket' } as const;
/** The options for a new reservation, or for a changed one. */
const PLAN = {
  'TKT-0001': 'tickets',
  'TKT-0005': 'tickets',
  'TKT-0006': 'tickets',
  'TKT-0007': 'tickets',
  'SEAT-0001': 'seats',
  'SEAT-0004': 'seats',
  'SEAT-0005': 'seats',
  'SEAT-0010': {
    act: 'seats',
    title: ({ seat }) => seat.noJourneyTitle,
    words: ({ seat }) => seat.noJourneyText,
  },
  'SEAT-0012': 'seats',
} as const satisfies Refusals;
const CAPTCHA = {
  'MFA-0021': 'field',
  'MFA-0022': 'field',
  'MFA-0023': 'field',
  'MFA-0024': 'field',
} as const;
const MAILED_CODE = {
  ...CAPTCHA,
  // The device does a check by itself; then the traveller presses the same button again.
  imgCodeError: { act: 'here', words: ({ account }) => account.checkCodeWhy },
  // A code was sent a moment ago: the screen shows its field, and the time until another may be requested.
  'MFA-0031': { act: 'here', words: ({ account }) => account.codeLabel },
  'MFA-0032': 'here',
  'ACC-0003': 'field',
  'ACC-0004': 'field',
  'ACC-0005': 'field',
} as const satisfies Refusals;
const NEW_PASSWORD = { 'ACC-0006': 'field', 'ACC-0007': 'field', 'ACC-0012': 'here' } as const;

/** By screen, then by code. A screen that is absent makes no call with refusals of its own. */
export const REFUSALS: Readonly<Partial<Record<RouteName, Refusals>>> = {
  add: {
    'TKT-0002': 'here',
    'TKT-0003': 'here',
    'TKT-0004': 'tickets',
    'TKT-0005': 'here',
    'TKT-0006': 'here',
    'TKT-0007': 'here',
    'TKT-0022': 'tickets',
    'TKT-0023': 'here',
    'TKT-0024': 'here',
    'TKT-0025': 'here',
  },
  addResult: { 'TKT-0001': 'tickets' },
  tickets: { 'TKT-0001': 'here', 'TKT-0005': 'here', 'TKT-0006': 'here', 'TKT-0007': 'here' },
  detail: { 'TKT-0001': 'tickets', 'TKT-0005': 'here', 'TKT-0006': 'here', 'TKT-0007': 'here' },
  party: { 'TKT-0001': 'here', 'TKT-0005': 'here', 'TKT-0006': 'here', 'TKT-0007': 'here' },
  code: { 'TKT-0001': 'tickets', ...CLOSED_TICKET, 'TKT-0018': 'again' },
  transfer: {
    'TKT-0001': 'tickets',
    'TKT-0005': 'ticket',
    'TKT-0007': 'ticket',
    'TKT-0008': 'ticket',
    'TKT-0013': 'ticket',
    'TKT-0014': 'field',
    'TKT-0015': 'field',
    'TKT-0016': 'field',
    // Here only the password can be wrong.
    AccountOrPwdError: { act: 'field', words: ({ errors }) => errors['AUTH-0020'] },
    'MFA-0011': 'here',
    'ACC-0012': 'here',
  },
  useAgeHistory: { 'TKT-0001': 'tickets' },
  outInSite: {
    'TKT-0001': 'tickets',
    ...CLOSED_TICKET,
    'TKT-0008': 'here',
    'TKT-0009': 'here',
    'TKT-0010': 'here',
    'TKT-0011': 'here',
    'TKT-0012': 'here',
    'TKT-0021': 'here',
    'SEAT-0010': 'here',
    'SEAT-0013': 'here',
  },
  mpmTap: { 'TKT-0001': 'tickets', 'TKT-0009': 'here', 'TKT-0019': 'here' },
  voucherDetail: { 'TKT-0001': 'tickets', ...CLOSED_TICKET, 'TKT-0017': 'here', 'TKT-0020': 'here' },
  train: { ...PLAN, 'SEAT-0009': 'here', 'SEAT-0013': 'here' },
  chooseSeat: {
    ...PLAN,
    'SEAT-0002': 'here',
    'SEAT-0003': 'here',
    'SEAT-0004': 'trains',
    'SEAT-0005': 'trains',
    'SEAT-0006': 'seats',
    'SEAT-0007': 'here',
    'SEAT-0009': 'trains',
    'SEAT-0010': 'trains',
    'SEAT-0011': 'seats',
    'SEAT-0013': 'trains',
    'SEAT-0015': 'trains',
    'SEAT-0016': 'trains',
  },
  confirm: {
    'TKT-0001': 'seats',
    'TKT-0005': 'seats',
    'TKT-0006': 'seats',
    'TKT-0007': 'seats',
    'SEAT-0001': 'seats',
    'SEAT-0002': { act: 'seatMap', words: ({ seat }) => seat.expiredTitle },
    'SEAT-0004': 'trains',
    'SEAT-0005': 'trains',
    'SEAT-0006': 'seats',
    'SEAT-0007': 'seats',
    'SEAT-0008': { act: 'seatMap', words: ({ seat }) => seat.expiredTitle },
    'SEAT-0009': 'seats',
    'SEAT-0010': 'seats',
    'SEAT-0011': 'seats',
    'SEAT-0012': 'seats',
    'SEAT-0013': 'trains',
    'SEAT-0015': 'trains',
    'SEAT-0016': 'trains',
  },
  reserveResult: { 'SEAT-0001': 'seats', 'PUSH-0001': 'here' },
  reservation: {
    'TKT-0001': 'here',
    'TKT-0005': 'here',
    'TKT-0006': 'here',
    'TKT-0007': 'here',
    'SEAT-0001': 'seats',
    'SEAT-0004': 'here',
    'SEAT-0005': 'here',
    'SEAT-0012': 'here',
  },
  cancelResult: { 'SEAT-0001': 'seats' },
  login: {
    ...CAPTCHA,
    imgCodeError: { act: 'here', words: ({ account }) => account.checkLoginWhy },
    AccountUnavailable: 'contact',
    AccountOrPwdError: 'here',
    'MFA-0011': 'here',
    'AUTH-0001': 'here',
    'AUTH-0002': 'here',
    'AUTH-0003': 'here',
    'ACC-0012': 'here',
  },
  signUp: {
    ...MAILED_CODE,
    ...NEW_PASSWORD,
    'ACC-0001': 'field',
    'ACC-0002': 'field',
    'ACC-0009': 'field',
    'ACC-0010': 'here',
  },
  forgetPassword: {
    ...MAILED_CODE,
    ...NEW_PASSWORD,
    'ACC-0005': 'here',
    'ACC-0008': 'field',
    'AUTH-0021': 'here',
  },
  changeUsername: { 'ACC-0009': 'field' },
  changeCountry: { 'ACC-0009': 'here' },
  changePassword: {
    ...NEW_PASSWORD,
    'ACC-0008': 'field',
    'MFA-0011': 'here',
    'AUTH-0020': 'field',
    'AUTH-0022': 'field',
  },
  deleteAccount: { 'MFA-0011': 'here', 'ACC-0011': 'here', 'ACC-0012': 'here', 'AUTH-0020': 'field' },
  lateTrain: {
    'REQ-0005': {
      act: 'lateTrains',
      title: ({ late }) => late.goneTitle,
      words: ({ late }) => late.goneText,
    },
  },
  push: { 'PUSH-0001': 'here' },
  notice: { 'REQ-0005': { act: 'notices', words: ({ notice }) => notice.goneTitle } },
  // The message is sent again by itself without the ticket that is gone.
  feedback: {
    ...CAPTCHA,
    imgCodeError: 'here',
    'TKT-0001': { act: 'again', words: () => '' },
    'REQ-0003': 'here',
  },
};

const LANGUAGE_KEPT = {
  updateInfo: 'the language that is kept with the account: a toast says that it is not',
};

const OWN_CHECK = { checkWork: 'the check that the device does by itself: the picture takes its place' };

/** Calls, by screen, whose refusal is ignored: the screen omits what they would add. Each value says what that is. */
export const DONE_WITHOUT: Readonly<Partial<Record<RouteName, Readonly<Record<string, string>>>>> = {
  tickets: {
    ...LANGUAGE_KEPT,
    ticketLoad: 'what the next train needs',
    loadSaasNotice: 'the notice that is shown once',
  },
  confirm: { seatMap: 'which seats are at a window', loadReserveDetail: 'what a hold that has ended became' },
  reserveResult: { loadPlanInfo: 'the way back' },
  reservation: { loadPlanInfo: 'the way back', ticketLoad: 'what the party does next' },
  changePassword: { savePush: 'the notifications, which the server has ended: their settings say so' },
  feedback: { ...OWN_CHECK, ticketLoad: 'the name of the ticket' },
  login: { ...LANGUAGE_KEPT, ...OWN_CHECK },
  signUp: { ...LANGUAGE_KEPT, ...OWN_CHECK },
  forgetPassword: OWN_CHECK,
  account: LANGUAGE_KEPT,
  settings: LANGUAGE_KEPT,
};

/** The screens of one ticket, whose id a link may have wrong. */
const OF_TICKET: ReadonlySet<string | null> = new Set<RouteName>([
  'detail',
  'code',
  'transfer',
  'useAgeHistory',
  'outInSite',
  'mpmTap',
  'voucherDetail',
]);
const WRONG_TICKET: Refusal = { act: 'tickets', words: ({ client }) => client.ticketInvalid };

/** Returns the act for a code on a screen. An unknown code leads to the tickets. */
export function refusalOf(
  screen: RouteName | null,
  code: string,
): Pick<Refusal, 'act' | 'title'> & Partial<Pick<Refusal, 'words'>> {
  const known: Readonly<Record<string, Act | Refusal | undefined>> = {
    ...GENERAL,
    ...(OF_TICKET.has(screen) ? { 'REQ-0001': WRONG_TICKET } : {}),
    ...(screen && REFUSALS[screen]),
  };
  const found = (Object.hasOwn(known, code) && known[code]) || 'tickets';
  return typeof found === 'string' ? { act: found } : found;
}
