// The record or receipt as it is read and printed on A4.
import type { Purchase } from '@kippu/contract/calls/traveller/ticket';
import { nameIn } from '@kippu/contract/names';
import { pageSettings } from '@kippu/client/page-settings';
import { formatMoney } from '@kippu/domain/text/money';
import { formatDate, formatTime, groupedNumber } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { taxWithin, totalOf } from './purchase-sum.ts';
import css from './purchase.module.css';
import printed from '../../ui/layout/printed-sheet.module.css';

export function PurchasePaper({ purchase, name }: { readonly purchase: Purchase; readonly name: string }) {
  const { purchase: words, ticket } = useMessages();
  const language = useLanguage();
  const { currency } = pageSettings();
  const { items, receipt, seller, issuer, orderId, orderTime } = purchase;
  const money = (hundredths: number) => formatMoney(hundredths, currency, language);
  const total = totalOf(items);
  const title = receipt ? words.receiptTitle : words.title;
  const facts: readonly (readonly [string, string])[] = [
    [words.boughtOn, `${formatDate(orderTime, language)} ${formatTime(orderTime)}`],
    [words.order, orderId],
    [words.soldBy, seller],
    [words.issuedBy, issuer],
  ];
  return (
    <article className={`${printed['sheet']} ${css['sheet']}`} lang={language} aria-label={title}>
      <h2 className={printed['title']}>{title}</h2>
      {name !== '' && <p className={css['to']}>{words.to(name)}</p>}
      {receipt && (
        <>
          <p className={css['amount']}>{money(total)}</p>
          {receipt.taxPercent !== undefined && (
            <p className={css['centre']}>
              {words.tax(receipt.taxPercent, money(taxWithin(total, receipt.taxPercent, currency)))}
            </p>
          )}
          <p className={css['centre']}>{words.forWhat}</p>
          <p className={css['centre']}>{words.received}</p>
        </>
      )}
      <table className={css['items']}>
        <thead>
          <tr>
            <th scope="col">{words.tickets}</th>
            <th scope="col">{words.price}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.ticketNo}>
              <th scope="row">
                {nameIn(item, 'productName', language)}
                <span className={css['number']}>
                  {ticket.category[item.passengerCategory]} · {groupedNumber(item.ticketNo)}
                </span>
              </th>
              <td>
                {item.isRefunded ? <s>{money(item.salePrice)}</s> : money(item.salePrice)}
                {item.isRefunded && <span className={css['number']}>{words.refunded}</span>}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td>{money(total)}</td>
          </tr>
        </tfoot>
      </table>
      <dl className={`${printed['facts']} ${css['facts']}`}>
        {facts.map(([label, value]) =>
          value === '' ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {receipt ? (
        <p className={css['company']}>
          {nameIn(receipt, 'companyName', language)}
          {receipt.registration !== undefined && (
            <span className={css['number']}>
              {words.registration} {receipt.registration}
            </span>
          )}
        </p>
      ) : (
        <p className={css['note']}>
          <strong>{words.notReceiptTitle}</strong>
          <br />
          {words.notReceipt(seller)}
        </p>
      )}
    </article>
  );
}
