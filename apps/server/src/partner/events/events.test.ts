// Events of partners' tickets: who may read them, in an order that no later commit disturbs, and the ledger beside them.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { forgetAfterRestore } from '../../platform/restore/after-restore.ts';
import { testServerUrl } from '../../../test/test-database.ts';
import { managerHeaders } from '../../../test/staff.ts';
import { openTicketApp, orderOf, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { addEvents, listEvents, type EventPlace } from './event-store.ts';

let fixture: TicketFixture;
let db: Db;
let partnerId: string;

beforeAll(async () => {
  fixture = await openTicketApp();
  ({ db } = fixture.deps);
  const sales = db.selectFrom('partner').select('partner_id').where('desk_calls', '=', true);
  ({ partner_id: partnerId } = await sales.executeTakeFirstOrThrow());
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const readNow = (after?: EventPlace, limit = 100, of = partnerId) =>
  listEvents(db, { partnerId: of, mode: 'live' }, { after, limit });
/**
 * Reads once each event can be read. Transactions of other tests run in databases of the same server, and the server
 * counts them too as ones that can still precede.
 */
const read: typeof readNow = async (...page) => {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from partner_event where era = (select era from partner_event_era)
        and tx >= pg_snapshot_xmin(pg_current_snapshot())`.execute(db);
      expect(rows).toEqual([]);
    },
    { timeout: 60_000 },
  );
  return readNow(...page);
};
const kinds = async () => (await read()).map(({ kind }) => kind);
const change = async (ticketId: string, action: string, status: string) => {
  const payload = { ticketId, action, reason: 'a test', seen: { status } };
  const headers = await managerHeaders(fixture.deps);
  const answer = await fixture.app.inject({ method: 'POST', url: '/desk/tickets/change', payload, headers });
  expect(answer.json()).toMatchObject({ code: 'OK' });
  return answer.json().data;
};

test('whatever happens to a ticket is told to its seller, page by page, and to nobody else', async () => {
  const [ticket] = await fixture.issue('kansai-pass-2day');
  await fixture.desk(orderOf('kansai-pass-2day'), await managerHeaders(fixture.deps));
  const hanako = await fixture.traveller('hanako');
  await hanako.post('bind', { link: ticket?.link });
  await hanako.post('use', { ticketId: ticket?.ticketId });
  await change(ticket?.ticketId ?? '', 'suspend', 'inUse');
  const all = await read();
  expect(all.map(({ kind, ticket_id }) => [kind, ticket_id])).toEqual([
    ['order.confirmed', null],
    ...['issue', 'bind', 'use', 'suspend'].map((kind) => [`ticket.${kind}`, ticket?.ticketId]),
  ]);
  expect(all.at(-1)?.data).toEqual({ status: 'suspended' });
  expect(JSON.stringify(all)).not.toContain(hanako.accountId);
  const [first, second] = [await read(undefined, 2), await read(all[1], 100)];
  expect([...first, ...second]).toEqual(all);
  expect(await read(undefined, 100, 'another-partner')).toEqual([]);
});

test('a reissue moves the passenger to the new ticket, whose events go on', async () => {
  const [ticket] = await fixture.issue('kansai-pass-2day');
  const { reissued } = await change(ticket?.ticketId ?? '', 'reissue', 'unbound');
  await change(reissued.ticketId, 'void', 'unbound');
  const passengers = await db.selectFrom('partner_passenger').select(['ticket_id', 'state']).execute();
  expect(passengers).toEqual([{ ticket_id: reissued.ticketId, state: 'void' }]);
  expect((await read()).filter(({ ticket_id }) => ticket_id === reissued.ticketId).at(-1)?.kind).toBe(
    'ticket.void',
  );
});

test('a refund at the desk gives back the whole price, and the balance is nothing again', async () => {
  const [first, second] = await fixture.issue('kansai-pass-2day', 2);
  await change(first?.ticketId ?? '', 'refund', 'unbound');
  const balance = async () => {
    const { rows } = await sql<{ account: string; amount: number }>`
      select account, sum(amount)::int as amount from (
        select debit as account, amount from ledger_entry union all select credit, -amount from ledger_entry) as sides
      group by account order by account collate "C"`.execute(db);
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
  };
  expect(await balance()).toEqual({ receivable: 2200, revenue: -2000, tax: -200 });
  await change(second?.ticketId ?? '', 'void', 'unbound');
  expect(await balance()).toEqual({ receivable: 0, revenue: 0, tax: 0 });
  // The database gives a ticket back once, whatever the code does.
  const twice = sql`insert into ledger_entry (posting_id, partner_id, mode, order_id, passenger_id, kind, line, debit, credit,
      amount, currency, tax_rate, day, at)
    select 'x', partner_id, mode, order_id, passenger_id, 'exchange', line, debit, credit, amount, currency, tax_rate, day, at
    from ledger_entry where kind = 'refund' limit 1`;
  await expect(twice.execute(db)).rejects.toThrow(/ledger_once/);
});

test('a database that was loaded into another cluster goes on after all earlier events', async () => {
  await fixture.issue('kansai-pass-2day');
  const before = await read();
  // What a dump keeps of the other cluster: ids of transactions that are far ahead here.
  await sql`alter table partner_event disable trigger user`.execute(db);
  await sql`update partner_event set tx = '9999999999'::xid8`.execute(db);
  await sql`alter table partner_event enable trigger user`.execute(db);
  expect(await readNow()).toEqual([]);
  await inTransaction(db, (trx) => forgetAfterRestore(trx, new Date(fixture.deps.clock())));
  expect((await read()).map(({ eventId }) => eventId)).toEqual(before.map(({ eventId }) => eventId));
  await fixture.issue('city-day-qr');
  expect(await kinds()).toEqual([
    ...['order.confirmed', 'ticket.issue'],
    ...['order.confirmed', 'ticket.issue'],
  ]);
  expect((await read((await read())[1])).map(({ kind }) => kind)).toEqual([
    'order.confirmed',
    'ticket.issue',
  ]);
});

describe.runIf(testServerUrl)('with transactions side by side', () => {
  test('nothing is read that a running one can still precede, and one ticket keeps the order of its acts', async () => {
    const [ticket] = await fixture.issue('kansai-pass-2day');
    const order = await db.selectFrom('partner_order').selectAll().executeTakeFirstOrThrow();
    const ticketId = ticket?.ticketId ?? '';
    const before = (await read()).length;
    const signal = () => {
      let give: () => void = () => undefined;
      const given = new Promise<void>((resolve) => {
        give = resolve;
      });
      return { give, given };
    };
    const [begun, committed, late] = [signal(), signal(), signal()];
    // Has its transaction's id first, and acts on the ticket last.
    const older = inTransaction(db, async (trx) => {
      await sql`select pg_current_xact_id()`.execute(trx);
      begun.give();
      await committed.given;
      await addEvents(trx, [{ order, ticketId, kind: 'second' }], 0);
      await late.given;
    });
    await begun.given;
    await inTransaction(db, (trx) => addEvents(trx, [{ order, ticketId, kind: 'first' }], 0));
    expect(await readNow()).toHaveLength(before);
    committed.give();
    late.give();
    await older;
    expect((await kinds()).slice(before)).toEqual(['first', 'second']);
  });
});
