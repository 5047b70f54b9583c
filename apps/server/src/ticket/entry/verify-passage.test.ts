// Entries and exits that the traveller verifies: by each method, in order, cancelled, and their effects.
import { offeredLanguages } from '@kippu/contract/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { newIssuerKeys } from '../../platform/keys/issuer-keys.ts';
import { signPoster } from '../../station/poster.ts';
import { codeOf, openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';

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

describe('the proof of the station', () => {
  test("a station's poster proves it; another station's poster, a forgery, an old key and an unrelated code do not", async () => {
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

  test('a position within 1,000 m, its accuracy considered, proves it; the distance is shown and nothing is stored', async () => {
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

  test('a manual choice needs the whole checklist', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    expect(await codeOf(start(ticketId, 'in', {}, {}))).toBe('TKT-0012');
    expect(await codeOf(start(ticketId, 'in', {}, { checked: CHECKLIST.slice(1) }))).toBe('TKT-0012');
    expect(await codeOf(start(ticketId, 'in'))).toBe('OK');
  });

  test('the station must exist and the ticket must cover it', async () => {
    const oneWay = await hanako.inUse('haruka-kix-tennoji');
    expect(await codeOf(start(oneWay, 'in', { stationId: 'nowhere' }))).toBe('SEAT-0013');
    expect(await codeOf(start(oneWay, 'in', { stationId: 'kyoto' }))).toBe('SEAT-0010');
    expect(await codeOf(start(oneWay, 'in', { stationId: 'kansai-airport' }))).toBe('OK');
    expect(await codeOf(start(oneWay, 'out', { stationId: 'tennoji' }))).toBe('OK');
  });
});

describe('entry and exit', () => {
  test('alternate, show for five minutes and appear on the ticket', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    expect(await codeOf(start(ticketId, 'out'))).toBe('TKT-0009');
    const entry = (await start(ticketId, 'in')).json().data;
    expect(entry).toMatchObject({
      code: 35,
      stationId: 'kyoto',
      verifiedAt: '2026-04-01 09:00:00',
      verifiedUntil: '2026-04-01 09:05:00',
    });
    expect(await codeOf(start(ticketId, 'in'))).toBe('TKT-0008');
    expect(await hanako.load(ticketId)).toMatchObject({
      entry: {
        stationId: 'kyoto',
        at: '2026-04-01 09:00:00',
        verifiedUntil: '2026-04-01 09:05:00',
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
      entry: null,
      status: 'inUse',
      stationDepartDate: '2026-04-01 09:05:00',
      transferable: true,
    });
    expect(await codeOf(start(ticketId, 'out'))).toBe('TKT-0009');
    expect(await codeOf(start(ticketId, 'in', { stationId: 'tennoji' }))).toBe('OK');
  });

  test('a ticket cannot pass the same station twice within ten minutes, so that it takes no second person through', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const at = (stationId: string) => ({ stationId });
    expect(await codeOf(start(ticketId, 'in'))).toBe('OK');
    const back = (await start(ticketId, 'out')).json();
    expect([back.code, back.values]).toEqual(['TKT-0021', { minutes: 10 }]);
    // A detour through another station does not help.
    expect(await codeOf(start(ticketId, 'out', at('osaka')))).toBe('OK');
    expect(await codeOf(start(ticketId, 'in'))).toBe('TKT-0021');
    expect(await codeOf(start(ticketId, 'in', at('osaka')))).toBe('TKT-0021');
    fixture.deps.advance(599_999);
    expect(await codeOf(start(ticketId, 'in'))).toBe('TKT-0021');
    fixture.deps.advance(1);
    expect(await codeOf(start(ticketId, 'in'))).toBe('OK');
    expect((await codesOf(ticketId)).map(({ code }) => code)).toEqual([35, 36, 35]);
  });

  test('a passage through a gate counts for those ten minutes too', async () => {
    const [inside, outside] = [
      await hanako.inUse('kansai-pass-2day'),
      await hanako.inUse('kansai-pass-2day'),
    ];
    const at = new Date(fixture.deps.clock());
    await fixture.deps.db
      .insertInto('ticket_entry')
      .values({
        record_id: 'gate:2',
        ticket_id: inside,
        station_id: 'kyoto',
        direction: 'in',
        method: 'gate',
        state: 'open',
        verified_at: at,
        verified_until: at,
        closed_at: null,
      })
      .execute();
    await fixture.deps.db
      .insertInto('ticket_event')
      .values({
        ticket_id: outside,
        kind: 'gateExit',
        code: 32,
        from_status: null,
        to_status: null,
        station_id: 'kyoto',
        method: 'gate',
        actor: 'gate:x',
        detail: null,
        at,
      })
      .execute();
    expect(await codeOf(start(inside, 'out'))).toBe('TKT-0021');
    expect(await codeOf(start(inside, 'out', { stationId: 'osaka' }))).toBe('OK');
    expect(await codeOf(start(outside, 'in'))).toBe('TKT-0021');
    expect(await codeOf(start(outside, 'in', { stationId: 'osaka' }))).toBe('OK');
  });

  test('a traveller who turns back before the barrier cancels the entry and enters there again', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    for (let time = 0; time < 2; time += 1) {
      const { recordId } = (await start(ticketId, 'in')).json().data;
      expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('OK');
    }
    expect(await codeOf(start(ticketId, 'in'))).toBe('OK');
  });

  test('the first exit uses up a one-way ticket, the second a round trip', async () => {
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
    fixture.deps.advance(601_000);
    expect((await journey(roundTrip, 'kyoto', 'kansai-airport'))[0]).toBe('used');
  });

  test('an entry is cancelled once, only by its owner, and the previous entry counts again', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    await start(ticketId, 'in');
    await start(ticketId, 'out', { stationId: 'osaka' });
    fixture.deps.advance(60_000);
    const { recordId } = (await start(ticketId, 'in', { stationId: 'tennoji' })).json().data;
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

  test('an entry whose five minutes are over can still be cancelled; an exit and a completed entry cannot', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const first = (await start(ticketId, 'in')).json().data.recordId;
    fixture.deps.advance(599_999);
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId: first }))).toBe('OK');
    const second = (await start(ticketId, 'in')).json().data.recordId;
    const exit = (await start(ticketId, 'out', { stationId: 'osaka' })).json().data.recordId;
    for (const recordId of [second, exit])
      expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('TKT-0009');
  });

  test('an entry can be cancelled for ten minutes; after that staff help', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const { recordId, cancellableUntil } = (await start(ticketId, 'in')).json().data;
    expect(cancellableUntil).toBe('2026-04-01 09:10:00');
    fixture.deps.advance(600_000);
    const refused = (await hanako.remove('deleteUseFlag', { recordId })).json();
    expect([refused.code, refused.values]).toEqual(['TKT-0019', { minutes: 10, times: 2 }]);
    fixture.deps.advance(5 * 3_600_000);
    await hanako.signIn();
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('TKT-0019');
    expect((await hanako.load(ticketId)).entry).toMatchObject({ recordId });
    for (const language of offeredLanguages()) {
      const answer = await fixture.app.inject({
        method: 'DELETE',
        url: '/jtr-jwqs-app/guest/ticket/info/deleteUseFlag',
        query: { recordId },
        headers: { authorization: hanako.authorization(), 'accept-language': language },
      });
      expect(answer.json().msg, language).toMatch(/10.*2/s);
    }
  });

  test('two entries of a ticket can be cancelled a day; staff help with the third, and the entries of the next day start from zero', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    for (const code of ['OK', 'OK', 'TKT-0019']) {
      const { recordId, cancellableUntil } = (await start(ticketId, 'in')).json().data;
      expect(cancellableUntil !== undefined).toBe(code === 'OK');
      const { data } = (await hanako.get('useResult', { recordId })).json();
      expect(data.cancellableUntil).toBe(cancellableUntil);
      expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe(code);
    }
    expect(await codeOf(start(ticketId, 'out', { stationId: 'osaka' }))).toBe('OK');
    // Until the last millisecond of the day in Japan.
    fixture.deps.advance(Date.parse('2026-04-01T23:59:59.999+09:00') - fixture.deps.clock());
    await hanako.signIn();
    const { recordId } = (await start(ticketId, 'in')).json().data;
    const cancelled = async () => codeOf(hanako.remove('deleteUseFlag', { recordId }));
    const shown = async () => (await hanako.get('useResult', { recordId })).json().data.cancellableUntil;
    expect([await shown(), await cancelled()]).toEqual([undefined, 'TKT-0019']);
    // What an answer said before midnight is true after it.
    fixture.deps.advance(1);
    expect([await shown(), await cancelled()]).toEqual([undefined, 'TKT-0019']);
    await start(ticketId, 'out', { stationId: 'tennoji' });
    const next = (await start(ticketId, 'in', { stationId: 'shin-osaka' })).json().data.recordId;
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId: next }))).toBe('OK');
  });

  test('two phones that cancel two entries at once do not exceed the limit', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const { recordId } = (await start(ticketId, 'in')).json().data;
    const codes = await Promise.all([1, 2].map(() => codeOf(hanako.remove('deleteUseFlag', { recordId }))));
    expect(codes.toSorted()).toEqual(['OK', 'TKT-0009']);
    expect((await codesOf(ticketId)).filter(({ code }) => code === 34)).toHaveLength(1);
  });

  test('an entry through a gate counts as an entry, and the traveller cannot read or cancel its record', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const at = new Date(fixture.deps.clock());
    const passage = { ticket_id: ticketId, station_id: 'osaka', method: 'gate' };
    await fixture.deps.db
      .insertInto('ticket_entry')
      .values({
        record_id: 'gate:1',
        direction: 'in',
        state: 'open',
        ...passage,
        verified_at: at,
        verified_until: new Date('9999-12-31T00:00:00Z'),
        closed_at: null,
      })
      .execute();
    expect((await hanako.load(ticketId)).entry).toEqual({ stationId: 'osaka', at: '2026-04-01 09:00:00' });
    expect(await codeOf(start(ticketId, 'in'))).toBe('TKT-0008');
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId: 'gate:1' }))).toBe('TKT-0001');
    expect(await codeOf(start(ticketId, 'out'))).toBe('OK');
    expect((await hanako.load(ticketId)).entry).toBeNull();
  });

  test('a clock set back, or another process with its own clock, keeps the order: a cancelled entry and an exit are outside', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const { recordId } = (await start(ticketId, 'in')).json().data;
    fixture.deps.advance(-2_000);
    expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('OK');
    const passages = [
      { direction: 'in', stationId: 'kyoto' } as const,
      { direction: 'out', stationId: 'osaka' } as const,
      { direction: 'in', stationId: 'tennoji' } as const,
      { direction: 'out', stationId: 'shin-osaka' } as const,
    ];
    for (const { direction, stationId } of passages) {
      fixture.deps.advance(-2_000);
      expect(await codeOf(start(ticketId, direction, { stationId }))).toBe('OK');
    }
    const { items } = (await hanako.get('history', { ticketId, site: 'all' })).json().data;
    expect(items.map((item: { code: number }) => item.code)).toEqual([36, 35, 36, 35, 34, 35]);
    expect(await hanako.load(ticketId)).toMatchObject({ entry: null, transferable: true });
    const taro = await fixture.traveller('taro');
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  });

  test("a ticket that is not in use, expired, suspended or another account's cannot enter", async () => {
    const bound = await hanako.bound('kansai-pass-2day');
    const inUse = await hanako.inUse('city-day-qr');
    const taro = await fixture.traveller('taro');
    const set = (status: 'suspended' | 'inUse') =>
      fixture.deps.db.updateTable('ticket').set({ status }).where('ticket_id', '=', inUse).execute();
    expect(await codeOf(start(bound, 'in'))).toBe('TKT-0006');
    const at = { stationId: 'osaka' };
    expect(await codeOf(start(inUse, 'in', { ...at, who: taro }))).toBe('TKT-0001');
    await set('suspended');
    expect(await codeOf(start(inUse, 'in', at))).toBe('TKT-0007');
    await set('inUse');
    fixture.deps.advance(15 * 3_600_000 - 1);
    await hanako.signIn();
    expect(await codeOf(start(inUse, 'in', at))).toBe('OK');
    // A traveller who entered in the last second may leave after midnight, and cannot enter again.
    fixture.deps.advance(1);
    expect(await codeOf(start(inUse, 'out', { stationId: 'tennoji' }))).toBe('OK');
    for (const direction of ['in', 'out'] as const)
      expect(await codeOf(start(inUse, direction, at))).toBe('TKT-0005');
  });

  test('an entry within the validity may exit for four hours after it, to the last second', async () => {
    const [early, late] = [await hanako.inUse('city-day-qr'), await hanako.inUse('city-day-qr')];
    const at = { stationId: 'osaka' };
    for (const ticketId of [early, late]) expect(await codeOf(start(ticketId, 'in', at))).toBe('OK');
    fixture.deps.advance(wallToEpoch('2026-04-02 03:59:59') + 999 - fixture.deps.clock());
    await hanako.signIn();
    expect(await hanako.load(early)).toMatchObject({ expired: true, exitUntil: '2026-04-02 03:59:59' });
    const listed = async (tab: string) =>
      (await hanako.get('list', { tab }))
        .json()
        .data.items.map((item: { ticketId: string }) => item.ticketId);
    expect((await listed('active')).toSorted()).toEqual([early, late].toSorted());
    expect(await listed('past')).toEqual([]);
    expect(await codeOf(start(early, 'out', at))).toBe('OK');
    expect([await listed('active'), await listed('past')]).toEqual([[late], [early]]);
    fixture.deps.advance(1);
    expect(await codeOf(start(late, 'out', at))).toBe('TKT-0005');
    expect([await listed('active'), (await listed('past')).length]).toEqual([[], 2]);
  });
});

describe('two phones at once', () => {
  test('one enters, one exits, one cancels, and a retry with its key gets the first answer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ticketId = await hanako.inUse('kansai-pass-2day');
      const both = (direction: 'in' | 'out', stationId: string) =>
        Promise.all([1, 2].map(() => codeOf(start(ticketId, direction, { stationId })))).then((codes) =>
          codes.toSorted(),
        );
      expect(await both('in', 'kyoto')).toEqual(['OK', 'TKT-0008']);
      expect(await both('out', 'osaka')).toEqual(['OK', 'TKT-0009']);
      const { recordId } = (await start(ticketId, 'in', { stationId: 'tennoji' })).json().data;
      const rivals = await Promise.all([
        codeOf(hanako.remove('deleteUseFlag', { recordId })),
        codeOf(start(ticketId, 'out', { stationId: 'shin-osaka' })),
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
