// The desk's names for tickets, travellers and ticket events.
import type { TicketLine } from '@kippu/contract/calls/desk/find';
import type { DeskTicket } from '@kippu/contract/calls/desk/ticket';
import type { PassengerCategory, TicketKind, TicketStatus } from '@kippu/contract/calls/traveller/ticket';
import { text, type Text } from './texts.ts';
import type { ChipTone } from '../../ui/layout/chip.tsx';

export const CATEGORY_WORDS: Readonly<Record<PassengerCategory, Text>> = {
  adult: text('おとな', 'Adult'),
  child: text('こども', 'Child'),
  specialAdult: text('おとな（割引）', 'Adult, reduced'),
  specialChild: text('こども（割引）', 'Child, reduced'),
  senior: text('シニア', 'Senior'),
  saleAdult: text('おとな（特別価格）', 'Adult, special fare'),
  saleChild: text('こども（特別価格）', 'Child, special fare'),
};

export const KIND_WORDS: Readonly<Record<TicketKind, Text>> = {
  qr: text('QRきっぷ', 'QR ticket'),
  haruka: text('はるかきっぷ', 'HARUKA ticket'),
  eticket: text('電子チケット', 'e-ticket'),
  voucher: text('引換券', 'Exchange voucher'),
  pass: text('パス', 'Pass'),
};

export const STATUS_TONES: Readonly<Record<TicketStatus, ChipTone>> = {
  unbound: 'plain',
  bound: 'info',
  inUse: 'ok',
  used: 'plain',
  refunded: 'plain',
  suspended: 'warn',
  void: 'danger',
  disused: 'plain',
  reissued: 'plain',
};

/** The kinds of ticket events. An unknown kind is shown by its name. */
const EVENT_WORDS: Readonly<Record<string, Text>> = {
  issue: text('発行', 'Issued'),
  bind: text('アカウントに登録', 'Added to an account'),
  use: text('使用開始', 'Use started'),
  finish: text('使用済みになった', 'Used up'),
  transfer: text('譲渡', 'Transferred'),
  exchange: text('引き換え', 'Exchanged'),
  entry: text('入場', 'Entered'),
  exit: text('出場', 'Left'),
  cancelEntry: text('入場の取り消し', 'Entry cancelled'),
  forcedExit: text('係員による出場', 'Let out by staff'),
  forcedUse: text('係員による使用', 'Let through by staff'),
  carriedExit: text('再発行前の旅行を引き継ぎ', 'Journey taken over from the ticket before'),
  takeIn: text('窓口で受け取り', 'Taken in at the counter'),
  admit: text('入場を受け付け', 'Admission taken in'),
  otherPhone: text('別の端末で表示', 'Shown on another phone'),
  suspend: text('一時停止', 'Suspended'),
  resume: text('一時停止の解除', 'Resumed'),
  refund: text('払い戻し', 'Refunded'),
  void: text('無効化', 'Made void'),
  disuse: text('取り消し', 'Withdrawn'),
  reissue: text('再発行', 'Reissued'),
  settleConflict: text('改札の不一致を解決', 'Gate conflict settled'),
};
/** Own properties only, because a kind may be any word. */
export const eventWord = (kind: string): Text =>
  (Object.hasOwn(EVENT_WORDS, kind) ? EVENT_WORDS[kind] : undefined) ?? text(kind, kind);

/** Reports whether its last day has passed although nobody has closed it. */
export const isOverdue = ({
  status,
  expired,
}: Pick<TicketLine | DeskTicket, 'status' | 'expired'>): boolean =>
  expired && (status === 'unbound' || status === 'bound' || status === 'inUse');

/** Formats a number in groups of four, as people read it aloud. */
export const groupedNumber = (no: string): string => no.replace(/(.{4})(?=.)/g, '$1\u2009');
