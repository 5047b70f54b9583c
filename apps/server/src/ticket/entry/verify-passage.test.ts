// Entries and exits verified by the traveller: by each method, in their order, cancelled, and what they leave behind.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/station';
import { newIssuerKeys } from './issuer-keys.ts';
import { signPoster } from '../station/poster.ts';
import { codeOf, openTicketApp, type TicketFixture, type Traveller } from './ticket-fixture.ts';

let fixture: TicketFixture;
let hanako: Traveller;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
});

const TICKED = { checked: [...CHECKLIST] };
const start = (
  ticketId: string,
  direction: 'in' | 'out',
  { stationId = 'kyoto', method = 'manual', who = hanako, headers = {} } = {},
  body: object = TICKED,
) => {
  const query = new URLSearchParams({ ticketId, stationId, direction, method });
  return who.post(`start?${query}`, body, headers);
};
const poster = (stationId: string) => signPoster(fixture.deps.issuerKeys, stationId);
const resultOf = async (recordId: string) => (await hanako.get('useResult', { recordId })).json().data.state;
const codesOf = async (ticketId: string) => {
  const rows = fixture.deps.db.selectFrom('ticket_event').select(['code', 'from_status', 'to_status']);
  return rows.where('ticket_id', '=', ticketId).where('code', 'is not', null).orderBy('event_id').execute();
};

describe('where the traveller is', () => {
  test('a poster of the station proves it; another station, a forgery, an old key and a stray code do not', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const scan = (text: string | undefined) =>
      codeOf(start(ticketId, 'in', { method: 'scan' }, text === undefined ? {} : { poster: text }));
    const forger = newIssuerKeys(fixture.deps.clock());
    const forged = signPoster({ ...forger, kid: fixture.deps.issuerKeys.kid }, 'kyoto');
    expect(await scan(undefined)).toBe('REQ-0001');
    expect(await scan(poster('osaka'))).toBe('TKT-0010');
    expect(await scan(forged)).toBe('TKT-0010');
    expect(await scan(signPoster(forger, 'kyoto'))).toBe('TKT-0010');
    expect(await scan(poster('osaka').replace('osaka', 'kyoto'))).toBe('TKT-0010');
    expect(await scan('https://example.com')).toBe('TKT-0010');
    expect(await scan(` ${poster('kyoto')}\n`)).toBe('OK');
  });

  test('a position proves it within 1,000 m, its accuracy considered; the distance is told and nothing is kept', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const { lat, lon } = fixture.deps.operator.stations.get('kyoto') ?? { lat: 0, lon: 0 };
    const north = (metres: number) => lat + metres / 111_195;
    const gps = (metres: number, accuracy: number) =>
      start(ticketId, 'in', { method: 'gps' }, { position: { lat: north(metres), lon, accuracy } });
    expect(await codeOf(start(ticketId, 'in', { method: 'gps' }, {}))).toBe('REQ-0001');
    const far = (await gps(1_200, 100)).json();
    expect([far.code, far.values]).toEqual(['TKT-0011', { metres: 1200, accuracy: 100 }]);
    expect(await codeOf(gps(40_000, 100_000))).toBe('TKT-0011');
    expect(await codeOf(gps(1_200, 300))).toBe('OK');
    const { db } = fixture.deps;
    const kept = [
      ...(await db.selectFrom('ticket_entry').selectAll().execute()),
      ...(await db.selectFrom('ticket_event').selectAll().execute()),
    ];
    expect(JSON.stringify(kept)).not.toContain(String(lon));
  });

  test('a choice by hand wants the whole checklist', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    expect(await codeOf(start(ticketId, 'in', {}, {}))).toBe('TKT-0012');
    expect(await codeOf(start(ticketId, 'in', {}, { checked: CHECKLIST.slice(1) }))).toBe('TKT-0012');
    expect(await codeOf(start(ticketId, 'in'))).toBe('OK');
  });

  test('the station exists and the ticket covers it', async () => {
    const oneWay = await hanako.inUse('haruka-kix-tennoji');
    expect(await codeOf(start(oneWay, 'in', { stationId: 'nowhere' }))).toBe('SEAT-0013');
    expect(await codeOf(start(oneWay, 'in', { stationId: 'kyoto' }))).toBe('SEAT-0010');
    expect(await codeOf(start(oneWay, 'in', { stationId: 'kansai-airport' }))).toBe('OK');
    expect(await codeOf(start(oneWay, 'out', { stationId: 'tennoji' }))).toBe('OK');
  });
});

describe('entry and exit', () => {
  test('follow each other, show for five minutes and are told on the ticket', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    expect(await codeOf(start(ticketId, 'out'))).toBe('TKT-0009');
    const entry = (await start(ticketId, 'in')).json().data;
    expect(entry).toMatchObject({
      ...{ code: 35, stationId: 'kyoto' },
      ...{ verifiedAt: '2026-04-01 09:00:00', verifiedUntil: '2026-04-01 09:05:00' },
    });
    expect(await codeOf(start(ticketId, 'in'))).toBe('TKT-0008');
    expect(await hanako.load(ticketId)).toMatchObject({
      entry: {
        ...{ stationId: 'kyoto', at: '2026-04-01 09:00:00', verifiedUntil: '2026-04-01 09:05:00' },
        recordId: entry.recordId,
      },
      stationFromDate: '2026-04-01 09:00:00',
      transferable: false,
    });
    fixture.deps.advance(299_999);
    expect(await resultOf(entry.recordId)).toBe('open');
    fixture.deps.advance(1);
    expect(await resultOf(entry.recordId)).toBe('expired');
    expect(await codeOf(start(ticketId, 'in'))).toBe('TKT-0008');
    const exit = (await start(ticketId, 'out', { stationId: 'osaka' })).json().data;
    expect([exit.code, await resultOf(entry.recordId), await resultOf(exit.recordId)]).toEqual([
      36,
      'passed',
      'open',
    ]);
    expect(await hanako.load(ticketId)).toMatchObject({
      ...{ entry: null, status: 'inUse', stationDepartDate: '2026-04-01 09:05:00', transferable: true },
    });
    expect(await codeOf(start(ticketId, 'out'))).toBe('TKT-0009');
    expect(await codeOf(start(ticketId, 'in'))).toBe('OK');
  });

  test('an exit uses up a one-way ticket, the second one a round trip', async () => {
    const oneWay = await hanako.inUse('haruka-kix-kyoto');
    const roundTrip = await hanako.inUse('haruka-round-kyoto');
    const journey = async (ticketId: string, from: string, to: string) => {
      await start(ticketId, 'in', { stationId: from });
      const exit = (await start(ticketId, 'out', { stationId: to })).json().data;
      return [(await hanako.load(ticketId)).status, await resultOf(exit.recordId)];
    };
    expect(await journey(oneWay, 'kansai-airport', 'kyoto')).toEqual(['used', 'open']);
    expect((await codesOf(oneWay)).at(-1)).toEqual({ code: 36, from_status: 'inUse', to_status: 'used' });
    expect(await codeOf(start(oneWay, 'in'))).toBe('TKT-0006');
    expect((await journey(roundTrip, 'kansai-airport', 'kyoto'))[0]).toBe('inUse');
    expect((await journey(roundTrip, 'kyoto', 'kansai-airport'))[0]).toBe('used');
  });

  test('an entry is cancelled once, only by its owner, and the one before counts again', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    await start(ticketId, 'in');
    await start(ticketId, 'out');
    fixture.deps.advance(60_000);
    const { recordId } = (await start(ticketId, 'in')).json().data;
    const taro = await fixture.traveller('taro');
    expect(await codeOf(taro.remove('deleteUseFlag', { recordId }))).toBe('TKT-0001');
    expect(await codeOf(taro.get('useResult', { recordId }))).toBe('TKT-0001');
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('OK');
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('TKT-0009');
    expect(await resultOf(recordId)).toBe('cancelled');
    expect(await hanako.load(ticketId)).toMatchObject({
      entry: null,
      stationFromDate: '2026-04-01 09:00:00',
    });
    expect((await codesOf(ticketId)).map(({ code }) => code)).toEqual([35, 36, 35, 34]);
  });

  test('an entry whose time is over can still be cancelled; an exit and an entry that was passed cannot', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const first = (await start(ticketId, 'in')).json().data.recordId;
    fixture.deps.advance(600_000);
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId: first }))).toBe('OK');
    const second = (await start(ticketId, 'in')).json().data.recordId;
    const exit = (await start(ticketId, 'out')).json().data.recordId;
    for (const recordId of [second, exit])
      expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('TKT-0009');
  });

  test('a gate that let the ticket in counts as an entry, and its record is none of the traveller', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const at = new Date(fixture.deps.clock());
    const passage = { ticket_id: ticketId, station_id: 'osaka', method: 'gate' };
    await fixture.deps.db
      .insertInto('ticket_entry')
      .values({
        ...{ record_id: 'gate:1', direction: 'in', state: 'open', ...passage },
        ...{ verified_at: at, verified_until: new Date('9999-12-31T00:00:00Z'), closed_at: null },
      })
      .execute();
    expect((await hanako.load(ticketId)).entry).toEqual({ stationId: 'osaka', at: '2026-04-01 09:00:00' });
    expect(await codeOf(start(ticketId, 'in'))).toBe('TKT-0008');
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId: 'gate:1' }))).toBe('TKT-0001');
    expect(await codeOf(start(ticketId, 'out'))).toBe('OK');
    expect((await hanako.load(ticketId)).entry).toBeNull();
  });

  test('a clock that is set back, or another process with its own, changes no order: cancelled is outside, and so is gone out', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const { recordId } = (await start(ticketId, 'in')).json().data;
    fixture.deps.advance(-2_000);
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('OK');
    for (const way of ['in', 'out', 'in', 'out'] as const) {
      fixture.deps.advance(-2_000);
      expect(await codeOf(start(ticketId, way))).toBe('OK');
    }
    const { items } = (await hanako.get('history', { ticketId, site: 'all' })).json().data;
    expect(items.map((item: { code: number }) => item.code)).toEqual([36, 35, 36, 35, 34, 35]);
    expect(await hanako.load(ticketId)).toMatchObject({ entry: null, transferable: true });
    const taro = await fixture.traveller('taro');
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  });

  test('a ticket not in use, expired, suspended or of somebody else does not enter', async () => {
    const bound = await hanako.bound('kansai-pass-2day');
    const inUse = await hanako.inUse('city-day-qr');
    const taro = await fixture.traveller('taro');
    const set = (status: 'suspended' | 'inUse') =>
      fixture.deps.db.updateTable('ticket').set({ status }).where('ticket_id', '=', inUse).execute();
    expect(await codeOf(start(bound, 'in'))).toBe('TKT-0006');
    expect(await codeOf(start(inUse, 'in', { who: taro }))).toBe('TKT-0001');
    await set('suspended');
    expect(await codeOf(start(inUse, 'in'))).toBe('TKT-0007');
    await set('inUse');
    fixture.deps.advance(15 * 3_600_000 - 1);
    await hanako.signIn();
    expect(await codeOf(start(inUse, 'in'))).toBe('OK');
    fixture.deps.advance(1);
    expect(await codeOf(start(inUse, 'out'))).toBe('TKT-0005');
  });
});

describe('two phones at once', () => {
  test('one enters, one exits, one cancels, and a retry with its key gets the first answer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ticketId = await hanako.inUse('kansai-pass-2day');
      const both = (direction: 'in' | 'out') =>
        Promise.all([1, 2].map(() => codeOf(start(ticketId, direction)))).then((codes) => codes.toSorted());
      expect(await both('in')).toEqual(['OK', 'TKT-0008']);
      expect(await both('out')).toEqual(['OK', 'TKT-0009']);
      const { recordId } = (await start(ticketId, 'in')).json().data;
      const rivals = await Promise.all([
        codeOf(hanako.remove('deleteUseFlag', { recordId })),
        codeOf(start(ticketId, 'out')),
      ]);
      expect([
        ['OK', 'TKT-0009'],
        ['TKT-0009', 'OK'],
      ]).toContainEqual(rivals);
    }
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const headers = { 'idempotency-key': 'enter-once-1' };
    const answers = await Promise.all([1, 2].map(() => start(ticketId, 'in', { headers })));
    expect(answers.map((answer) => answer.json())).toEqual(Array(2).fill(answers[0]?.json()));
    expect((await codesOf(ticketId)).length).toBe(1);
  });
});
