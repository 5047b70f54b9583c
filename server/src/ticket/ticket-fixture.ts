// An application with travellers, for tests of tickets: tickets are issued and bound by the calls themselves.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { IssuedTicket } from '@kippu/contract/desk';
import { insertAccount } from '../account/account-store.ts';
import { buildApp } from '../app.ts';
import { inTransaction } from '../db/database.ts';
import { emptyTables } from '../db/test-database.ts';
import { startSession } from '../http/session.ts';
import { openTestDeps, TEST_DESK_KEY, type TestDeps } from '../http/test-deps.ts';
import { syncProducts } from './sync-products.ts';

const TICKET = '/jtr-jwqs-app/guest/ticket/info';

type Answer = Promise<LightMyRequestResponse>;

export interface Traveller {
  readonly accountId: string;
  /** Signs in anew, for a clock that moved past the session's life. */
  readonly signIn: () => Promise<void>;
  readonly get: (call: string, query?: Record<string, string>) => Answer;
  readonly post: (call: string, body: object, headers?: Record<string, string>) => Answer;
}

export interface TicketFixture {
  readonly deps: TestDeps;
  readonly app: FastifyInstance;
  /** Empties the tables, puts the products back and sets the clock to the first morning of April 2026. */
  readonly reset: () => Promise<void>;
  readonly traveller: (name: string) => Promise<Traveller>;
  readonly desk: (body: object, headers?: Record<string, string>) => Answer;
  /** Issues `count` adult tickets of a product in an order of their own. */
  readonly issue: (productId: string, count?: number, change?: object) => Promise<IssuedTicket[]>;
  readonly close: () => Promise<void>;
}

/** An order for the desk, valid in the tests' April 2026. */
export const orderOf = (productId: string, count = 1, change: object = {}) => ({
  orderId: `order-${randomUUID().slice(0, 8)}`,
  productId,
  tickets: Array.from({ length: count }, () => ({
    passengerCategory: 'adult',
    useExpireDate: '2026-04-30',
    salePrice: 220_000,
    ...change,
  })),
  issuer: 'Kansai Demo Rail',
  seller: 'Trip Shop',
  salesSite: 'web',
});

/** Opens one; call `close` in afterAll. */
export async function openTicketApp(): Promise<TicketFixture> {
  const deps = await openTestDeps();
  const start = deps.clock();
  const app = await buildApp(deps);
  await syncProducts(deps.db, deps.operator);
  const desk: TicketFixture['desk'] = (payload, headers = { authorization: `ApiKey ${TEST_DESK_KEY}` }) =>
    app.inject({ method: 'POST', url: '/desk/tickets', payload, headers });

  async function traveller(name: string): Promise<Traveller> {
    const accountId = randomUUID();
    const at = new Date(deps.clock());
    const account = { account_id: accountId, email: `${name}@example.jp`, username: name, fullname: name };
    const rest = { country: 'JP', language: 'ja', password_hash: 'none', status: 'active' as const };
    await inTransaction(deps.db, (trx) =>
      insertAccount(trx, { ...account, ...rest, password_changed_at: at, created_at: at }),
    );
    let token = '';
    const signIn = async () => {
      ({ token } = await inTransaction(deps.db, (trx) =>
        startSession(trx, accountId, 'phone', deps.clock()),
      ));
    };
    await signIn();
    const authorization = () => ({ authorization: `Bearer ${token}` });
    return {
      accountId,
      signIn,
      get: (call, query = {}) => app.inject({ url: `${TICKET}/${call}`, query, headers: authorization() }),
      post: (call, payload, headers = {}) =>
        app.inject({
          method: 'POST',
          url: `${TICKET}/${call}`,
          payload,
          headers: { ...authorization(), ...headers },
        }),
    };
  }

  return {
    deps,
    app,
    traveller,
    desk,
    reset: async () => {
      deps.advance(start - deps.clock());
      await emptyTables(deps.db);
      await syncProducts(deps.db, deps.operator);
    },
    issue: async (productId, count = 1, change = {}) => {
      const answer = await desk(orderOf(productId, count, change));
      if (answer.statusCode !== 200) throw new Error(JSON.stringify(answer.json()));
      return answer.json().data;
    },
    close: async () => {
      await app.close();
      await deps.close();
    },
  };
}
