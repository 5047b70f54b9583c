// The one-time number, as large as possible: staff read it across the counter.
import { nameIn } from '@kippu/contract/names';
import type { Counter, Voucher } from '@kippu/contract/calls/traveller/ticket';
import { formatMoment, groupedNumber } from '../../i18n/format.ts';
import { useForStaff } from '../../i18n/for-staff.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { TonedPaper } from '../../ui/layout/toned-paper.tsx';
import css from './voucher.module.css';

export function VoucherNumber({
  exchanged,
  at,
}: {
  readonly exchanged: NonNullable<Voucher['exchanged']>;
  readonly at: Counter | undefined;
}) {
  const { ticketLife: words } = useMessages();
  const language = useLanguage();
  const forStaff = useForStaff();
  const moment = formatMoment(exchanged.at, language);
  return (
    <TonedPaper
      tone="hero"
      label={words.exchangedTitle}
      stub={
        <p className={css['where']}>
          {at ? words.exchangedAt(nameIn(at, 'counterName', language), moment) : moment}
        </p>
      }
    >
      <h2 className={css['numberTitle']}>{words.exchangedTitle}</h2>
      {forStaff && (
        <p lang={forStaff.language} className={css['staff']}>
          {forStaff.words.exchangedTitle}
        </p>
      )}
      <p className={css['number']}>{groupedNumber(exchanged.number)}</p>
      <p>
        {exchanged.takenInAt ? words.handedIn(formatMoment(exchanged.takenInAt, language)) : words.showNumber}
      </p>
    </TonedPaper>
  );
}
