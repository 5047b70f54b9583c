// Saves a partner's month as a file: its days for spreadsheets, or all of it for programs.
import { Download } from 'lucide-react';
import type { DeskReconciliation } from '@kippu/contract/calls/desk/partners';
import { appFileName } from '@kippu/words/railway';
import { Button } from '@kippu/ui/button';
import { csvText, saveFile } from '../app/text/csv-text.ts';
import { text, useSay } from '../app/text/texts.ts';
import { FIGURES, FIGURE_WORDS } from './reconciliation-words.ts';
import { useAmounts } from './use-amounts.ts';
import css from './parts/partner.module.css';

const WORDS = {
  csv: text('CSVで保存', 'Save as CSV'),
  json: text('JSONで保存', 'Save as JSON'),
  partner: text('提携先', 'Partner'),
  day: text('日付', 'Day'),
  currency: text('通貨', 'Currency'),
  tickets: (figure: string) => text('{figure}（枚数）', '{figure} (tickets)', { figure }),
  net: (rate: string) => text('税抜（{rate}）', 'Net at {rate}', { rate }),
  tax: (rate: string) => text('税（{rate}）', 'Tax at {rate}', { rate }),
};

export function SaveMonth({ of }: { readonly of: DeskReconciliation }) {
  const say = useSay();
  const { number, rate } = useAmounts();
  const { partnerId, name, month, currency, before, after, total, days, closed } = of;
  const file = `${appFileName()}-${name}-${month}`;
  const rates = total.vat.map((line) => line.rate);
  const saveCsv = () => {
    const titles = [
      ...[WORDS.partner, WORDS.day, WORDS.currency].map(say),
      ...FIGURES.map((figure) => say(FIGURE_WORDS[figure])).flatMap((figure) => [
        say(WORDS.tickets(figure)),
        figure,
      ]),
      ...rates.flatMap((each) => [say(WORDS.net(rate(each))), say(WORDS.tax(rate(each)))]),
    ];
    const rowOf = (when: string, sums: DeskReconciliation['total']) => [
      ...[name, when, currency],
      ...FIGURES.flatMap((figure) => [sums[figure].number, number(sums[figure].amount)]),
      ...rates.flatMap((each) => {
        const line = sums.vat.find((own) => own.rate === each);
        return [number(line?.net ?? 0), number(line?.tax ?? 0)];
      }),
    ];
    // The last row is the month.
    const rows = [...days.map((day) => rowOf(day.day, day)), rowOf(month, total)];
    saveFile(`${file}.csv`, csvText([titles, ...rows]));
  };
  const saveJson = () => {
    const data = { partnerId, name, month, currency, before, after, total, days, ...(closed && { closed }) };
    saveFile(`${file}.json`, `${JSON.stringify(data, null, 2)}\n`, 'application/json');
  };
  return (
    <div className={css['row']}>
      <Button kind="outline" icon={Download} onClick={saveCsv}>
        {say(WORDS.csv)}
      </Button>
      <Button kind="outline" icon={Download} onClick={saveJson}>
        {say(WORDS.json)}
      </Button>
    </div>
  );
}
