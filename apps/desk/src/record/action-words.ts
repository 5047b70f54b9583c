// The texts for desk acts by the name of their call, and the page of their subject.
import { hrefOf } from '../app/router/router.ts';
import { text, type Text } from '../app/text/texts.ts';

const ACTION_WORDS: Readonly<Record<string, Text>> = {
  deskSignIn: text('サインイン', 'Signed in'),
  deskSignOut: text('サインアウト', 'Signed out'),
  deskMe: text('自分の情報を確認', 'Looked at who they are'),
  deskChangePassword: text('自分のパスワードを変更', 'Changed their own password'),
  deskFind: text('きっぷをさがした', 'Found a ticket'),
  deskFindAccount: text('アカウントをさがした', 'Found an account'),
  deskAccountTickets: text('アカウントのきっぷを見た', 'Looked at an account’s tickets'),
  deskEndSession: text('旅客をサインアウトさせた', 'Signed a traveller out'),
  deskSuspendAccount: text('アカウントを停止', 'Suspended an account'),
  deskResumeAccount: text('アカウントの停止を解除', 'Resumed an account'),
  deskTicket: text('きっぷを見た', 'Looked at a ticket'),
  deskTicketAccount: text('きっぷの持ち主を見た', 'Looked at whose a ticket is'),
  deskTickets: text('きっぷを発行', 'Issued tickets'),
  deskChangeTicket: text('きっぷを変更', 'Changed a ticket'),
  deskCounters: text('窓口を一覧', 'Listed counters'),
  deskLookTakeIn: text('窓口できっぷを確認', 'Checked a ticket at a counter'),
  deskTakeIn: text('窓口できっぷを受け取り', 'Took a ticket in at a counter'),
  deskProducts: text('商品を見た', 'Looked at the products'),
  deskGateConflicts: text('改札の不一致を一覧', 'Listed gate conflicts'),
  deskGateConflict: text('改札の不一致を見た', 'Looked at a gate conflict'),
  deskSettleGateConflict: text('改札の不一致を解決', 'Settled a gate conflict'),
  deskGates: text('改札機の登録コードを発行', 'Made a gate’s code'),
  deskGateList: text('改札機を一覧', 'Listed gates'),
  deskCloseGate: text('改札機を閉鎖', 'Closed a gate'),
  deskStations: text('駅を一覧', 'Listed stations'),
  deskOccupancy: text('列車の混み具合を見た', 'Looked at how full trains are'),
  deskDeparture: text('列車の座席を見た', 'Looked at a train’s seats'),
  deskNotices: text('お知らせを一覧', 'Listed notices'),
  deskNotice: text('お知らせを開いた', 'Opened a notice'),
  deskSaveNotice: text('お知らせを保存', 'Saved a notice'),
  deskWithdrawNotice: text('お知らせを取り下げ', 'Withdrew a notice'),
  deskFeedbackList: text('意見を一覧', 'Listed feedback'),
  deskFeedback: text('意見を読んだ', 'Read feedback'),
  deskFeedbackPicture: text('意見の画像を見た', 'Looked at a picture of feedback'),
  deskFeedbackWriter: text('意見の差出人を見た', 'Looked at who wrote feedback'),
  deskHandleFeedback: text('意見の対応を記録', 'Marked feedback'),
  deskFeed: text('時刻表を見た', 'Looked at the timetable'),
  deskCheckFeed: text('時刻表を試した', 'Tried a timetable'),
  deskImportFeed: text('時刻表を取り込み', 'Imported a timetable'),
  deskWithdrawFeed: text('時刻表の取り込みを取り消し', 'Took a timetable back'),
  deskStaffList: text('係員を一覧', 'Listed staff'),
  deskAddStaff: text('係員を追加', 'Added somebody to the staff'),
  deskChangeStaff: text('係員の氏名・役割を変更', 'Changed a name or role'),
  deskResetStaffPassword: text('係員の初回パスワードを発行', 'Gave a new first password'),
  deskCloseStaff: text('係員の利用を停止', 'Closed one of the staff'),
  deskReopenStaff: text('係員の利用を再開', 'Reopened one of the staff'),
  deskFailedSignIns: text('失敗したサインインを見た', 'Looked at failed sign-ins'),
  deskRecord: text('操作の記録を見た', 'Looked at the record'),
};

/** Reports whether the call has a text. */
export const hasActionWord = (call: string): boolean => Object.hasOwn(ACTION_WORDS, call);

/** Own properties only. An unknown call is shown by its name. */
export const actionWord = (call: string): Text =>
  (hasActionWord(call) ? ACTION_WORDS[call] : undefined) ?? text(call, call);

const OF_TICKET = new Set([
  ...['deskTicket', 'deskTicketAccount', 'deskChangeTicket', 'deskLookTakeIn', 'deskTakeIn'],
  ...['deskGateConflict', 'deskGateConflicts'],
]);

/** Returns the page of an action's subject, or undefined without one. */
export function subjectHref(call: string, subject: string): string | undefined {
  // A ticket that was changed by its id, not its number, has no page for the id.
  if (OF_TICKET.has(call)) return /^\d{12}$/.test(subject) ? hrefOf('tickets', [subject]) : undefined;
  if (call === 'deskTickets') return hrefOf('tickets', [], { order: subject });
  return call === 'deskSettleGateConflict' ? hrefOf('gates', [subject]) : undefined;
}
