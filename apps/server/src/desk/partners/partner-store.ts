// The SQL of partners, their products and their keys, as managers keep them.
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type {
  PartnerKeyTable,
  PartnerProductTable,
  PartnerTable,
} from '../../platform/db/tables/partner-tables.ts';

export type PartnerRow = Selectable<PartnerTable>;
export type KeyRow = Selectable<PartnerKeyTable>;
export interface PartnerWhole {
  readonly partner: PartnerRow;
  readonly products: readonly Selectable<PartnerProductTable>[];
  /** The open keys first, each part the newest first. */
  readonly keys: readonly KeyRow[];
}

/** Lists all partners, open ones first, then by name; or the one with the id. */
export async function listPartners(db: Db, partnerId?: string): Promise<PartnerWhole[]> {
  const only = <T extends { where: (column: 'partner_id', op: '=', value: string) => T }>(query: T): T =>
    partnerId === undefined ? query : query.where('partner_id', '=', partnerId);
  const partners = await only(db.selectFrom('partner').selectAll())
    .orderBy(sql`closed_at is not null`)
    .orderBy(sql`name collate "C"`)
    .orderBy('partner_id')
    .execute();
  const products = await only(db.selectFrom('partner_product').selectAll())
    .orderBy(sql`product_id collate "C"`)
    .execute();
  const keys = await only(db.selectFrom('partner_key').selectAll())
    .orderBy(sql`closed_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
  return partners.map((partner) => {
    const own = (row: { readonly partner_id: string }) => row.partner_id === partner.partner_id;
    return { partner, products: products.filter(own), keys: keys.filter(own) };
  });
}

/** Locks a partner until the transaction ends, and reads it. */
export async function lockPartner(trx: Trx, partnerId: string): Promise<PartnerWhole | undefined> {
  const locked = await trx
    .selectFrom('partner')
    .select('partner_id')
    .where('partner_id', '=', partnerId)
    .forUpdate()
    .executeTakeFirst();
  return locked && (await listPartners(trx, partnerId))[0];
}

/** Whether another open partner has the name, whatever its letter case. Waits for those who give names at the same time. */
export async function isNameTaken(trx: Trx, name: string, partnerId: string): Promise<boolean> {
  await sql`lock table partner in share row exclusive mode`.execute(trx);
  const row = await trx
    .selectFrom('partner')
    .select('partner_id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('partner_id', '<>', partnerId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPartner(trx: Trx, row: Insertable<PartnerTable>): Promise<void> {
  await trx.insertInto('partner').values(row).execute();
}

export async function updatePartner(
  trx: Trx,
  partnerId: string,
  change: Partial<Pick<PartnerRow, 'name' | 'contact' | 'seats_a_train' | 'sells_all' | 'closed_at'>>,
): Promise<void> {
  await trx.updateTable('partner').set(change).where('partner_id', '=', partnerId).execute();
}

export async function replaceProducts(
  trx: Trx,
  partnerId: string,
  rows: readonly Insertable<PartnerProductTable>[],
): Promise<void> {
  await trx.deleteFrom('partner_product').where('partner_id', '=', partnerId).execute();
  if (rows.length > 0)
    await trx
      .insertInto('partner_product')
      .values([...rows])
      .execute();
}

export async function insertKey(trx: Trx, row: Insertable<PartnerKeyTable>): Promise<void> {
  await trx.insertInto('partner_key').values(row).execute();
}

/** Closes the partner's open keys, or only the one with the id. */
export async function closeKeys(trx: Trx, partnerId: string, at: Date, keyId?: string): Promise<void> {
  const open = trx
    .updateTable('partner_key')
    .set({ closed_at: at })
    .where('partner_id', '=', partnerId)
    .where('closed_at', 'is', null);
  await (keyId === undefined ? open : open.where('key_id', '=', keyId)).execute();
}

/** Reads a partner's name, closed or not. */
export async function readPartnerName(db: Db, partnerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('partner')
    .select('name')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return row?.name;
}
