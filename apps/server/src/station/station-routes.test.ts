// The lists of stations: nearest, by region, by name, and those that a ticket covers.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NearbyStation, Station, StationRegion } from '@kippu/contract/calls/traveller/station';
import { buildApp } from '../app.ts';
import { inTransaction } from '../platform/db/database.ts';
import { startSession } from '../session/session.ts';
import { openTestDeps, type TestDeps } from '../../test/app-context.ts';

const PATH = '/jtr-jwqs-app/guest/ticket/info';
let deps: TestDeps;
let app: FastifyInstance;
let authorization: string;

beforeAll(async () => {
  deps = await openTestDeps();
  app = await buildApp(deps);
  const at = new Date(deps.clock());
  const account = (id: string) => ({
    account_id: id,
    email: `${id}@example.jp`,
    username: id,
    fullname: id,
    country: 'JP',
    language: 'ja',
    password_hash: 'none',
    password_changed_at: at,
    status: 'active' as const,
    created_at: at,
  });
  await deps.db
    .insertInto('account')
    .values([account('hanako'), account('taro')])
    .execute();
  for (const product of deps.operator.products.values()) {
    const { productId, kind, reservations } = product;
    await deps.db
      .insertInto('product')
      .values({
        product_id: productId,
        kind,
        trip_type: null,
        pass_days: null,
        reservations,
        data: JSON.stringify(product),
      })
      .execute();
    await deps.db
      .insertInto('ticket')
      .values({
        ticket_id: productId,
        ticket_no: productId,
        issued_ticket_no: productId,
        link_token: randomUUID(),
        product_id: productId,
        account_id: 'hanako',
        status: 'bound',
        passenger_category: 'adult',
        order_id: 'o',
        order_time: at,
        issuer: 'i',
        seller: 's',
        sales_site: 'web',
        sales_company: 'c',
        sale_price: 1,
        use_expire_date: at,
        created_at: at,
      })
      .execute();
  }
  await signIn('hanako');
});
afterAll(async () => {
  await app.close();
  await deps.close();
});

async function signIn(accountId: string): Promise<void> {
  const { token } = await inTransaction(deps.db, (trx) =>
    startSession(trx, accountId, 'phone', deps.clock()),
  );
  authorization = `Bearer ${token}`;
}
async function get<T>(call: string, query: Record<string, string> = {}, language = 'ja'): Promise<T> {
  const headers = { authorization, 'accept-language': language };
  const answer = (await app.inject({ url: `${PATH}/${call}`, query, headers })).json();
  return answer.code === 'OK' ? answer.data : answer.code;
}
const idsOf = (stations: readonly Station[]) => stations.map(({ stationId }) => stationId);

test('the nearest come first, at most five, within 1,000 m plus the accuracy', async () => {
  const kyoto = deps.operator.stations.get('kyoto');
  const here = { lat: String(kyoto?.lat), lon: String(kyoto?.lon) };
  const near = await get<NearbyStation[]>('getNearbyStation', here);
  expect(near[0]).toMatchObject({ stationId: 'kyoto', metres: 0, haruka: true });
  expect(near.every(({ metres }) => metres <= 1_000)).toBe(true);
  const wide = await get<NearbyStation[]>('getNearbyStation', { ...here, accuracy: '20000' });
  expect(wide.length).toBe(5);
  expect(wide.map(({ metres }) => metres)).toEqual(
    wide.map(({ metres }) => metres).toSorted((a, b) => a - b),
  );
  expect(await get('getNearbyStation', { lat: '0', lon: '0' })).toEqual([]);
  for (const wrong of [
    { lat: '91', lon: '0' },
    { lat: 'x', lon: '0' },
    { lat: '0' },
    { ...here, accuracy: '-1' },
  ])
    expect(await get('getNearbyStation', wrong as Record<string, string>)).toBe('REQ-0001');
});

test('regions are in the operator’s order, their stations sorted in the reader’s language', async () => {
  for (const [language, key] of [
    ['ja', 'stationNameJp'],
    ['en', 'stationNameEn'],
    ['ko', 'stationNameKr'],
    ['zh-CN', 'stationNameCn'],
    ['zh-TW', 'stationNameTc'],
  ] as const) {
    const regions = await get<StationRegion[]>('getAllPieceStation', {}, language);
    expect(regions.map(({ region }) => region)).toEqual(deps.operator.regions.map(({ region }) => region));
    expect(regions.flatMap(({ stations }) => stations).length).toBe(deps.operator.stations.size);
    const { compare } = new Intl.Collator(language, { numeric: true });
    for (const { region, stations } of regions) {
      const names = stations.map((station) => station[key]);
      expect(names).toEqual(names.toSorted(compare));
      expect(stations.every((station) => station.region === region)).toBe(true);
    }
  }
});

test('the flat list contains every station, those of the Haruka first', async () => {
  const stations = await get<Station[]>('getJRAndHarukaStation', {}, 'en');
  expect(stations.length).toBe(deps.operator.stations.size);
  const firstOther = stations.findIndex(({ haruka }) => !haruka);
  expect(stations.slice(firstOther).some(({ haruka }) => haruka)).toBe(false);
});

test('a ticket limits both lists to the stations it covers', async () => {
  const flat = async (ticketId: string) => idsOf(await get<Station[]>('getJRAndHarukaStation', { ticketId }));
  const tennoji = await flat('haruka-kix-tennoji');
  expect(tennoji).toEqual(expect.arrayContaining(['kansai-airport', 'tennoji']));
  expect(tennoji).not.toContain('kyoto');
  expect(await flat('haruka-kix-kyoto')).toEqual(expect.arrayContaining([...tennoji, 'osaka', 'kyoto']));
  expect(await flat('kansai-pass-2day')).toHaveLength(deps.operator.areas.get('kansai')?.size ?? 0);
  expect(await flat('city-day-qr')).toHaveLength(deps.operator.areas.get('osaka-city')?.size ?? 0);
  const oneWay = async (direction: string) =>
    idsOf(await get<Station[]>('getJRAndHarukaStation', { ticketId: 'haruka-kix-tennoji', direction }));
  expect(await oneWay('in')).not.toContain('tennoji');
  expect(await oneWay('out')).toContain('tennoji');
  expect(await oneWay('out')).not.toContain('kansai-airport');
  expect(await flat('museum-eticket')).toEqual([]);
  expect(await flat('keihan-voucher')).toEqual([]);
  const regions = await get<StationRegion[]>('getAllPieceStation', { ticketId: 'haruka-kix-tennoji' });
  expect(regions.flatMap(({ stations }) => idsOf(stations)).toSorted()).toEqual(tennoji.toSorted());
  expect(regions.every(({ stations }) => stations.length > 0)).toBe(true);
});

test('somebody else’s ticket is not found', async () => {
  await signIn('taro');
  for (const call of ['getJRAndHarukaStation', 'getAllPieceStation'])
    expect(await get(call, { ticketId: 'kansai-pass-2day' })).toBe('TKT-0001');
});
