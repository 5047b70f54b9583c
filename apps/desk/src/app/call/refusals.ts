// The next act for each refusal of each call, with a text where the server's text is written for travellers.
import type { ErrorCode } from '@kippu/contract/errors';
import { CallError } from '@kippu/client/call-error';
import { text, type Text } from '../text/texts.ts';

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

/** A missing object: its number is unknown or invalid. */
const gone = (words: Text) => ({
  'REQ-0001': { act: 'list', words } as const,
  'REQ-0005': { act: 'list', words } as const,
});
const left = (words: Text) => ({ 'REQ-0005': { act: 'leave', words } as const });

const NO_TICKET = text(
  'この番号のきっぷはありません。番号を確かめて、もう一度さがしてください。',
  'There is no ticket with this number. Check the number and look again.',
);
const NO_ACCOUNT = text(
  'このアカウントはもうありません。旅客が削除した可能性があります。',
  'This account is not there any more. Its traveller may have deleted it.',
);
const NO_MESSAGE = text(
  'このご意見はもうありません。送った人のアカウントが削除されると、ご意見も削除されます。',
  'This message is not there any more. It is deleted when its writer’s account is deleted.',
);
const NO_NOTICE = text('このお知らせはありません。', 'There is no such notice.');
const NO_CONFLICT = text('この番号の不一致はありません。', 'There is no such conflict.');
const NO_TRAIN = text('この日にこの列車は走りません。', 'This train does not run that day.');
const NO_SEARCH = text(
  'この内容ではさがせません。入力したものを確かめてください。',
  'This cannot be looked up. Check what you typed.',
);
const NO_PERSON = text(
  'この係員は、ほかの管理者が先に変更しました。一覧を確かめてください。',
  'Another manager has changed this person meanwhile. Look at the list.',
);
const CHECK_ENDED = text(
  '端末の確認の期限が切れました。もう一度「サインイン」を押してください。',
  'The check by this device has run out. Press Sign in again.',
);
const OLD_FEED = text(
  'このファイルは時刻表として受け付けられません。閉じて、もう一度選んでください。',
  'These files are not accepted as a timetable. Close this and choose the ZIP again.',
);
const person = { ...left(NO_PERSON), 'DESK-0001': 'seen' } as const;
const seen = 'seen' as const;
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
    imgCodeError: { act: 'here', words: CHECK_ENDED },
  },
  checkWork: {
    'MFA-0023': { act: 'here', words: CHECK_ENDED },
    'MFA-0024': { act: 'here', words: CHECK_ENDED },
  },
  deskChangePassword: { 'AUTH-0020': 'field', 'AUTH-0022': 'field', 'ACC-0006': 'field', 'MFA-0011': 'here' },
  deskTicket: gone(NO_TICKET),
  deskFind: { 'REQ-0001': { act: 'here', words: NO_SEARCH } },
  deskFindAccount: {
    'REQ-0001': {
      act: 'here',
      words: text(
        'メールアドレスの形ではありません。つづりを確かめてください。',
        'This is not an email. Check the spelling.',
      ),
    },
  },
  deskEndSession: left(NO_ACCOUNT),
  deskSuspendAccount: left(NO_ACCOUNT),
  deskResumeAccount: left(NO_ACCOUNT),
  deskTicketAccount: {
    'REQ-0005': {
      act: 'list',
      words: text(
        'いまは誰のアカウントにもありません。もう一度さがして、今の状態を確かめてください。',
        'It is in nobody’s account now. Look it up again to see how it is.',
      ),
    },
  },
  deskChangeTicket: {
    ...left(NO_TICKET),
    'TKT-0006': 'seen',
    'TKT-0007': 'seen',
    'TKT-0008': 'seen',
    'DESK-0001': 'seen',
  },
  deskLookTakeIn: {
    'REQ-0001': { act: 'here', words: NO_SEARCH },
    'REQ-0005': {
      act: 'here',
      words: text(
        'この番号のきっぷはありません。お客様の画面の番号と見比べてください。画面だけでは引き換えないでください。',
        'Nothing has this number. Compare it with the traveller’s screen. Hand nothing over for a screen alone.',
      ),
    },
    'DESK-0005': {
      act: 'here',
      words: text(
        'このコードは無効です。お客様にコードを開き直していただくか、券番号を入力してください。スクリーンショットは使えません。',
        'This code does not count. Have the traveller open the code again, or type the ticket number. A screenshot does not count.',
      ),
    },
  },
  deskTakeIn: { ...takenIn, 'REQ-0005': seen },
  deskTickets: {
    'REQ-0002': {
      act: 'field',
      words: text(
        'この注文番号は、別の内容ですでに発行済みです。別の注文番号にするか、「きっぷ」で確かめてください。',
        'This order was issued before, otherwise. Choose another number, or look it up under Tickets.',
      ),
    },
    'REQ-0005': {
      act: 'field',
      words: text(
        'この商品はもう発行できません。別の商品を選んでください。',
        'This product is no longer issued. Choose another.',
      ),
    },
    'TKT-0005': {
      act: 'field',
      words: text(
        '使用開始の期限が過ぎています。今日以降の日付にしてください。',
        'The day by which use must start has passed. Give today or a later day.',
      ),
    },
  },
  deskGates: {
    'SEAT-0013': {
      act: 'field',
      words: text(
        'この駅は時刻表にもうありません。別の駅を選んでください。',
        'This station is no longer in the timetable. Choose another.',
      ),
    },
  },
  deskCloseGate: left(
    text(
      'この改札機はもうありません。一覧を確かめてください。',
      'This gate is not there any more. Look at the list.',
    ),
  ),
  deskGateConflict: gone(NO_CONFLICT),
  deskSettleGateConflict: { ...left(NO_CONFLICT), 'DESK-0001': 'seen' },
  deskNotice: gone(NO_NOTICE),
  deskSaveNotice: {
    'REQ-0001': {
      act: 'here',
      words: text(
        '見出し・本文・掲載の日時のどれかを受け付けられません。確かめて、もう一度保存してください。',
        'A title, a text or the days are not accepted. Check them and save again.',
      ),
    },
    'REQ-0005': {
      act: 'here',
      words: text(
        'このお知らせはもうありません。書いたものは、新しいお知らせとして続けられます。',
        'This notice is not there any more. Go on with your text as a new notice.',
      ),
    },
    'DESK-0001': 'seen',
  },
  deskWithdrawNotice: {
    ...left(NO_NOTICE),
    'DESK-0001': {
      act: 'leave',
      words: text(
        'ほかの係員がこのお知らせを変更したため、取り下げていません。閉じて、変更を確かめてください。',
        'Somebody changed this notice meanwhile, so it was not withdrawn. Close this and look at the change.',
      ),
    },
  },
  deskFeedback: gone(NO_MESSAGE),
  deskFeedbackPicture: gone(text('この画像はもうありません。', 'This picture is not there any more.')),
  deskFeedbackWriter: gone(NO_MESSAGE),
  deskHandleFeedback: { ...left(NO_MESSAGE), 'DESK-0001': 'seen' },
  deskOccupancy: {
    'REQ-0001': {
      act: 'list',
      words: text('この日付は使えません。別の日を選んでください。', 'This is no day. Choose another.'),
    },
  },
  deskDeparture: {
    'REQ-0001': { act: 'list', words: NO_TRAIN },
    'SEAT-0013': { act: 'list', words: NO_TRAIN },
  },
  deskCheckFeed: { 'REQ-0001': { act: 'here', words: OLD_FEED } },
  deskImportFeed: { 'REQ-0001': { act: 'leave', words: OLD_FEED } },
  deskWithdrawFeed: left(
    text(
      'この取り込みはもうありません。一覧を確かめてください。',
      'This import is not there any more. Look at the list.',
    ),
  ),
  deskAddStaff: {
    'ACC-0001': {
      act: 'field',
      words: text(
        'このメールアドレスの係員がすでにいます。利用停止中の人も確かめてください。',
        'Somebody has this email already. Look among the closed ones too.',
      ),
    },
    'ACC-0009': 'field',
  },
  deskChangeStaff: { ...person, 'ACC-0009': 'field' },
  deskResetStaffPassword: person,
  deskCloseStaff: person,
  deskReopenStaff: person,
  deskRecord: { 'REQ-0001': { act: 'here', words: NO_SEARCH } },
};

/** Refusals that any call may return. A read leads back to its list, an act out of its dialog. */
const GENERAL: Readonly<
  Partial<Record<ErrorCode, { readonly read: Act; readonly act: Act; readonly words?: Text }>>
> = {
  'REQ-0001': { read: 'list', act: 'here' },
  'REQ-0002': { read: 'list', act: 'leave' },
  'REQ-0003': {
    read: 'list',
    act: 'here',
    words: text(
      '大きすぎて送信できません。小さく分けてください。',
      'This is too large to send. Send less at once.',
    ),
  },
  'REQ-0005': {
    read: 'list',
    act: 'leave',
    words: text(
      '見つかりません。もうないか、番号が違います。',
      'This is not there: it is gone, or the number is wrong.',
    ),
  },
  'REQ-0006': { read: 'list', act: 'leave' },
  'REQ-0009': { read: 'reload', act: 'reload' },
  'SES-0006': {
    read: 'start',
    act: 'leave',
    words: text(
      'あなたの役割ではできません。必要なときは、管理者に頼んでください。',
      'Your role does not allow this. Ask a manager if it is needed.',
    ),
  },
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
