// How managers keep partners: adding, changing and closing them, and making and closing their keys.
import { createHash, randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@kippu/contract/call';
import type * as calls from '@kippu/contract/calls/desk/partners';
import { MAX_OPEN_KEYS } from '@kippu/contract/partner/partner-values';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import type { Db, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { requireLine } from '../../platform/wire/require-text.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { hintOf, partnerKeyHash } from '../../session/partner-key.ts';
import * as store from './partner-store.ts';

type Terms = BodyOf<typeof calls.deskAddPartner>;

const versionOf = ({ partner, products }: store.PartnerWhole): string => {
  const { name, contact, seats_a_train, sells_all, closed_at } = partner;
  const terms = [name, contact, seats_a_train, sells_all, closed_at, products];
  return createHash('sha256').update(JSON.stringify(terms)).digest('base64url').slice(0, 22);
};

const keyAnswer = (row: store.KeyRow): calls.PartnerKey => ({
  keyId: row.key_id,
  mode: row.mode,
  scopes: row.scopes,
  hint: row.hint,
  createdAt: wireTime(row.created_at),
  ...(row.last_used_at === null ? {} : { lastUsedAt: wireTime(row.last_used_at) }),
  ...(row.closed_at === null ? {} : { closedAt: wireTime(row.closed_at) }),
});

function partnerAnswer(whole: store.PartnerWhole): calls.Partner {
  const { partner, products, keys } = whole;
  return {
    partnerId: partner.partner_id,
    name: partner.name,
    contact: partner.contact,
    sellsAll: partner.sells_all,
    products: products.map(({ product_id: productId, tickets_a_day: limit }) => ({
      productId,
      ...(limit === null ? {} : { ticketsADay: limit }),
    })),
    ...(partner.seats_a_train === null ? {} : { seatsATrain: partner.seats_a_train }),
    deskCalls: partner.desk_calls,
    createdAt: wireTime(partner.created_at),
    ...(partner.closed_at === null ? {} : { closedAt: wireTime(partner.closed_at) }),
    keys: keys.map(keyAnswer),
    version: versionOf(whole),
  };
}

async function read(db: Db, partnerId: string): Promise<calls.Partner> {
  const [whole] = await store.listPartners(db, partnerId);
  if (!whole) throw new Error(`partner ${partnerId} is gone`);
  return partnerAnswer(whole);
}

/** Lists all partners, open ones first, then by name. */
export const listPartners = async (db: Db): Promise<DataOf<typeof calls.deskPartners>> => ({
  items: (await store.listPartners(db)).map(partnerAnswer),
});

/** Returns the terms as they are stored. Throws AppError REQ-0001, naming the field, for terms that mean nothing. */
function checkedTerms(operator: OperatorData, terms: Terms) {
  const wrong = (field: string) => new AppError('REQ-0001', { values: { field } });
  const contact = normaliseEmail(terms.contact);
  if (!isEmail(contact)) throw wrong('contact');
  const ids = terms.products.map(({ productId }) => productId);
  terms.products.forEach(({ productId }, at) => {
    if (!operator.products.has(productId) || ids.indexOf(productId) !== at)
      throw wrong(`products.${at}.productId`);
  });
  if (terms.sellsAll === ids.length > 0) throw wrong('products');
  return {
    name: requireLine('name', terms.name),
    contact,
    seats_a_train: terms.seatsATrain ?? null,
    sells_all: terms.sellsAll,
  };
}

const productRows = (partnerId: string, { products }: Terms) =>
  products.map(({ productId, ticketsADay }) => ({
    partner_id: partnerId,
    product_id: productId,
    tickets_a_day: ticketsADay ?? null,
  }));

/** Adds a partner, at `now` in epoch milliseconds. Throws AppError REQ-0001 as `checkedTerms`, DESK-0013 for a name that another one has. */
export async function addPartner(
  trx: Trx,
  operator: OperatorData,
  terms: Terms,
  now: number,
): Promise<calls.Partner> {
  const row = checkedTerms(operator, terms);
  const partnerId = randomUUID();
  if (await store.isNameTaken(trx, row.name, partnerId)) throw new AppError('DESK-0013');
  await store.insertPartner(trx, {
    ...row,
    partner_id: partnerId,
    created_at: new Date(now),
    closed_at: null,
  });
  await store.replaceProducts(trx, partnerId, productRows(partnerId, terms));
  return read(trx, partnerId);
}

/** Locks an open partner as the manager saw it. Throws AppError REQ-0005 for an unknown one, DESK-0001 for one that was changed or closed. */
async function lockSeen(trx: Trx, partnerId: string, version?: string): Promise<store.PartnerWhole> {
  const whole = await store.lockPartner(trx, partnerId);
  if (!whole) throw new AppError('REQ-0005', { detail: 'no such partner' });
  const isChanged = version !== undefined && version !== versionOf(whole);
  if (isChanged || whole.partner.closed_at !== null) throw new AppError('DESK-0001');
  return whole;
}

/** Changes a partner's terms. Throws AppError as `addPartner` and `lockSeen`. */
export async function changePartner(
  trx: Trx,
  operator: OperatorData,
  { partnerId, version, ...terms }: BodyOf<typeof calls.deskChangePartner>,
): Promise<calls.Partner> {
  const row = checkedTerms(operator, terms);
  // Before the partner's row, as whoever adds one takes it.
  const isTaken = await store.isNameTaken(trx, row.name, partnerId);
  await lockSeen(trx, partnerId, version);
  if (isTaken) throw new AppError('DESK-0013');
  await store.updatePartner(trx, partnerId, row);
  await store.replaceProducts(trx, partnerId, productRows(partnerId, terms));
  return read(trx, partnerId);
}

/** Closes a partner with its keys. Throws AppError as `lockSeen`. */
export async function closePartner(
  trx: Trx,
  { partnerId, version }: BodyOf<typeof calls.deskClosePartner>,
  now: number,
): Promise<calls.Partner> {
  await lockSeen(trx, partnerId, version);
  const at = new Date(now);
  await store.closeKeys(trx, partnerId, at);
  await store.updatePartner(trx, partnerId, { closed_at: at });
  return read(trx, partnerId);
}

/** Stores a new live key. Returns its id. Throws AppError as `lockSeen`, DESK-0014 where two are open. */
export async function makeKey(
  trx: Trx,
  { partnerId, scopes }: BodyOf<typeof calls.deskMakePartnerKey>,
  by: { readonly keyOf: (keyId: string) => string; readonly actor: string; readonly now: number },
): Promise<{ readonly partner: calls.Partner; readonly keyId: string }> {
  const { keys } = await lockSeen(trx, partnerId);
  const open = keys.filter(({ closed_at, mode }) => closed_at === null && mode === 'live');
  if (open.length >= MAX_OPEN_KEYS) throw new AppError('DESK-0014');
  const keyId = randomUUID();
  const key = by.keyOf(keyId);
  await store.insertKey(trx, {
    key_id: keyId,
    partner_id: partnerId,
    mode: 'live',
    key_hash: partnerKeyHash(key),
    hint: hintOf(key),
    scopes,
    created_at: new Date(by.now),
    created_by: by.actor,
    last_used_at: null,
    closed_at: null,
  });
  return { partner: await read(trx, partnerId), keyId };
}

/** Closes a key. Throws AppError REQ-0005 where the partner has no such key. */
export async function closeKey(
  trx: Trx,
  { partnerId, keyId }: BodyOf<typeof calls.deskClosePartnerKey>,
  now: number,
): Promise<calls.Partner> {
  const whole = await store.lockPartner(trx, partnerId);
  if (!whole?.keys.some(({ key_id }) => key_id === keyId))
    throw new AppError('REQ-0005', { detail: 'no such key' });
  await store.closeKeys(trx, partnerId, new Date(now), keyId);
  return read(trx, partnerId);
}
