// The words that several dialogs of partners show.
import type { PartnerScope } from '@kippu/contract/partner/partner-values';
import { text, type Text } from '../../app/text/texts.ts';

export const SCOPE_WORDS: Readonly<Record<PartnerScope, Text>> = {
  read: text('商品・列車・自社の注文を見る', 'See products, trains and its orders'),
  sell: text('販売する', 'Sell'),
  hold: text('座席を押さえる', 'Hold seats'),
  refund: text('払い戻し・交換をする', 'Refund and exchange'),
  report: text('精算の記録を見る', 'See its postings'),
};

export const OVERTAKEN = text(
  '開いたあとに変更されたため、行いませんでした。いまの内容を確かめて、もう一度押してください。',
  'Nothing was done, because this partner was changed after you opened the dialog. Check it and press again.',
);
