// An offline gate reports a journey after its ticket was reissued: it stays with the old ticket, and a journey before the
// reissue is used up on the new ticket too.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passage, verdictsOf, type EnrolledGate } from '../../../test/gate/gate.ts';
import { listPassedAfter } from '../../gate/streams/passage-store.ts';
import { managerHeaders } from '../../../test/staff.ts';
import type { TestUser } from '../../../test/ticket/ticket.ts';
import { openDeskApp, pass, type DeskFixture } from '../../../test/ticket/desk-ticket.ts';

let fixture: DeskFixture;
let hanako: TestUser;
let gate: EnrolledGate;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
  gate = await fixture.gate('tennoji');
});

const ONE_WAY = 'haruka-kix-kyoto';
const ROUND = 'haruka-round-kyoto';
const PASS = 'kansai-pass-2day';

/** In use at 09:00, reissued at 10:00. Returns both ids. */
async function reissued(product: string): Promise<[string, string]> {
  await hanako.signIn();
  const old = await hanako.inUse(product);
  fixture.deps.advance(3_600_000);
  await hanako.signIn();
  return [old, await reissue(old)];
}
async function reissue(old: string): Promise<string> {
  const { reissued: fresh } = await fixture.changed(old, 'reissue');
  if (!fresh) throw new Error('no new ticket');
  return fresh.ticketId;
}
/** A journey of twenty minutes that began at `HH:mm`. */
const journey = (ticketId: string, from: string) => {
  const until = `${from.slice(0, 3)}${Number(from.slice(3)) + 20}`;
  return [
    passage(ticketId, { at: `2026-04-01 ${from}:00` }),
    passage(ticketId, { code: 32, at: `2026-04-01 ${until}:00` }),
  ];
};
const verdicts = (events: readonly object[]) => verdictsOf(gate.reportNow(events));
const statusOf = async (ticketId: string) => (await fixture.seen(ticketId)).status;
const passagesOf = async (ticketId: string) =>
  (await fixture.seen(ticketId)).events
    .filter(({ code }: { code?: number }) => code !== undefined)
    .map(({ kind, at }: { kind: string; at: string }) => `${kind} ${at.slice(11, 16)}`);
const conflicts = async (ticketId: string) => {
  const headers = await managerHeaders(fixture.deps);
  const answer = await fixture.app.inject({ url: '/desk/gate-conflicts', query: { ticketId }, headers });
  return answer.json().data.items.map(({ kind }: { kind: string }) => kind);
};

test('the only journey, reported late, stays with the old ticket and uses up the new one', async () => {
  const [old, fresh] = await reissued(ONE_WAY);
  const late = journey(old, '09:10');
  expect(await verdicts(late)).toEqual(['accepted', 'accepted']);
  expect(await passagesOf(old)).toEqual(['exit 09:30', 'entry 09:10']);
  expect(await passagesOf(fresh)).toEqual(['carriedExit 09:30']);
  expect([await statusOf(old), await statusOf(fresh)]).toEqual(['reissued', 'used']);
  expect([await conflicts(old), await conflicts(fresh)]).toEqual([[], []]);
  // An open code screen of the new ticket is not notified, since nobody passed with it.
  const watch = { accountId: hanako.accountId, sessionId: 'any', ticketId: fresh, after: '0' };
  expect(await listPassedAfter(fixture.deps.db, [watch])).toEqual([]);
  expect(await verdicts(late)).toEqual(['duplicate', 'duplicate']);
  expect(await passagesOf(fresh)).toHaveLength(1);
});

test('a passage with the old ticket after the reissue is a conflict for the desk, without effect on the new ticket', async () => {
  for (const product of [ONE_WAY, PASS]) {
    const [old, fresh] = await reissued(product);
    const clock = fixture.deps.clock();
    fixture.deps.advance(1_800_000);
    const from = new Date(clock + 9 * 3_600_000 + 300_000).toISOString().slice(11, 16);
    expect(await verdicts(journey(old, from))).toEqual(['revoked', 'revoked']);
    expect([await statusOf(old), await statusOf(fresh)]).toEqual(['reissued', 'inUse']);
    expect(await passagesOf(old)).toHaveLength(2);
    expect(await passagesOf(fresh)).toEqual([]);
    expect([await conflicts(old), await conflicts(fresh)]).toEqual([['revoked', 'revoked'], []]);
  }
});

test('a round trip: one journey reported late leaves one, two leave none, in one batch or in two', async () => {
  const [old, fresh] = await reissued(ROUND);
  await verdicts(journey(old, '09:30'));
  expect(await statusOf(fresh)).toBe('inUse');
  await pass(hanako, fresh, 'in');
  await pass(hanako, fresh, 'out');
  expect(await statusOf(fresh)).toBe('used');
  for (const batches of [1, 2]) {
    await fixture.reset();
    hanako = await fixture.traveller('hanako', 'en');
    gate = await fixture.gate('tennoji');
    const [both, none] = await reissued(ROUND);
    const late = [journey(both, '09:35'), journey(both, '09:05')];
    if (batches === 1) expect(await verdicts(late.flat())).toEqual(Array(4).fill('accepted'));
    else for (const each of late) expect(await verdicts(each)).toEqual(['accepted', 'accepted']);
    expect((await passagesOf(none)).toSorted()).toEqual(['carriedExit 09:25', 'carriedExit 09:55']);
    expect(await statusOf(none)).toBe('used');
  }
});

test('a journey that the new ticket made in the meantime is one too many, for the desk', async () => {
  const [old, fresh] = await reissued(ONE_WAY);
  fixture.deps.advance(1_800_000);
  expect(await verdicts(journey(fresh, '10:05'))).toEqual(['accepted', 'accepted']);
  expect(await conflicts(fresh)).toEqual([]);
  await verdicts(journey(old, '09:10'));
  expect(await conflicts(fresh)).toEqual(['usedUp']);
  expect(await statusOf(fresh)).toBe('used');
});

test('a ticket that was reissued twice passes late journeys of the first on; a pass does not', async () => {
  const [first, second] = await reissued(ONE_WAY);
  fixture.deps.advance(60_000);
  const third = await reissue(second);
  await verdicts(journey(first, '09:10'));
  expect(await Promise.all([first, second, third].map(statusOf))).toEqual(['reissued', 'reissued', 'used']);
  expect(await passagesOf(third)).toEqual(['carriedExit 09:30']);
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
  gate = await fixture.gate('tennoji');
  const [old, fresh] = await reissued(PASS);
  await verdicts(journey(old, '09:10'));
  expect([await passagesOf(fresh), await statusOf(fresh)]).toEqual([[], 'inUse']);
});

test('a report and a reissue at once never give the journey away', async () => {
  for (let round = 0; round < 4; round += 1) {
    await hanako.signIn();
    const old = await hanako.inUse(ONE_WAY);
    const at = new Date(fixture.deps.clock() + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    fixture.deps.advance(1_000);
    const events = [passage(old, { at }), passage(old, { at, code: 32 })];
    const [reported, changed] = await Promise.all([gate.reportNow(events), fixture.change(old, 'reissue')]);
    expect(reported.statusCode).toBe(200);
    const { code, data } = changed.json();
    if (code === 'OK') expect(await statusOf(data.reissued.ticketId)).toBe('used');
    else expect([code, await statusOf(old)]).toEqual(['TKT-0006', 'used']);
  }
});

describe('a passage before a refund of the ticket that replaced the old one, reported after it', () => {
  const ENDS = ['refund', 'void', 'disuse'] as const;
  test.each([ONE_WAY, PASS].flatMap((product) => ENDS.map((end) => [product, end] as const)))(
    '%s, %s: is a conflict',
    async (product, end) => {
      const [old, fresh] = await reissued(product);
      await fixture.changed(fresh, end);
      fixture.deps.advance(60_000);
      await verdicts(journey(old, '09:10'));
      expect(await conflicts(old)).toEqual(['beforeRefund', 'beforeRefund']);
    },
  );

  test('is one also after two reissues, and none when it was reported before the end', async () => {
    const [old, second] = await reissued(PASS);
    const third = await reissue(second);
    await verdicts(journey(old, '09:10'));
    await fixture.changed(third, 'void');
    await verdicts(journey(old, '09:35'));
    expect((await conflicts(old)).toSorted()).toEqual(['beforeRefund', 'beforeRefund', 'passBack']);
  });
});

test('staff who refund decide on the passages of the number that the ticket replaced, too', async () => {
  const [old, fresh] = await reissued(PASS);
  const { version } = await fixture.seen(fresh);
  await verdicts(journey(old, '09:10'));
  const refund = async (seen: object) =>
    (await fixture.post({ ticketId: fresh, action: 'refund', reason: 'asked for', seen })).json().code;
  expect(await refund({ version })).toBe('DESK-0001');
  expect(await refund({ status: 'inUse' })).toBe('DESK-0001');
  expect(await refund({ version: (await fixture.seen(fresh)).version })).toBe('OK');
});

test('a report does not show the owner of a reissued gift when its giver last left', async () => {
  const taro = await fixture.traveller('taro', 'en');
  const old = await hanako.inUse(PASS);
  await verdicts([passage(old, { at: '2026-04-01 09:00:00' })]);
  fixture.deps.advance(10 * 60_000);
  await verdicts([passage(old, { code: 32, at: '2026-04-01 09:10:00' })]);
  fixture.deps.advance(60_000);
  await hanako.transfer(old, taro.email);
  const fresh = await reissue(old);
  fixture.deps.advance(60_000);
  await verdicts([passage(fresh, { at: '2026-04-01 09:12:00' })]);
  const page = await taro.load(fresh);
  expect(page.stationFromDate).toBe('2026-04-01 09:12:00');
  expect(page).not.toHaveProperty('stationDepartDate');
});
