// A traveller cannot erase an entry through a gate: not by cancelling a verification made beside it, whenever the gate reports.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { epochToWall } from '@kippu/domain/time/service-day';
import { openDeskApp, type DeskFixture } from '../../test/ticket/desk-ticket.ts';
import { certificateOf, codeShown, newPhone, passage, type EnrolledGate } from '../../test/gate/gate.ts';
import { codeOf, type TestUser } from '../../test/ticket/ticket.ts';

let fixture: DeskFixture;
let gate: EnrolledGate;
let hanako: TestUser;
let taro: TestUser;
let ticketId = '';

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  gate = await fixture.gate('tennoji');
  hanako = await fixture.traveller('hanako');
  taro = await fixture.traveller('taro');
  ticketId = await hanako.inUse('kansai-pass-2day');
  fixture.deps.advance(10_000);
});

const verify = async (who = hanako) => {
  const query = `ticketId=${ticketId}&stationId=tennoji&direction=in&method=manual`;
  return (await who.post(`start?${query}`, { checked: [...CHECKLIST] })).json();
};
const cancel = (recordId: string) => codeOf(hanako.remove('deleteUseFlag', { recordId }));
/** A report of an entry at the gate, with the certificate that the traveller has now. */
const entryNow = async (secondsLater = 0) =>
  passage(ticketId, {
    at: `2026-04-01 09:00:${10 + secondsLater}`,
    certificate: await fixture.certificateFor(ticketId),
  });
/** What keeps one ticket from carrying two. */
const inside = async () => ({
  entry: (await hanako.load(ticketId)).entry,
  transfer: await codeOf(hanako.transfer(ticketId, taro.email)),
  reissue: await codeOf(fixture.change(ticketId, 'reissue')),
  again: (await verify()).code,
});
const INSIDE = {
  entry: { stationId: 'tennoji', at: '2026-04-01 09:00:10' },
  transfer: 'TKT-0008',
  reissue: 'TKT-0008',
  again: 'TKT-0008',
};

describe.each([
  ['in the same second', 300, []],
  ['some seconds after the gate', 4300, ['sameDirection']],
])('a verification %s', (_, later, conflicts) => {
  test('cannot be cancelled once the gate has reported', async () => {
    const report = await entryNow();
    fixture.deps.advance(later);
    const { recordId } = (await verify()).data;
    await gate.reportNow([report]);
    expect(await cancel(recordId)).toBe('TKT-0009');
    expect(await inside()).toEqual(INSIDE);
    expect(await fixture.conflicts(ticketId)).toEqual(conflicts);
  });

  test('that was cancelled leaves the entry that the gate reports later', async () => {
    const report = await entryNow();
    fixture.deps.advance(later);
    expect(await cancel((await verify()).data.recordId)).toBe('OK');
    fixture.deps.advance(3_600_000);
    await hanako.signIn();
    await gate.reportNow([report]);
    expect(await inside()).toEqual(INSIDE);
    expect(await fixture.conflicts(ticketId)).toEqual(conflicts);
  });

  test('and the gate’s report at the same time as its cancellation: the entry is open', async () => {
    const report = await entryNow();
    fixture.deps.advance(later);
    const { recordId } = (await verify()).data;
    const [cancelled] = await Promise.all([cancel(recordId), gate.reportNow([report])]);
    expect(['OK', 'TKT-0009']).toContain(cancelled);
    expect(await inside()).toEqual(INSIDE);
    expect(await fixture.conflicts(ticketId)).toEqual(conflicts);
  });
});

describe('a ticket whose journeys gates report as over while a verified entry keeps it in use', () => {
  const ROUND = 'haruka-round-kyoto';
  const ride = async (product: string) => {
    ticketId = await hanako.inUse(product);
    const [airport, kyoto] = [await fixture.gate('kansai-airport'), await fixture.gate('kyoto')];
    const certificate = await fixture.certificateFor(ticketId);
    const after = (minutes: number) => epochToWall(fixture.deps.clock() + minutes * 60_000);
    const reports: [EnrolledGate, object][] = [
      [airport, passage(ticketId, { certificate, at: after(1) })],
      [kyoto, passage(ticketId, { certificate, at: after(10), code: 32 })],
    ];
    if (product === ROUND)
      reports.push(
        [kyoto, passage(ticketId, { certificate, at: after(30), code: 31 })],
        [airport, passage(ticketId, { certificate, at: after(40), code: 32 })],
      );
    fixture.deps.advance(50 * 60_000);
    await hanako.signIn();
    const { recordId } = (await verify()).data;
    fixture.deps.advance(60_000);
    for (const [at, event] of reports) await at.reportNow([event]);
    expect(await fixture.status(ticketId)).toBe('inUse');
    return { recordId, kyoto };
  };

  test.each(['haruka-kix-kyoto', ROUND])('is used when that entry is cancelled: %s', async (product) => {
    const { recordId } = await ride(product);
    expect(await cancel(recordId)).toBe('OK');
    expect(await fixture.status(ticketId)).toBe('used');
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('TKT-0013');
    expect((await verify()).code).toBe('TKT-0006');
  });

  test('opens no gate for another entry, however old that entry is, and one for the exit', async () => {
    const { kyoto } = await ride(ROUND);
    fixture.deps.advance(45 * 60_000);
    await hanako.signIn();
    const phone = await newPhone();
    const certificate = await certificateOf(hanako, ticketId, phone);
    const decide = async (direction: 'in' | 'out') => {
      const text = await codeShown(certificate, phone, fixture.deps.clock(), direction);
      return (await kyoto.decide({ text, direction })).json().data;
    };
    expect(await decide('in')).toMatchObject({ reason: 'used' });
    expect(await decide('out')).toEqual({ verdict: 'go' });
  });
});

test('a cancelled entry of the receiver does not show when the sender last entered', async () => {
  await gate.reportNow([await entryNow()]);
  fixture.deps.advance(20 * 60_000);
  await gate.reportNow([{ ...(await entryNow()), code: 32, at: '2026-04-01 09:15:00' }]);
  expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  fixture.deps.advance(20 * 60_000);
  await taro.signIn();
  const { recordId } = (await verify(taro)).data;
  expect(await codeOf(taro.remove('deleteUseFlag', { recordId }))).toBe('OK');
  expect(await taro.load(ticketId)).not.toHaveProperty('stationFromDate');
});

test('a verification is refused when the gate has reported before', async () => {
  await gate.reportNow([await entryNow()]);
  fixture.deps.advance(4300);
  expect((await verify()).code).toBe('TKT-0008');
});

test('an entry reported after the ticket was reissued is a conflict for the desk', async () => {
  const report = await entryNow();
  fixture.deps.advance(60_000);
  await fixture.changed(ticketId, 'reissue');
  await gate.reportNow([report]);
  expect(await fixture.conflicts(ticketId)).toEqual(['changedHands']);
  // Until the gate reports that the traveller had left before.
  await gate.reportNow([{ ...report, eventId: crypto.randomUUID(), code: 32, at: '2026-04-01 09:00:50' }]);
  expect(await fixture.conflicts(ticketId)).not.toContain('changedHands');
});

test('an entry passed by hand before a transfer, and reported after it, is the former owner’s', async () => {
  const report = passage(ticketId, { at: '2026-04-01 09:00:10' });
  fixture.deps.advance(60_000);
  expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  await gate.reportNow([report]);
  expect(await fixture.conflicts(ticketId)).toEqual(['formerOwner']);
  expect(await taro.load(ticketId)).toMatchObject({ entry: null });
});
