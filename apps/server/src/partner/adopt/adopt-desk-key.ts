// Makes a partner of the key that all sellers shared, once, and gives it the orders that were issued by that key.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { digitsOf } from '@kippu/contract/page-settings';
import { PARTNER_SCOPES } from '@kippu/contract/partner/partner-values';
import { SALES_SYSTEM } from '@kippu/contract/values';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import type { OperatorSettings } from '../../platform/operator/files/operator-settings.ts';
import { hintOf, partnerKeyHash } from '../../session/partner-key.ts';
import { actorOf } from '../../session/staff-session.ts';

const NAME = 'Sales system';

/**
 * Makes the partner of `DESK_API_KEY` if there is none yet. Later starts change nothing.
 * @returns what to say to the operator: that the variable no longer decides; undefined if it agrees with the database
 */
export function adoptDeskKey(db: Db, key: string | undefined, now: number): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    const partner = await trx
      .selectFrom('partner')
      .select('partner_id')
      .where('desk_calls', '=', true)
      .executeTakeFirst();
    if (partner) return warningOf(trx, key);
    if (key === undefined) return undefined;
    await makePartner(trx, key, new Date(now));
    return undefined;
  });
}

async function warningOf(trx: Trx, key: string | undefined): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const row = await trx
    .selectFrom('partner_key as k')
    .innerJoin('partner as p', 'p.partner_id', 'k.partner_id')
    .select('k.key_id')
    .where('k.key_hash', '=', partnerKeyHash(key))
    .where('k.closed_at', 'is', null)
    .where('p.closed_at', 'is', null)
    .executeTakeFirst();
  return row
    ? undefined
    : `DESK_API_KEY has no effect: its key was adopted before, and this one is not open. Make and close keys at the desk, under Partners, and remove the variable.`;
}

/** Of two processes that start at once, the second finds the partner of the first. */
async function makePartner(trx: Trx, key: string, at: Date): Promise<void> {
  const made = await trx
    .insertInto('partner')
    .values({
      partner_id: randomUUID(),
      name: NAME,
      contact: '',
      seats_a_train: null,
      sells_all: true,
      desk_calls: true,
      created_at: at,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('partner_id')
    .executeTakeFirst();
  if (!made) return;
  await trx
    .insertInto('partner_key')
    .values({
      key_id: randomUUID(),
      partner_id: made.partner_id,
      mode: 'live',
      key_hash: partnerKeyHash(key),
      hint: hintOf(key),
      scopes: [...PARTNER_SCOPES],
      created_at: at,
      created_by: 'system',
      last_used_at: null,
      closed_at: null,
    })
    .execute();
}

type Railway = Pick<OperatorSettings, 'currency' | 'zone'>;

/** Events of tickets that are looked at in one transaction. */
const EVENTS_AT_ONCE = 20_000;
/** Events before the last start that are looked at again: older processes may have committed some later. */
const AGAIN = 20_000;

/**
 * Gives the partner the orders whose tickets its key has issued: all at the first start, later those that processes of the previous release have issued since.
 * It can be interrupted: the next start goes on.
 * @param railway the operator's currency, and the zone of its days
 * @returns the number of orders
 */
export async function adoptOrders(db: Db, railway: Railway): Promise<number> {
  const partner = await db
    .selectFrom('partner')
    .select(['partner_id', 'adopted_to'])
    .where('desk_calls', '=', true)
    .executeTakeFirst();
  if (!partner) return 0;
  const { rows } = await sql<{
    last: string;
  }>`select coalesce(max(event_id), 0)::text as last from ticket_event`.execute(db);
  const last = Number(rows[0]?.last ?? 0);
  let adopted = 0;
  for (let from = Math.max(0, Number(partner.adopted_to) - AGAIN); from < last; from += EVENTS_AT_ONCE) {
    const to = Math.min(last, from + EVENTS_AT_ONCE);
    adopted += await inTransaction(db, (trx) =>
      adoptBetween(trx, partner.partner_id, { from, to, ...railway }),
    );
  }
  return adopted;
}

async function adoptBetween(
  trx: Trx,
  partnerId: string,
  { from, to, currency, zone }: Railway & { readonly from: number; readonly to: number },
): Promise<number> {
  const { rows } = await sql<{ order_id: string }>`
    insert into partner_order (order_id, partner_id, mode, reference, state, currency, adopted, created_at, expires_at, confirmed_at)
    select s.order_id, ${partnerId}, 'live', s.order_id, 'confirmed', ${currency}, true, s.created_at, s.created_at, s.created_at
    from sales_order s where s.order_id in (
      select t.order_id from ticket_event e join ticket t on t.ticket_id = e.ticket_id
      where e.event_id > ${from} and e.event_id <= ${to} and e.kind = 'issue' and e.actor = ${actorOf(SALES_SYSTEM)})
    on conflict do nothing returning order_id`.execute(trx);
  const ids = rows.map(({ order_id }) => order_id);
  await sql`
    insert into partner_item (order_id, position, product_id, use_by)
    select t.order_id, 0, min(t.product_id), to_char(min(t.use_expire_date) at time zone ${zone}, 'YYYY-MM-DD')
    from ticket t where t.order_id = any(${ids}::text[]) group by t.order_id`.execute(trx);
  // A ticket that was reissued is represented by the one that replaced it.
  const unit = 10 ** digitsOf(currency);
  await sql`
    insert into partner_passenger (passenger_id, order_id, item, position, category, price, tax, tax_rate, state, ticket_id)
    select gen_random_uuid()::text, t.order_id, 0,
      row_number() over (partition by t.order_id order by t.ticket_no)::int - 1, t.passenger_category,
      round(t.sale_price * ${unit}::numeric / 100), 0, 0,
      case t.status when 'refunded' then 'refunded' when 'void' then 'void' else 'issued' end, t.ticket_id
    from ticket t where t.order_id = any(${ids}::text[]) and t.status <> 'reissued'`.execute(trx);
  await trx.updateTable('partner').set({ adopted_to: to }).where('partner_id', '=', partnerId).execute();
  return ids.length;
}
