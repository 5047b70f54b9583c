// What a traveller bought in one order, and whether the railway itself may confirm the payment.
import type { Purchase } from '@kippu/contract/calls/traveller/ticket';
import { namesOf, wireNames } from '@kippu/contract/names';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { categoryOf } from '../record/ticket-answer.ts';
import { listBought } from './purchase-store.ts';

/** What a receipt says of the company that was paid; nothing for the sale of an agency. */
function receiptOf({ settings: { receipts } }: OperatorData, seller: string): Pick<Purchase, 'receipt'> {
  if (!receipts?.sellers.includes(seller)) return {};
  const { companyNameIn, registration, taxPercent } = receipts;
  return {
    receipt: {
      ...wireNames('companyName', companyNameIn),
      ...(registration === undefined ? {} : { registration }),
      ...(taxPercent === undefined ? {} : { taxPercent }),
    },
  };
}

/** Answers the order of a ticket. Throws AppError TKT-0001 if the account did not add the ticket itself. */
export async function showPurchase(
  db: Db,
  operator: OperatorData,
  accountId: string,
  ticketId: string,
): Promise<Purchase> {
  const rows = await listBought(db, accountId, ticketId);
  const [first] = rows;
  if (!first) throw new AppError('TKT-0001');
  return {
    orderId: first.order_id,
    orderTime: wireTime(first.order_time),
    issuer: first.issuer,
    seller: first.seller,
    salesSite: first.sales_site,
    salesCompany: first.sales_company,
    items: rows.map((row) => ({
      ticketNo: row.ticket_no,
      // syncProducts writes the data from a validated file.
      ...namesOf(row.data as object, 'productName'),
      passengerCategory: categoryOf(row),
      salePrice: Number(row.sale_price),
      isRefunded: row.status === 'refunded',
    })),
    ...receiptOf(operator, first.seller),
  };
}
