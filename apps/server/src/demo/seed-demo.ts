// Makes the demo account and its tickets at the first start, through the same functions as real use.
import { randomUUID } from 'node:crypto';
import type { IssuedTicket } from '@kippu/contract/desk';
import { addDays, dateAt } from '@kippu/domain/service-day';
import { findAccountByEmail, insertAccount } from '../account/account-store.ts';
import { hashPassword } from '../account/password-crypto.ts';
import { inTransaction, type Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { seedStaff } from '../desk/first-manager.ts';
import type { Deps } from '../http/deps.ts';
import { bindTickets } from '../ticket/bind-tickets.ts';
import { issueTickets } from '../ticket/issue-tickets.ts';
import { useTicket } from '../ticket/use-ticket.ts';
import {
  DEMO_DAYS,
  DEMO_EMAIL,
  DEMO_PASSWORD,
  DEMO_STAFF,
  orderIdOf,
  OWNED,
  TO_TRY,
  type DemoOrder,
} from './demo-orders.ts';

type Issue = (order: DemoOrder) => Promise<IssuedTicket[]>;

function issuing(trx: Trx, { operator, config }: Deps, accountId: string, now: number): Issue {
  return (order) => {
    const price = operator.products.get(order.productId)?.price;
    const issuer = { operator, publicOrigin: config.publicOrigin, actor: 'system' };
    return issueTickets(
      trx,
      issuer,
      {
        orderId: orderIdOf(accountId, order),
        productId: order.productId,
        tickets: order.passengers.map((passengerCategory) => ({
          passengerCategory,
          useExpireDate: addDays(dateAt(now), DEMO_DAYS),
          salePrice: (passengerCategory === 'child' ? price?.child : price?.adult) ?? 0,
        })),
        issuer: operator.agency.name,
        seller: 'Kippu demo',
        salesSite: 'Demo',
      },
      now,
    );
  };
}

/** Seeds staff, and account and tickets, each once and all or nothing; what is there stays as it is. */
export async function seedDemo(deps: Deps): Promise<void> {
  const { db, operator } = deps;
  for (const staff of DEMO_STAFF)
    await seedStaff(deps, { ...staff, password: DEMO_PASSWORD, mustChangePassword: false });
  if (await findAccountByEmail(db, DEMO_EMAIL)) return;
  const now = deps.clock();
  const at = new Date(now);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const accountId = randomUUID();
  // Another operator's folder may lack some of the products.
  const offered = ({ productId }: DemoOrder) => operator.products.has(productId);
  await inTransaction(db, async (trx) => {
    const made = await insertAccount(trx, {
      account_id: accountId,
      email: DEMO_EMAIL,
      username: 'demo',
      fullname: 'Demo Traveller',
      country: 'JP',
      language: 'en',
      password_hash: passwordHash,
      password_changed_at: at,
      status: 'active',
      created_at: at,
    });
    // Another process seeds at this moment.
    if (!made) return;
    const issue = issuing(trx, deps, accountId, now);
    for (const order of OWNED.filter(offered)) {
      const tickets = await issue(order);
      const link = tickets[0]?.orderLink ?? '';
      const bind = { accountId, addressMac: 'demo', typed: { link }, preview: false };
      const bound = await bindTickets(trx, bind, now);
      if (bound instanceof AppError) throw bound;
      if (order.inUse) for (const { ticketId } of tickets) await useTicket(trx, accountId, ticketId, now);
    }
    for (const order of TO_TRY.filter(offered)) await issue(order);
  });
}
