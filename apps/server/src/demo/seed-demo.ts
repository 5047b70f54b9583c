// Makes the demo account and its tickets at the first start, by the functions that real use calls.
import { randomUUID } from 'node:crypto';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { findAccountByEmail, insertAccount } from '../account/record/account-store.ts';
import { hashPassword } from '../account/password-crypto/hash-password.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { seedStaff } from '../desk/staff/first-manager.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { giveOrderSeats } from '../reservation/store/move-seats-store.ts';
import { bindTickets } from '../ticket/bind/bind-tickets.ts';
import { issueTickets } from '../ticket/issue/issue-tickets.ts';
import { useTicket } from '../ticket/bind/use-ticket.ts';
import type { DemoOrder } from '../platform/operator/files/operator-schemas.ts';
import { DEMO_DAYS, DEMO_SELLER, orderIdOf } from './demo-orders.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_STAFF } from '../platform/start/demo-people.ts';

/** Where the demo's traveller is from. */
const DEMO_COUNTRY = 'GB';

type Issue = (order: DemoOrder) => Promise<IssuedTicket[]>;

function issuing(trx: Trx, { timetable, config }: Deps, accountId: string, now: number): Issue {
  const { operator } = timetable.current;
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
        seller: DEMO_SELLER,
        salesSite: 'Demo',
      },
      now,
    );
  };
}

/** Seeds staff, then the account with its tickets in one transaction. Existing ones stay as they are. */
export async function seedDemo(deps: Deps): Promise<void> {
  const { db } = deps;
  const { operator } = deps.timetable.current;
  for (const staff of DEMO_STAFF)
    await seedStaff(deps, { ...staff, password: DEMO_PASSWORD, mustChangePassword: false });
  if (await findAccountByEmail(db, DEMO_EMAIL)) return;
  const now = deps.clock();
  const at = new Date(now);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const accountId = randomUUID();
  await inTransaction(db, async (trx) => {
    const made = await insertAccount(trx, {
      account_id: accountId,
      email: DEMO_EMAIL,
      username: 'demo',
      fullname: 'Demo Traveller',
      country: DEMO_COUNTRY,
      language: operator.settings.fallback,
      password_hash: passwordHash,
      password_changed_at: at,
      status: 'active',
      created_at: at,
    });
    // Another process is seeding at the same time.
    if (!made) return;
    const issue = issuing(trx, deps, accountId, now);
    for (const order of operator.demo.owned) {
      const tickets = await issue(order);
      const link = tickets[0]?.orderLink ?? '';
      const bind = { accountId, addressMac: 'demo', typed: { link }, preview: false };
      const bound = await bindTickets(trx, bind, giveOrderSeats, now);
      if (bound instanceof AppError) throw bound;
      if (order.inUse) for (const { ticketId } of tickets) await useTicket(trx, accountId, ticketId, now);
    }
    for (const order of operator.demo.toTry) await issue(order);
  });
}
