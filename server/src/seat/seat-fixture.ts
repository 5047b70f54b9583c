// Travellers with one ticket each, for tests of seats.
import type { Db } from '../db/database.ts';

/** Makes accounts `a0`… each owning one bound ticket `t0`…; `now` is epoch milliseconds. */
export async function seedTravellers(db: Db, count: number, now: number): Promise<void> {
  const at = new Date(now);
  const numbers = Array.from({ length: count }, (_, i) => i);
  await db
    .insertInto('account')
    .values(
      numbers.map((i) => ({
        account_id: `a${i}`,
        email: `a${i}@example.com`,
        username: `a${i}`,
        fullname: `Traveller ${i}`,
        country: 'JP',
        language: 'ja',
        password_hash: 'none',
        password_changed_at: at,
        status: 'active' as const,
        created_at: at,
      })),
    )
    .execute();
  await db
    .insertInto('product')
    .values({ product_id: 'pass', kind: 'pass', trip_type: null, pass_days: 2, reservations: 2, data: '{}' })
    .execute();
  await db
    .insertInto('ticket')
    .values(
      numbers.map((i) => ({
        ticket_id: `t${i}`,
        ticket_no: `no${i}`,
        issued_ticket_no: `issued${i}`,
        link_token: `link${i}`,
        product_id: 'pass',
        account_id: `a${i}`,
        status: 'bound' as const,
        passenger_category: 'adult',
        order_id: 'order',
        order_time: at,
        issuer: 'issuer',
        seller: 'seller',
        sales_site: 'web',
        sales_company: 'company',
        sale_price: 480_000,
        use_expire_date: new Date(now + 30 * 86_400_000),
        created_at: at,
      })),
    )
    .execute();
}
