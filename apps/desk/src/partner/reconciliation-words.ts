// The words of a partner's month: figures, acts, what the check finds, and why a month stays open.
import type { Hindrance, LedgerAct, LedgerFault } from '@kippu/contract/calls/desk/partners';
import { text, type Text } from '../app/text/texts.ts';

/** The figures of a day or a month, in the order in which they are shown. */
export const FIGURES = ['sold', 'refunded', 'exchanged', 'voided', 'fees', 'open'] as const;
type FigureName = (typeof FIGURES)[number];

export const FIGURE_WORDS: Readonly<Record<FigureName, Text>> = {
  sold: text('販売', 'Sold'),
  refunded: text('払い戻し', 'Refunded'),
  exchanged: text('交換', 'Exchanged'),
  voided: text('無効', 'Voided'),
  fees: text('手数料', 'Fees'),
  open: text('差引', 'Balance'),
};

export const ACT_WORDS: Readonly<Record<LedgerAct['kind'], Text>> = {
  sale: text('販売', 'Sale'),
  refund: text('払い戻し', 'Refund'),
  exchange: text('交換', 'Exchange'),
  void: text('無効', 'Void'),
};

export const HINDRANCE_WORDS: Readonly<Record<Hindrance, Text>> = {
  notOver: text('月が終わると締められます。', 'It can be closed when the month is over.'),
  earlierOpen: text('先に前の月を締めてください。', 'Close the earlier month first.'),
  underWay: text(
    'この月までの注文に、まだ確定できるものがあります。期限が過ぎてから締めてください。',
    'An order from this month or earlier can still be confirmed. Close the month after its time limit.',
  ),
  disagrees: text(
    '記録に食い違いがあるため、締められません。サーバー管理者に連絡してください。',
    'The postings do not agree, so it cannot be closed. Please tell the server operator.',
  ),
  nothing: text('この月までの取引はありません。', 'There is no posting up to this month.'),
};

export const FAULT_WORDS: Readonly<Record<LedgerFault['what'], Text>> = {
  accounts: text('貸方と借方が合いません', 'Debits and credits differ'),
  order: text('注文の状態と記録が合いません', 'Postings do not agree with the state of the order'),
  currency: text('鉄道会社と違う通貨の記録があります', 'Postings in another currency than the railway’s'),
  day: text('操作した日と違う日の記録があります', 'Postings on another day than their act'),
  closing: text('締めたときの記録と合いません', 'The closed month differs from its record'),
};
