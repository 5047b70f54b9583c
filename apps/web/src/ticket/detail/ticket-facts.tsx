// Every number and date of a ticket, for staff and for receipts.
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { kindWord } from '@kippu/client/operator-words';
import { pageSettings } from '@kippu/client/page-settings';
import { hasVouchers } from '@kippu/domain/rules';
import { formatMoney } from '@kippu/domain/text/money';
import { formatDate, formatMoment, groupedNumber } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { isUnlimited } from '../view/reservations-left.ts';
import { Group } from '../../ui/layout/screen.tsx';
import css from './ticket-detail.module.css';

export function TicketFacts({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words, ticketLife } = useMessages();
  const language = useLanguage();
  const { start, end } = ticket.validity;
  const left = ticket.reservationsLeft ?? 0;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words.ticketNo, groupedNumber(ticket.ticketNo)],
    [words.kindLabel, kindWord(ticket.kind, language)],
    [words.categoryLabel, words.category[ticket.passengerCategory]],
    [words.activatedAt, ticket.useDate && formatMoment(ticket.useDate, language)],
    // From the day of its first use, or of its sale.
    [words.validity, `${formatDate(start, language)} – ${formatDate(end, language)}`],
    [
      words.reservations,
      ticket.reservable ? (isUnlimited(left) ? ticketLife.noLimit : words.left(left)) : undefined,
    ],
    // What somebody paid for a gift, and when, is not shown.
    [
      words.price,
      ticket.isGift ? undefined : formatMoney(ticket.salePrice, pageSettings().currency, language),
    ],
    [words.voucherNo, hasVouchers() ? ticket.voucherNo : undefined],
    [words.issuedNo, groupedNumber(ticket.issuedTicketNo)],
    [words.orderId, ticket.orderId],
    [words.orderTime, ticket.isGift ? undefined : formatMoment(ticket.orderTime, language)],
    [words.seller, ticket.seller],
    [words.issuer, ticket.issuer],
  ];
  return (
    <Group title={words.facts}>
      <dl className={css['facts']}>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name} className={css['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Group>
  );
}
