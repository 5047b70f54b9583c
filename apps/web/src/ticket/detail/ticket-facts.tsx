// Every number and date of a ticket, for staff and for receipts.
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { pageSettings } from '@kippu/client/page-settings';
import { hasVouchers } from '@kippu/domain/rules';
import { formatMoney } from '@kippu/domain/text/money';
import { formatMoment, groupedNumber } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Group } from '../../ui/layout/screen.tsx';
import css from './ticket-detail.module.css';
import { dateLine } from '../view/ticket-view.ts';

export function TicketFacts({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words.ticketNo, groupedNumber(ticket.ticketNo)],
    [words.categoryLabel, words.category[ticket.passengerCategory]],
    [words.activatedAt, ticket.useDate && formatMoment(ticket.useDate, language)],
    [
      words.validity,
      ticket.abtExpireDate
        ? words.until(formatMoment(ticket.abtExpireDate, language))
        : dateLine(ticket, words, language),
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
