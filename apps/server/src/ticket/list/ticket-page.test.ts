// The list shows every ticket once across its pages, the most urgent first; a ticket is past exactly when the domain says expired.
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { inTransaction } from '../../platform/db/database.ts';
import { openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { endsAt, familyOrder, listGroup } from '../record/ticket-store.ts';

let fixture: TicketFixture;
let hanako: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
});

const setTicket = (ticketId: string, change: object) =>
  fixture.deps.db.updateTable('ticket').set(change).where('ticket_id', '=', ticketId).execute();
const list = async (query: Record<string, string>) => (await hanako.get('list', query)).json().data;

async function walk(tab: string, limit: number): Promise<TicketSummary[]> {
  const items: TicketSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ tab, limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}

async function boundTickets(count: number, useExpireDate: string): Promise<string[]> {
  const issued = await fixture.issue('city-day-qr', count, { useExpireDate });
  const { db } = fixture.deps;
  const ids = issued.map((ticket) => ticket.ticketId);
  await db
    .updateTable('ticket')
    .set({ status: 'bound', account_id: hanako.accountId })
    .where('ticket_id', 'in', ids)
    .execute();
  return ids;
}

test('a walk over 120 tickets sees each once: those in use first, then by their end', async () => {
  const ids = [
    ...(await boundTickets(60, '2026-04-20')),
    ...(await boundTickets(50, '2026-04-10')),
    ...(await boundTickets(10, '2026-04-30')),
  ];
  const [used = '', late = ''] = ids;
  await setTicket(used, { status: 'inUse', abt_expire_date: new Date('2026-05-30T23:59:59+09:00') });
  await setTicket(late, { status: 'inUse', abt_expire_date: new Date('2026-05-29T23:59:59+09:00') });
  for (const limit of [7, 50]) {
    const items = await walk('active', limit);
    expect(items.map((item) => item.ticketId).toSorted()).toEqual(ids.toSorted());
    expect(items.slice(0, 2).map((item) => item.ticketId)).toEqual([late, used]);
    const dates = items.slice(2).map((item) => item.useExpireDate);
    expect(dates).toEqual(dates.toSorted());
  }
  expect(await list({ tab: 'past' })).toEqual({ items: [] });
  fixture.deps.advance(18 * 86_400_000 + 16 * 3_600_000);
  await hanako.signIn();
  const past = await walk('past', 9);
  const dates = past.map((item) => item.useExpireDate);
  expect([past.length, new Set(past.map((item) => item.ticketId)).size]).toEqual([50, 50]);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test('tickets with the same end are ordered by product, adults before children, then by number, in both tabs and across pages', async () => {
  const wanted: string[] = [];
  const categories = ['adult', 'saleAdult', 'senior', 'specialAdult', 'child', 'saleChild', 'specialChild'];
  for (const productId of ['city-day-qr', 'kansai-pass-2day']) {
    const issued = await fixture.issue(productId, 14, { useExpireDate: '2026-04-20' });
    const byNo = issued.toSorted((a, b) => (a.ticketNo < b.ticketNo ? -1 : 1));
    for (const [n, { ticketId }] of byNo.entries())
      await setTicket(ticketId, {
        status: 'bound',
        account_id: hanako.accountId,
        passenger_category: categories[Math.floor(n / 2)],
      });
    wanted.push(...byNo.map(({ ticketId }) => ticketId));
  }
  for (const limit of [1, 5, 50])
    expect((await walk('active', limit)).map((item) => item.ticketId)).toEqual(wanted);
  fixture.deps.advance(40 * 86_400_000);
  await hanako.signIn();
  for (const limit of [1, 5, 50])
    expect((await walk('past', limit)).map((item) => item.ticketId)).toEqual(wanted);
});

test('past tickets are ordered across pages by their end alone, whether used, never used or closed', async () => {
  const ids = await boundTickets(12, '2026-04-30');
  for (const [n, ticketId] of ids.entries()) {
    const end = new Date(Date.parse('2026-03-01T23:59:59+09:00') + n * 86_400_000);
    // In turn: activated and expired, never activated, used up, refunded.
    const status = (['inUse', 'bound', 'used', 'refunded'] as const)[n % 4] ?? 'bound';
    const ends = status === 'inUse' ? { abt_expire_date: end } : { use_expire_date: end };
    await setTicket(ticketId, { status, ...ends });
  }
  for (const limit of [1, 5, 50]) {
    const items = await walk('past', limit);
    expect(items.map((item) => item.ticketId)).toEqual(ids.toReversed());
  }
  expect(await list({ tab: 'active' })).toEqual({ items: [] });
});

test('both tabs agree with the domain to the millisecond around every end', async () => {
  const [bound = '', inUse = '', noEnd = '', closed = ''] = await boundTickets(4, '2026-04-01');
  await setTicket(inUse, {
    status: 'inUse',
    use_expire_date: new Date('2026-03-01T23:59:59+09:00'),
    abt_expire_date: new Date('2026-04-01T23:59:59+09:00'),
  });
  await setTicket(noEnd, { status: 'inUse' });
  await setTicket(closed, { status: 'used' });
  const end = Date.parse('2026-04-02T00:00:00+09:00');
  fixture.deps.advance(end - 2 - fixture.deps.clock());
  await hanako.signIn();
  for (const [step, over] of [
    [0, false],
    [1, false],
    [1, true],
    [1, true],
    [999, true],
  ] as const) {
    fixture.deps.advance(step);
    const [active, past] = [await walk('active', 50), await walk('past', 50)];
    expect(active.every((item) => !item.expired)).toBe(true);
    expect(past.every((item) => item.expired)).toBe(true);
    expect(past.map((item) => item.ticketId).toSorted()).toEqual(
      (over ? [bound, inUse, noEnd, closed] : [closed]).toSorted(),
    );
    expect(active.length + past.length).toBe(4);
  }
});

test('a suspended ticket stays among the active ones, after all others, until its last day', async () => {
  const [first = '', second = '', bound = '', used = ''] = await boundTickets(4, '2026-04-20');
  await setTicket(first, { status: 'suspended', status_before_suspend: 'bound' });
  await setTicket(second, { status: 'suspended', status_before_suspend: 'bound' });
  await setTicket(used, { status: 'used' });
  for (const limit of [1, 2, 50]) {
    const items = await walk('active', limit);
    expect(items.map((item) => item.status)).toEqual(['bound', 'suspended', 'suspended']);
    expect(items[0]?.ticketId).toBe(bound);
    expect((await walk('past', limit)).map((item) => item.ticketId)).toEqual([used]);
  }
  fixture.deps.advance(40 * 86_400_000);
  await hanako.signIn();
  expect(await walk('active', 50)).toEqual([]);
  expect(await walk('past', 50)).toHaveLength(4);
});

test('a closed ticket says when it was closed, any other does not', async () => {
  const [ticketId = '', other = ''] = await boundTickets(2, '2026-04-20');
  await fixture.deps.db
    .insertInto('ticket_event')
    .values({
      ticket_id: ticketId,
      at: new Date('2026-04-01T10:20:30+09:00'),
      kind: 'refund',
      from_status: 'bound',
      code: null,
      to_status: 'refunded',
      station_id: null,
      method: null,
      actor: 'staff:s',
      detail: null,
    })
    .execute();
  await setTicket(ticketId, { status: 'refunded' });
  expect((await walk('past', 50)).map((item) => item.endedAt)).toEqual(['2026-04-01 10:20:30']);
  expect((await walk('active', 50)).map((item) => [item.ticketId, item.endedAt])).toEqual([
    [other, undefined],
  ]);
});

test('a forged cursor is refused without a server error', async () => {
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const cursor of [
    'x',
    text(null),
    text([0, 1]),
    text([3, 1, 'a']),
    text([0, 1e300, 'a']),
    text([0, 8e15, 'a']),
    text([0, Date.UTC(10_000, 0), 'a']),
    text([0, -1, 'a']),
    text([0, 1.5, 'a']),
    text([0, 1, 'a\0']),
    text([0, 1, { a: 1 }]),
  ])
    for (const tab of ['active', 'past']) {
      const answer = await hanako.get('list', { tab, cursor });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'REQ-0001']);
    }
  expect((await hanako.get('list', { tab: 'past', cursor: text([0, 0, '\ud800']) })).statusCode).toBe(200);
  expect((await hanako.get('list', { tab: 'active', limit: '51' })).statusCode).toBe(400);
});

test("a tab is read from the end of an index; any other order would sort all of the account's tickets", async () => {
  const plans = await inTransaction(fixture.deps.db, async (trx) => {
    // With few rows every plan is cheap; the test checks which plans exist.
    for (const other of ['seqscan', 'bitmapscan', 'sort'])
      await sql`set local ${sql.raw(`enable_${other}`)} = off`.execute(trx);
    const explain = async (part: RawBuilder<unknown>) => {
      const lines = await sql<Record<string, string>>`explain select t.ticket_id from ticket as t
        where t.account_id = 'a' and ${listGroup} = 0 and ${part} limit 5`.execute(trx);
      return lines.rows.flatMap((line) => Object.values(line)).join('\n');
    };
    return {
      active: await explain(sql`${endsAt} > now() order by ${endsAt}, ${familyOrder}`),
      past: await explain(sql`${endsAt} <= now() order by ${endsAt} desc, ${familyOrder}`),
    };
  });
  expect(plans.active).toMatch(/Index (Only )?Scan using ticket_list/);
  expect(plans.active).not.toMatch(/Sort|Filter/);
  // Read backwards, the ends are in order already; only tickets with the same end are sorted.
  expect(plans.past).toMatch(/Incremental Sort[^]*Presorted Key[^]*Scan Backward using ticket_list/);
  expect(plans.past).not.toMatch(/Filter/);
});
