// After a gate is closed as of an earlier time, its later acts have no effect that is left: on the ticket's status, on where its
// traveller is, on its journeys, and on what a reissue copies.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { epochToWall } from '@kippu/domain/time/service-day';
import {
  certificateOf,
  codeShown,
  newPhone,
  passage,
  verdictsOf,
  type EnrolledGate,
} from '../../test/gate/gate.ts';
import { judgeClosedGates } from './passages/judge-closed-gate.ts';
import { staffAtDesk, type AskDesk } from '../../test/staff.ts';
import { KEY, openDeskApp, REASON, type DeskFixture } from '../../test/ticket/desk-ticket.ts';
import { codeOf, type TestUser } from '../../test/ticket/ticket.ts';

let fixture: DeskFixture;
let hanako: TestUser;
let taro: TestUser;
let manager: AskDesk;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
  taro = await fixture.traveller('taro', 'en');
  manager = await staffAtDesk(fixture, 'manager');
});

const ONE_WAY = 'haruka-kix-kyoto';
const ROUND = 'haruka-round-kyoto';
const PASS = 'kansai-pass-2day';
/** Until then the gates of this test were under control. */
const CONTROLLED = '2026-04-01 09:05:00';

const close = ({ gateId }: EnrolledGate, countsUntil = CONTROLLED) =>
  manager('POST', 'gates/close', { gateId, countsUntil });
const later = (ticketId: string, code: 31 | 32 | 37 | 38, at = '2026-04-01 09:10:00') =>
  passage(ticketId, { code, at });
const verify = (who: TestUser, ticketId: string, direction: 'in' | 'out', stationId: string) =>
  who.post(`start?${new URLSearchParams({ ticketId, stationId, direction, method: 'manual' })}`, {
    checked: [...CHECKLIST],
  });
/** Changes a ticket as staff do, who see its newest version. */
const change = async (ticketId: string, action: string) => {
  const { version } = await fixture.seen(ticketId);
  return fixture.post({ ticketId, action, reason: REASON, seen: { version } }, KEY);
};
const reissue = async (ticketId: string): Promise<string> => {
  const answer = (await change(ticketId, 'reissue')).json();
  expect(answer.code).toBe('OK');
  return answer.data.reissued.ticketId;
};
/** How many times staff at an honest gate can use a round trip before it is used up. */
async function journeysLeft(ticketId: string): Promise<number> {
  const gate = await fixture.gate('kyoto', 'in');
  for (let count = 0; ; count += 1) {
    if ((await fixture.status(ticketId)) === 'used') return count;
    fixture.deps.advance(60_000);
    expect(
      await verdictsOf(gate.reportNow([later(ticketId, 38, epochToWall(fixture.deps.clock()))])),
    ).toEqual(['accepted']);
  }
}

describe('a ticket that a stolen gate used up', () => {
  test.each(['reissue', 'refund', 'void', 'suspend'])(
    'has its former status again, so %s is possible before the conflict is resolved',
    async (action) => {
      const ticketId = await hanako.inUse(ONE_WAY);
      const stolen = await fixture.gate('kansai-airport', 'in');
      await stolen.events([later(ticketId, 38)]);
      expect((await change(ticketId, action)).json()).toMatchObject({ code: 'TKT-0006' });
      await close(stolen);
      expect(await fixture.conflicts(ticketId)).toEqual(['afterClosing']);
      const { status, events } = await fixture.seen(ticketId);
      expect(status).toBe('inUse');
      expect(events.slice(0, 3)).toMatchObject([
        { kind: 'reopen', from: 'used', to: 'inUse', by: 'system' },
        { kind: 'finish', from: 'inUse', to: 'used' },
        { kind: 'forcedUse' },
      ]);
      expect((await change(ticketId, action)).json().code).toBe('OK');
    },
  );

  test('has the status bound again if it was not in use', async () => {
    const ticketId = await hanako.bound(ONE_WAY);
    const stolen = await fixture.gate('kansai-airport', 'in');
    await stolen.events([later(ticketId, 38)]);
    expect(await fixture.status(ticketId)).toBe('used');
    await close(stolen);
    expect(await fixture.status(ticketId)).toBe('bound');
    expect(await codeOf(hanako.post('use', { ticketId }))).toBe('OK');
  });

  test('is used up after the next journey that counts, and stays so', async () => {
    const ticketId = await hanako.inUse(ONE_WAY);
    const [stolen, honest] = [await fixture.gate('kansai-airport', 'in'), await fixture.gate('kyoto', 'out')];
    await stolen.events([later(ticketId, 38)]);
    await honest.events([later(ticketId, 37, '2026-04-01 09:12:00')]);
    await close(stolen);
    expect(await fixture.status(ticketId)).toBe('used');
    expect((await change(ticketId, 'reissue')).json().code).toBe('TKT-0006');
  });

  test('with a report that came late, counts until the gate is closed as of an earlier time', async () => {
    const ticketId = await hanako.inUse(ONE_WAY);
    const stolen = await fixture.gate('kansai-airport', 'in');
    fixture.deps.advance(1_200_000);
    await stolen.reportNow([later(ticketId, 38, '2026-04-01 09:03:00')]);
    await close(stolen);
    expect(await fixture.conflicts(ticketId)).toEqual(['reportedLate']);
    expect(await fixture.status(ticketId)).toBe('used');
    await close(stolen, '2026-04-01 09:01:00');
    expect(await fixture.status(ticketId)).toBe('inUse');
  });

  test('lets a traveller out who is inside: with a code, or verified at the station', async () => {
    const [byCode, byCheck] = [await hanako.inUse(ONE_WAY), await hanako.inUse(ONE_WAY)];
    const phone = await newPhone();
    const [entry, stolen, exit] = [
      await fixture.gate('kansai-airport', 'in'),
      await fixture.gate('kyoto', 'out'),
      await fixture.gate('kyoto', 'out'),
    ];
    await entry.events([byCode, byCheck].map((id) => later(id, 31, '2026-04-01 09:04:00')));
    await stolen.events([byCode, byCheck].map((id) => later(id, 37)));
    expect(await codeOf(hanako.get('qrcode', { ticketId: byCode, deviceKey: phone.deviceKey }))).toBe(
      'TKT-0006',
    );
    await close(stolen);
    const text = await codeShown(
      await certificateOf(hanako, byCode, phone),
      phone,
      fixture.deps.clock(),
      'out',
    );
    expect((await exit.decide({ text })).json().data).toEqual({ verdict: 'go' });
    expect(await codeOf(verify(hanako, byCheck, 'out', 'kyoto'))).toBe('OK');
    expect(await fixture.status(byCheck)).toBe('used');
  });
});

describe('an entry that was set aside', () => {
  const stolenEntry = async () => {
    const ticketId = await hanako.inUse(PASS);
    const stolen = await fixture.gate('osaka', 'in');
    await stolen.events([later(ticketId, 31)]);
    expect((await hanako.load(ticketId)).entry).not.toBeNull();
    await close(stolen);
    expect(await hanako.load(ticketId)).toMatchObject({ entry: null, transferable: true });
    return ticketId;
  };

  test('leaves the traveller outside for a verification, also at the same station at once', async () => {
    const ticketId = await stolenEntry();
    expect(await codeOf(verify(hanako, ticketId, 'out', 'tennoji'))).toBe('TKT-0009');
    expect(await codeOf(verify(hanako, ticketId, 'in', 'osaka'))).toBe('OK');
  });

  test('leaves the ticket transferable', async () => {
    expect(await codeOf(hanako.transfer(await stolenEntry(), taro.email))).toBe('OK');
  });

  test('leaves the ticket reissuable', async () => {
    await reissue(await stolenEntry());
  });

  test('is not in the history of its traveller, nor the time of an entry on the ticket', async () => {
    const ticketId = await stolenEntry();
    expect((await hanako.get('history', { ticketId, site: 'all' })).json().data.items).toEqual([]);
    expect((await hanako.load(ticketId)).stationFromDate).toBeUndefined();
    // Staff see what the gate reported.
    expect((await fixture.seen(ticketId)).events[0]).toMatchObject({ kind: 'entry', code: 31 });
  });

  test('does not make a gift used, which would keep its receiver from deleting the account', async () => {
    const ticketId = await hanako.inUse(PASS);
    await hanako.transfer(ticketId, taro.email);
    const stolen = await fixture.gate('osaka', 'in');
    await stolen.events([later(ticketId, 31)]);
    const reasons = async () => (await taro.logOff()).json().values.reasons;
    expect(await reasons()).toBe('passwordChangedRecently,ticketsInUse');
    await close(stolen);
    expect(await reasons()).toBe('passwordChangedRecently');
  });
});

describe('an exit that was set aside', () => {
  test('does not count as passed back at the same station', async () => {
    const ticketId = await hanako.inUse(PASS);
    const stolen = await fixture.gate('osaka', 'out');
    await stolen.events([later(ticketId, 32)]);
    expect(await codeOf(verify(hanako, ticketId, 'in', 'osaka'))).toBe('TKT-0021');
    await close(stolen);
    expect(await codeOf(verify(hanako, ticketId, 'in', 'osaka'))).toBe('OK');
  });

  test('uses no journey of a round trip, neither of the ticket nor of the one that replaces it', async () => {
    const [kept, replaced] = [await hanako.inUse(ROUND), await hanako.inUse(ROUND)];
    const stolen = await fixture.gate('kyoto', 'in');
    await stolen.events([kept, replaced].map((id) => later(id, 38)));
    await close(stolen);
    // Its first verified journey leaves the second.
    expect(await codeOf(verify(hanako, kept, 'in', 'kyoto'))).toBe('OK');
    fixture.deps.advance(60_000);
    expect(await codeOf(verify(hanako, kept, 'out', 'kansai-airport'))).toBe('OK');
    expect(await fixture.status(kept)).toBe('inUse');
    expect(await journeysLeft(await reissue(replaced))).toBe(2);
  });

  test('is taken back from a ticket that replaced the old one before the gate was closed', async () => {
    const [one, both] = [await hanako.inUse(ROUND), await hanako.inUse(ROUND)];
    const stolen = await fixture.gate('kyoto', 'in');
    await stolen.events([later(one, 38), later(both, 38)]);
    fixture.deps.advance(60_000);
    const [freshOne, freshBoth] = [await reissue(one), await reissue(both)];
    const third = await reissue(freshBoth);
    const honest = await fixture.gate('kyoto', 'in');
    await honest.events([later(freshOne, 38, '2026-04-01 09:15:00')]);
    expect(await fixture.status(freshOne)).toBe('used');
    await close(stolen);
    expect(await fixture.status(freshOne)).toBe('inUse');
    expect([await journeysLeft(freshOne), await journeysLeft(third)]).toEqual([1, 2]);
  });
});

describe("a former owner's code", () => {
  test.each([
    ['after the transfer', '2026-04-01 09:10:00', '2026-04-01 09:11:00'],
    ['in its second', '2026-04-01 09:06:00', '2026-04-01 09:06:00'],
    ['for a time before it', '2026-04-01 09:05:00', '2026-04-01 09:05:30'],
  ])('that gates report %s does not change the ticket of the new owner', async (_when, entered, left) => {
    const ticketId = await hanako.inUse(ONE_WAY);
    const phone = await newPhone();
    const old = await certificateOf(hanako, ticketId, phone);
    const [entry, exit] = [await fixture.gate('kansai-airport', 'in'), await fixture.gate('kyoto', 'out')];
    fixture.deps.advance(360_200);
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
    const certificate = Buffer.from(old).toString('base64url');
    const report = (gate: EnrolledGate, code: 31 | 32, at: string) =>
      verdictsOf(gate.events([passage(ticketId, { code, at, certificate })]));
    expect(await report(entry, 31, entered)).toEqual(['formerOwner']);
    expect(await report(exit, 32, left)).toEqual(['formerOwner']);
    expect(await fixture.conflicts(ticketId)).toEqual(['formerOwner', 'formerOwner']);

    expect(await taro.load(ticketId)).toMatchObject({ status: 'inUse', entry: null, transferable: true });
    expect((await taro.get('history', { ticketId, site: 'all' })).json().data.items).toEqual([]);
    const own = await newPhone();
    const fresh = await certificateOf(taro, ticketId, own);
    fixture.deps.advance(2_000);
    const text = await codeShown(fresh, own, fixture.deps.clock());
    expect((await entry.decide({ text })).json().data).toEqual({ verdict: 'go' });
    const mine = Buffer.from(fresh).toString('base64url');
    const at = epochToWall(fixture.deps.clock());
    expect(await verdictsOf(entry.events([passage(ticketId, { at, certificate: mine })]))).toEqual([
      'accepted',
    ]);
  });

  test('leaves the ticket reissuable', async () => {
    const ticketId = await hanako.inUse(ONE_WAY);
    const certificate = Buffer.from(await certificateOf(hanako, ticketId, await newPhone())).toString(
      'base64url',
    );
    const exit = await fixture.gate('kyoto', 'out');
    fixture.deps.advance(1_000);
    await hanako.transfer(ticketId, taro.email);
    await exit.events([passage(ticketId, { code: 32, at: '2026-04-01 09:10:00', certificate })]);
    expect((await taro.load(await reissue(ticketId))).status).toBe('inUse');
  });
});

test('the receiver of a ticket does not see when its sender last passed', async () => {
  const ticketId = await hanako.inUse(PASS);
  const gate = await fixture.gate('osaka');
  await gate.events([later(ticketId, 31), later(ticketId, 32, '2026-04-01 09:12:00')]);
  fixture.deps.advance(60_000);
  await hanako.transfer(ticketId, taro.email);
  await gate.events([later(ticketId, 31, '2026-04-01 09:16:00')]);
  const { stationFromDate, stationDepartDate } = await taro.load(ticketId);
  expect({ stationFromDate, stationDepartDate }).toEqual({
    stationFromDate: '2026-04-01 09:16:00',
    stationDepartDate: undefined,
  });
});

test.each(['before', 'after'])(
  'a gate that is closed %s a ticket is given back: its passages are listed as after the closing',
  async (when) => {
    const ticketId = await hanako.inUse(ONE_WAY);
    const certificate = Buffer.from(await certificateOf(hanako, ticketId, await newPhone())).toString(
      'base64url',
    );
    const gate = await fixture.gate('kansai-airport');
    fixture.deps.advance(10 * 60_000);
    const at = epochToWall(fixture.deps.clock());
    fixture.deps.advance(60_000);
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
    expect(await verdictsOf(gate.reportNow([passage(ticketId, { at, certificate })]))).toEqual([
      'formerOwner',
    ]);
    const back = async () => expect(await codeOf(taro.transfer(ticketId, hanako.email))).toBe('OK');
    if (when === 'after') await back();
    expect(await codeOf(close(gate))).toBe('OK');
    if (when === 'before') await back();
    expect(await fixture.conflicts(ticketId)).toEqual(['afterClosing']);
    expect((await hanako.load(ticketId)).entry).toBeNull();
  },
);

describe("a sender's exit that is set aside after the transfer", () => {
  const MINUTE = 60_000;
  const given = async (product: string, by: 'gate' | 'verified') => {
    const ticketId = await hanako.inUse(product);
    const [entry, stolen] = [await fixture.gate('kansai-airport', 'in'), await fixture.gate('kyoto', 'out')];
    fixture.deps.advance(MINUTE);
    const at = epochToWall(fixture.deps.clock());
    if (by === 'gate') await entry.reportNow([later(ticketId, 31, at)]);
    else expect(await codeOf(verify(hanako, ticketId, 'in', 'kansai-airport'))).toBe('OK');
    fixture.deps.advance(5 * MINUTE);
    await stolen.reportNow([later(ticketId, 32, epochToWall(fixture.deps.clock()))]);
    fixture.deps.advance(MINUTE);
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
    fixture.deps.advance(MINUTE);
    expect(await codeOf(close(stolen, at))).toBe('OK');
    return { ticketId, at };
  };

  test.each([ROUND, PASS].flatMap((product) => [[product, 'gate'] as const, [product, 'verified'] as const]))(
    'leaves the receiver outside: %s, entered by %s',
    async (product, by) => {
      const { ticketId } = await given(product, by);
      expect(await taro.load(ticketId)).toMatchObject({ entry: null, transferable: true });
      expect(await fixture.conflicts(ticketId)).toEqual(['afterClosing']);
      const gate = await fixture.gate('kyoto', 'in');
      const phone = await newPhone();
      const certificate = await certificateOf(taro, ticketId, phone);
      fixture.deps.advance(2000);
      const text = await codeShown(certificate, phone, fixture.deps.clock());
      expect((await gate.decide({ text })).json().data).toEqual({ verdict: 'go' });
      const at = epochToWall(fixture.deps.clock());
      const shown = Buffer.from(certificate).toString('base64url');
      expect(await verdictsOf(gate.reportNow([passage(ticketId, { at, certificate: shown })]))).toEqual([
        'accepted',
      ]);
      expect((await taro.load(ticketId)).entry).toMatchObject({ stationId: 'kyoto', at });
      expect(await fixture.conflicts(ticketId)).toEqual(['afterClosing']);
    },
  );

  test.each(['gate', 'verified'] as const)(
    'leaves the sender inside when they have the ticket again: entered by %s',
    async (by) => {
      const { ticketId, at } = await given(PASS, by);
      expect(await codeOf(taro.transfer(ticketId, hanako.email))).toBe('OK');
      expect((await hanako.load(ticketId)).entry).toMatchObject({ stationId: 'kansai-airport', at });
      expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('TKT-0008');
    },
  );
});

test('a passage that its gate sent in time is not late when it counts again after the closing', async () => {
  const ticketId = await hanako.inUse(PASS);
  const certificate = Buffer.from(await certificateOf(hanako, ticketId, await newPhone())).toString(
    'base64url',
  );
  const gate = await fixture.gate('kyoto');
  fixture.deps.advance(60_000);
  const at = epochToWall(fixture.deps.clock());
  fixture.deps.advance(60_000);
  await hanako.transfer(ticketId, taro.email);
  await gate.reportNow([passage(ticketId, { at, certificate })]);
  fixture.deps.advance(60_000);
  expect(await codeOf(close(gate, epochToWall(fixture.deps.clock())))).toBe('OK');
  fixture.deps.advance(60_000);
  expect(await codeOf(taro.transfer(ticketId, hanako.email))).toBe('OK');
  const { db, clock, operator } = fixture.deps;
  await judgeClosedGates({ db, clock, rules: operator.settings.rules });
  expect(await fixture.conflicts(ticketId)).toEqual(['changedHands']);
});
