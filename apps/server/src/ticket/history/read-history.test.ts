// The usage history: its events by site, their order, paging, and who may read it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SITE_CODES, type SiteCode } from '@kippu/contract/values';
import type { HistoryItem } from '@kippu/contract/calls/traveller/voucher';
import { codeOf, openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let hanako: TestUser;
let ticketId: string;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
  ticketId = await hanako.inUse('kansai-pass-2day');
});

const ACTORS: Partial<Record<SiteCode, string>> = {
  31: 'gate:g1',
  32: 'gate:g1',
  37: 'staff:g1',
  38: 'staff:g1',
};
const note = (code: SiteCode, minute: number, more: object = {}) =>
  fixture.deps.db
    .insertInto('ticket_event')
    .values({
      ticket_id: ticketId,
      kind: `code${code}`,
      code,
      station_id: 'kyoto',
      method: 'scan',
      actor: ACTORS[code] ?? `account:${hanako.accountId}`,
      detail: null,
      at: new Date(fixture.deps.clock() + minute * 60_000),
      ...more,
    })
    .execute();
const page = async (site: string, cursor?: string) =>
  (await hanako.get('history', { ticketId, site, ...(cursor === undefined ? {} : { cursor }) })).json()
    .data as { items: HistoryItem[]; next?: string };

test('each site shows its events, the newest first, with forced ones as the work of staff', async () => {
  for (const [minute, code] of SITE_CODES.all.entries()) await note(code, minute);
  const codes = async (site: string) => (await page(site)).items.map((item) => item.code);
  expect(await codes('all')).toEqual([38, 37, 36, 35, 34, 32, 31]);
  expect(await codes('in')).toEqual([38, 35, 31]);
  expect(await codes('out')).toEqual([38, 36, 32]);
  expect(await codeOf(hanako.get('history', { ticketId, site: 'elsewhere' }))).toBe('REQ-0001');
  const { items } = await page('all');
  expect(items.map(({ method, by }) => [method, by])).toEqual([
    ['staff', 'staff'],
    ['staff', 'staff'],
    ['scan', 'traveller'],
    ['scan', 'traveller'],
    ['scan', 'traveller'],
    ['gate', 'gate'],
    ['gate', 'gate'],
  ]);
  expect(items[0]).toMatchObject({
    at: '2026-04-01 09:06:00',
    stationNameJp: '京都',
    stationNameEn: 'Kyoto',
  });
});

test('a late gate report appears at the time of the event, and a station that is gone is shown by its id', async () => {
  await note(32, 30);
  await note(31, 10, { station_id: 'closed-long-ago' });
  const { items } = await page('all');
  expect(items.map(({ code, stationNameKr }) => [code, stationNameKr])).toEqual([
    [32, '교토'],
    [31, 'closed-long-ago'],
  ]);
});

test('pages have no gap and no repeat, even where many events share one time', async () => {
  for (let i = 0; i < 47; i += 1)
    await note(i % 2 === 0 ? 31 : 32, Math.floor(i / 10), { station_id: `s${i}` });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await page('all', cursor);
    expect(items.length).toBe(next === undefined ? 7 : 20);
    seen.push(...items.map((item) => item.stationNameEn));
    // Events of after the first page appear on the first page and shift nothing.
    await note(31, 100);
    cursor = next;
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 47 }, (_, i) => `s${46 - i}`));
});

test('a forged cursor is refused, and so is the history of another account’s ticket', async () => {
  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const wrong = [[1], ['1', '1'], [1, 1], [1e300, '1'], [Date.UTC(10_000, 0), '1'], [1, '1;']].map(made);
  for (const cursor of ['x', ...wrong])
    expect(await codeOf(hanako.get('history', { ticketId, site: 'all', cursor }))).toBe('REQ-0001');
  const taro = await fixture.traveller('taro');
  for (const site of ['all', 'in', 'out'])
    expect(await codeOf(taro.get('history', { ticketId, site }))).toBe('TKT-0001');
});

test('the history of an account names the ticket of each record, and its pages run across tickets', async () => {
  const second = await hanako.inUse('city-day-qr');
  const taro = await fixture.traveller('taro');
  const his = await taro.inUse('city-day-qr');
  // Three tickets in turn, many events at one time; taro's tickets are not hanako's.
  for (let i = 0; i < 63; i += 1)
    await note(31, Math.floor(i / 9), {
      ticket_id: [ticketId, second, his][i % 3] ?? '',
      station_id: `s${i}`,
    });
  const all = async (who: TestUser, cursor?: string) =>
    (await who.get('history', { site: 'all', ...(cursor === undefined ? {} : { cursor }) })).json().data as {
      items: HistoryItem[];
      next?: string;
    };
  const first = await all(hanako);
  const rest = await all(hanako, first.next);
  const last = await all(hanako, rest.next);
  expect([first.items.length, rest.items.length, last.items.length, last.next]).toEqual([
    20,
    20,
    2,
    undefined,
  ]);
  const seen = [first, rest, last].flatMap(({ items }) => items);
  expect(seen.map((item) => item.stationNameEn)).toEqual(
    Array.from({ length: 63 }, (_, i) => 62 - i)
      .filter((i) => i % 3 !== 2)
      .map((i) => `s${i}`),
  );
  expect(new Set(seen.map((item) => [item.ticketId, item.productNameEn].join(' ')))).toEqual(
    new Set([`${ticketId} Kansai Pass (2 Days)`, `${second} ${seen[0]?.productNameEn}`]),
  );
  expect((await all(taro)).items.map((item) => item.ticketId)).toEqual(Array(20).fill(his));
});

test('the history of an account has no event of other owners, before or after a transfer', async () => {
  const taro = await fixture.traveller('taro');
  const all = async (who: TestUser) =>
    ((await who.get('history', { site: 'all' })).json().data.items as HistoryItem[]).map(
      (item) => item.stationNameEn,
    );
  await note(31, -20, { station_id: 'hers' });
  await note(32, -10, { station_id: 'hers-too' });
  expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  await note(31, 10, { station_id: 'his', actor: `account:${taro.accountId}` });
  expect(await all(hanako)).toEqual([]);
  expect(await all(taro)).toEqual(['his']);
});
