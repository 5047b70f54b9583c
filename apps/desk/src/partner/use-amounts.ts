// How amounts of a ledger, in the currency's minor unit, and rates of tax are shown and saved.
import { pageSettings } from '@kippu/client/page-settings';
import { hundredthsOf } from '@kippu/domain/money/minor-units';
import { useFormat } from '../app/text/format.ts';
import { useLanguage } from '../app/text/texts.ts';

export function useAmounts() {
  const language = useLanguage();
  const { money } = useFormat();
  const { digits } = pageSettings().currency;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return {
    /** As a reader sees it: '€12.50'. */
    amount: (minor: number) => money(hundredthsOf(minor, digits)),
    /** In the main unit, as spreadsheets count: 12.5. */
    number: (minor: number) => minor / 10 ** digits,
    /** A rate in hundredths of a percent: '10%'. */
    rate: (hundredths: number) => percent.format(hundredths / 10_000),
  };
}
