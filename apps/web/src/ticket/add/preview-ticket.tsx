// A ticket that a link, number or code would add.
import { kindWord } from '@kippu/client/operator-words';
import type { WaitingTicket } from '@kippu/contract/calls/traveller/ticket';
import { nameIn } from '@kippu/contract/names';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Paper } from '../../ui/layout/paper.tsx';
import { dateLine } from '../view/ticket-view.ts';
import css from './add-ticket.module.css';

/** `count`: how many of the same kind there are; a list of each one leaves it out. */
export function PreviewTicket({
  ticket,
  count = 1,
}: {
  readonly ticket: WaitingTicket & { readonly expired?: boolean };
  readonly count?: number;
}) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const category = words.category[ticket.passengerCategory];
  return (
    <Paper
      stub={
        <p className={css['line']}>
          <strong>{count > 1 ? words.several(category, count) : category}</strong> ·{' '}
          {dateLine({ expired: false, ...ticket }, words, language)}
        </p>
      }
    >
      <p className={css['kind']}>{kindWord(ticket.kind, language)}</p>
      <h2 className={css['name']}>{nameIn(ticket, 'productName', language)}</h2>
    </Paper>
  );
}
