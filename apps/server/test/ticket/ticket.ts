// An application with travellers, for tests of tickets: tickets are issued and bound by calls.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { insertAccount } from '../../src/account/record/account-store.ts';
import { encryptedFor } from '../encrypted.ts';
import { hashPassword } from '../../src/account/password-crypto/hash-password.ts';
import { buildApp } from '../../src/app.ts';
import { inTransaction } from '../../src/platform/db/database.ts';
import { openSettings } from '../../src/platform/operator/files/operator-settings.ts';
import { emptyTables } from '../test-database.ts';
import { startSession } from '../../src/session/session.ts';
import { deliverMails, openTestDeps, TEST_DESK_KEY, type TestDeps } from '../app-context.ts';
import { syncProducts } from '../../src/ticket/issue/sync-products.ts';

const TICKET = '/jtr-jwqs-app/guest/ticket/info';
const SEAT = '/jtr-jwqs-app/guest/seat/info';
const MEMBER = '/jtr-jwqs-app/guest/member/info';
/** Leaves the airport at 10:15; the tests' clock starts at 09:00. */
export const TRAIN_14 = { departureId: 'haruka-14@2026-04-01', from: 'kansai-airport', to: 'kyoto' };
/** The password of every traveller. */
export const PASSWORD = 'Kippu2026!';

type Answer = Promise<LightMyRequestResponse>;

export interface TestUser {
  readonly accountId: string;
  readonly email: string;
  /** Signs in again, after the clock moved past the session's end. */
  readonly signIn: () => Promise<void>;
  /** Returns the session's header. */
  readonly authorization: () => string;
  readonly get: (call: string, query?: Record<string, string>) => Answer;
  readonly post: (call: string, body: object, headers?: Record<string, string>) => Answer;
  readonly put: (call: string, query: Record<string, string>, headers?: Record<string, string>) => Answer;
  readonly remove: (call: string, query: Record<string, string>) => Answer;
  /** Sends a seat call that writes. */
  readonly seat: (call: string, body: object) => Answer;
  /** Holds seats on train 14. */
  readonly hold: (ticketIds: readonly string[], seats: readonly string[], change?: object) => Answer;
  /** Holds seats and saves. Returns the reservation's id. */
  readonly book: (ticketIds: readonly string[], seats: readonly string[]) => Promise<string>;
  /** Returns what the ticket's page shows. */
  readonly load: (ticketId: string) => Promise<Ticket>;
  /** Deletes the account. */
  readonly logOff: () => Answer;
  /** Transfers to an email, with the right password unless `change` replaces it. */
  readonly transfer: (
    ticketId: string,
    email: string,
    change?: object,
    headers?: Record<string, string>,
  ) => Answer;
  /** Issues a ticket of the product and binds it. Returns its id. */
  readonly bound: (productId: string) => Promise<string>;
  /** The same, and activates it. */
  readonly inUse: (productId: string) => Promise<string>;
}

/** Returns the code of an answer, or OK. */
export const codeOf = async (answer: Answer): Promise<string> => (await answer).json().code;

export interface TicketFixture {
  readonly deps: TestDeps;
  readonly app: FastifyInstance;
  /** Empties the tables, adds the products again and sets the clock to its start. */
  readonly reset: () => Promise<void>;
  readonly traveller: (name: string, language?: string) => Promise<TestUser>;
  /** Encrypts a password for a call, by default a transfer. */
  readonly encrypted: (text: string, purpose?: string) => { kid: string; value: string };
  readonly desk: (body: object, headers?: Record<string, string>) => Answer;
  /** Issues `count` adult tickets of a product in a new order. */
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

/** Opens the application, with its clock at `begin` (epoch milliseconds) if given, and with `changes` to its dependencies. Call `close` in afterAll. */
export async function openTicketApp(begin?: number, changes: Partial<TestDeps> = {}): Promise<TicketFixture> {
  const deps = { ...(await openTestDeps(begin)), ...changes };
  // The default operator has been read last, and has set the process's zone, rules and languages.
  if (changes.config) openSettings(changes.config.operatorDir);
  const start = deps.clock();
  const app = await buildApp(deps);
  await syncProducts(deps.db, deps.operator);
  const desk: TicketFixture['desk'] = (payload, headers = { authorization: `ApiKey ${TEST_DESK_KEY}` }) =>
    app.inject({ method: 'POST', url: '/desk/tickets', payload, headers });

  const password_hash = await hashPassword(PASSWORD);
  const encrypted: TicketFixture['encrypted'] = (text, purpose = 'transferTicket') =>
    encryptedFor(deps.keys, text, purpose, deps.clock());
  const issue: TicketFixture['issue'] = async (productId, count = 1, change = {}) => {
    const answer = await desk(orderOf(productId, count, change));
    if (answer.statusCode !== 200) throw new Error(JSON.stringify(answer.json()));
    return answer.json().data;
  };

  async function traveller(name: string, language = 'ja'): Promise<TestUser> {
    const accountId = randomUUID();
    const at = new Date(deps.clock());
    const email = `${name}@example.jp`;
    const account = { account_id: accountId, email, username: name, fullname: name };
    const rest = { country: 'JP', language, password_hash, status: 'active' as const };
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
    const send = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      { query = {}, body, headers = {} }: { query?: Record<string, string>; body?: object; headers?: object },
    ) => {
      const answer = await app.inject({
        method,
        url,
        query,
        ...(body === undefined ? {} : { payload: body }),
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
      await deliverMails(deps);
      return answer;
    };
    const post: TestUser['post'] = (call, body, headers = {}) =>
      send('POST', `${TICKET}/${call}`, { body, headers });
    const bound: TestUser['bound'] = async (productId) => {
      const [ticket] = await issue(productId);
      await post('bind', { link: ticket?.link });
      return ticket?.ticketId ?? '';
    };
    const get: TestUser['get'] = (call, query = {}) => send('GET', `${TICKET}/${call}`, { query });
    const seat: TestUser['seat'] = (call, body) => send('POST', `${SEAT}/${call}`, { body });
    const hold: TestUser['hold'] = (ticketIds, seats, change = {}) =>
      seat('seatHold', { ...TRAIN_14, ticketIds, seats, ...change });
    return {
      accountId,
      email,
      signIn,
      authorization: () => `Bearer ${token}`,
      get,
      post,
      put: (call, query, headers = {}) => send('PUT', `${TICKET}/${call}`, { query, headers }),
      remove: (call, query) => send('DELETE', `${TICKET}/${call}`, { query }),
      logOff: () => send('POST', `${MEMBER}/logOff`, { body: { password: encrypted(PASSWORD, 'logOff') } }),
      seat,
      hold,
      book: async (ticketIds, seats) => {
        const { holdId } = (await hold(ticketIds, seats)).json().data;
        return (await seat('seatSave', { holdId })).json().data.reservationId;
      },
      load: async (ticketId) => (await get('load', { ticketId })).json().data,
      transfer: (ticketId, to, change = {}, headers = {}) => {
        const input = { ticketId, email: to, emailRepeat: to, password: encrypted(PASSWORD), ...change };
        return post('transferTicket', input, headers);
      },
      bound,
      inUse: async (productId) => {
        const ticketId = await bound(productId);
        await post('use', { ticketId });
        return ticketId;
      },
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
    issue,
    encrypted,
    close: async () => {
      await app.close();
      await deps.close();
    },
  };
}
