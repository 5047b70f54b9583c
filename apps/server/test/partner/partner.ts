// Partners with keys for tests, and a client that makes their calls as an agency's program does.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { PARTNER_SCOPES, type PartnerMode, type PartnerScope } from '@kippu/contract/partner/partner-values';
import { PARTNER_PATH } from '@kippu/contract/partner/problem-types';
import { hintOf, partnerKeyHash } from '../../src/session/partner-key.ts';
import { inTransaction } from '../../src/platform/db/database.ts';
import type { TestDeps } from '../app-context.ts';

export interface PartnerTerms {
  readonly products?: Readonly<Record<string, number | null>>;
  readonly seatsATrain?: number | null;
  readonly mode?: PartnerMode;
  readonly scopes?: readonly PartnerScope[];
}

export interface TestPartner {
  readonly partnerId: string;
  readonly key: string;
  readonly get: (
    path: string,
    query?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  /** Sends a write, by default with a new idempotency key. */
  readonly post: (
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  readonly remove: (path: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
}

/** Adds a partner that sells all products, unless `terms` name some with their limits a day, and a key of it. */
export async function addPartner(
  app: FastifyInstance,
  { db, clock }: Pick<TestDeps, 'db' | 'clock'>,
  { products, seatsATrain = null, mode = 'live', scopes = PARTNER_SCOPES }: PartnerTerms = {},
): Promise<TestPartner> {
  const partnerId = randomUUID();
  const key = `kippu_${mode}_${randomUUID()}`;
  const at = new Date(clock());
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('partner')
      .values({
        partner_id: partnerId,
        name: `Trip Shop ${partnerId.slice(0, 8)}`,
        contact: 'sales@tripshop.example',
        seats_a_train: seatsATrain,
        sells_all: products === undefined,
        created_at: at,
        closed_at: null,
      })
      .execute();
    for (const [product_id, tickets_a_day] of Object.entries(products ?? {}))
      await trx
        .insertInto('partner_product')
        .values({ partner_id: partnerId, product_id, tickets_a_day })
        .execute();
    await trx
      .insertInto('partner_key')
      .values({
        key_id: randomUUID(),
        partner_id: partnerId,
        mode,
        key_hash: partnerKeyHash(key),
        hint: hintOf(key),
        scopes: [...scopes],
        created_at: at,
        created_by: 'system',
        last_used_at: null,
        closed_at: null,
      })
      .execute();
  });
  const authorization = `Bearer ${key}`;
  const written = (headers: Record<string, string>) => ({
    authorization,
    'idempotency-key': randomUUID(),
    ...headers,
  });
  return {
    partnerId,
    key,
    get: (path, query = {}, headers = {}) =>
      app.inject({ method: 'GET', url: PARTNER_PATH + path, query, headers: { authorization, ...headers } }),
    post: (path, body = {}, headers = {}) =>
      app.inject({ method: 'POST', url: PARTNER_PATH + path, payload: body, headers: written(headers) }),
    remove: (path, headers = {}) =>
      app.inject({ method: 'DELETE', url: PARTNER_PATH + path, headers: written(headers) }),
  };
}
