// A ticket is transferred and reissued while gates report late: a passage counts for the ticket's owner of that moment, and for nobody else. An
// owner inside a station has a code to leave with.
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GateEvent } from '@kippu/contract/calls/gate/gate';
import { sql } from 'kysely';
import { lockedInTicketsMigration } from '../../platform/db/migrations/0077-locked-in-tickets.ts';
import { CHECKLIST } from '@kippu/contract/values';
import { epochToWall } from '@kippu/domain/time/service-day';
import {
  certificateOf,
  codeShown,
  newPhone,
  passage,
  verdictsOf,
  type EnrolledGate,
} from '../../../test/gate/gate.ts';
import { staffAtDesk } from '../../../test/staff.ts';
import { openDeskApp, REASON, type DeskFixture } from '../../../test/ticket/desk-ticket.ts';
import { codeOf, type TestUser } from '../../../test/ticket/ticket.ts';

const ONE_WAY = 'haruka-kix-kyoto';
const PASS = 'kansai-pass-2day';
/** How many random lives are compared with the model. Each enrols gates, and an address may do so only so often. */
const LIVES = 24;
const MINUTE_MS = 60_000;

let fixture: DeskFixture;
let people: TestUser[];
let phones: Awaited<ReturnType<typeof newPhone>>[];
let entry: EnrolledGate;
let exit: EnrolledGate;
/** The present ticket, and who has it. */
let ticketId: string;
let owner: number;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());

async function begin(product = ONE_WAY) {
  await fixture.reset();
  people = [await fixture.traveller('hanako', 'en'), await fixture.traveller('taro', 'en')];
  phones = [await newPhone(), await newPhone()];
  [entry, exit] = [await fixture.gate('kansai-airport'), await fixture.gate('kyoto')];
  ticketId = await person(0).inUse(product);
  owner = 0;
  fixture.deps.advance(MINUTE_MS);
}
beforeEach(() => begin());

function person(index: number): TestUser {
  const found = people[index];
  if (!found) throw new Error('nobody');
  return found;
}
const phoneOf = (index: number) => {
  const found = phones[index];
  if (!found) throw new Error('no phone');
  return found;
};

/** What a gate without a network did with the present ticket now. A minute later the next thing happens. */
async function pass(code: 31 | 32 | 38): Promise<GateEvent> {
  const at = epochToWall(fixture.deps.clock());
  const certificate =
    code === 38
      ? ''
      : Buffer.from(await certificateOf(person(owner), ticketId, phoneOf(owner))).toString('base64url');
  fixture.deps.advance(MINUTE_MS);
  return passage(ticketId, { code, at, certificate });
}
const report = (event: GateEvent): Promise<string> => reportTo(event.code === 31 ? entry : exit, event);
async function reportTo(gate: EnrolledGate, event: GateEvent): Promise<string> {
  const [{ verdict, reason }] = (await gate.reportNow([event])).json().data;
  return reason ?? verdict;
}
async function verify(): Promise<{ readonly code: string; readonly data: { readonly recordId: string } }> {
  const query = new URLSearchParams({ ticketId, stationId: 'tennoji', direction: 'in', method: 'manual' });
  const answer = (await person(owner).post(`start?${query}`, { checked: [...CHECKLIST] })).json();
  fixture.deps.advance(MINUTE_MS);
  return answer;
}
async function transfer(): Promise<string> {
  const code = await codeOf(person(owner).transfer(ticketId, person(1 - owner).email));
  if (code === 'OK') owner = 1 - owner;
  fixture.deps.advance(MINUTE_MS);
  return code;
}
async function reissue(): Promise<string> {
  const answer = (await fixture.change(ticketId, 'reissue')).json();
  if (answer.code === 'OK') ticketId = answer.data.reissued.ticketId;
  fixture.deps.advance(MINUTE_MS);
  return answer.code;
}
/** Whether the owner's phone gets a code for the exit and the gate there opens. */
async function canLeave(): Promise<boolean> {
  fixture.deps.advance(2_000);
  const certificate = await certificateOf(person(owner), ticketId, phoneOf(owner));
  const text = await codeShown(certificate, phoneOf(owner), fixture.deps.clock(), 'out');
  return (await exit.decide({ text })).json().data.verdict === 'go';
}

describe('a passage with a number that was replaced', () => {
  test.each([
    ['with its code', [31, 32]],
    ['by hand', [38]],
  ] as const)('%s leaves the ticket of a later owner unchanged', async (_how, codes) => {
    const old = ticketId;
    const late = [];
    for (const code of codes) late.push(await pass(code));
    await reissue();
    expect(await transfer()).toBe('OK');
    await report(await pass(31));
    for (const event of late) expect(await report(event)).toBe('formerOwner');
    expect(await fixture.conflicts(old)).toEqual(late.map(() => 'formerOwner'));
    expect(await fixture.status(ticketId)).toBe('inUse');
    expect(await canLeave()).toBe(true);
    await report(await pass(32));
    expect(await fixture.status(ticketId)).toBe('used');
    expect(await fixture.conflicts(ticketId)).toEqual([]);
  });

  test('of the same owner, who is inside with the new one, ends it when they have left', async () => {
    const late = [await pass(31), await pass(32)];
    await reissue();
    await report(await pass(31));
    for (const event of late) expect(await report(event)).not.toBe('formerOwner');
    expect(await fixture.status(ticketId)).toBe('inUse');
    expect(await canLeave()).toBe(true);
    expect(await fixture.conflicts(ticketId)).toEqual(['usedUp']);
    await report(await pass(32));
    expect(await fixture.status(ticketId)).toBe('used');
  });

  test('ends the new one, until the report of an entry shows that its owner is inside', async () => {
    const late = [await pass(31), await pass(32)];
    await reissue();
    const inside = await pass(31);
    for (const event of late) await report(event);
    expect(await fixture.status(ticketId)).toBe('used');
    await report(inside);
    expect(await fixture.status(ticketId)).toBe('inUse');
    expect(await canLeave()).toBe(true);
  });
});

describe('a ticket that was given away and came back', () => {
  test('counts what its owner did before, and shows it to them', async () => {
    const late = [await pass(31), await pass(32)];
    expect(await transfer()).toBe('OK');
    expect(await transfer()).toBe('OK');
    for (const event of late) expect(await report(event)).not.toBe('formerOwner');
    expect(await fixture.status(ticketId)).toBe('used');
    const { items } = (await person(0).get('history', { ticketId, site: 'all' })).json().data;
    expect(items.map(({ code }: { code: number }) => code)).toEqual([32, 31]);
  });

  test('counts it too when gates reported it in between', async () => {
    const late = [await pass(31), await pass(32)];
    expect(await transfer()).toBe('OK');
    for (const event of late) expect(await report(event)).toBe('formerOwner');
    expect(await fixture.status(ticketId)).toBe('inUse');
    expect(await transfer()).toBe('OK');
    expect(await fixture.status(ticketId)).toBe('used');
    expect(await fixture.conflicts(ticketId)).toEqual([]);
  });

  test('keeps what was wrong with the passages', async () => {
    // The ticket is for the way from the airport.
    const late = [await pass(32), await pass(31)];
    await transfer();
    for (const event of late)
      expect(await verdictsOf((event.code === 31 ? exit : entry).reportNow([event]))).toEqual([
        'formerOwner',
      ]);
    await transfer();
    const kinds = await fixture.conflicts(ticketId);
    expect(kinds.filter((kind) => kind === 'wrongPlace')).toHaveLength(2);
  });

  test('does not show its owner where somebody else went meanwhile', async () => {
    expect(await transfer()).toBe('OK');
    const theirs = [await pass(31)];
    expect(await transfer()).toBe('OK');
    for (const event of theirs) expect(await report(event)).toBe('formerOwner');
    const { items } = (await person(0).get('history', { ticketId, site: 'all' })).json().data;
    expect(items).toEqual([]);
  });
});

test('a passage by hand before the transfer is the sender’s, one after it the receiver’s', async () => {
  const late = await pass(38);
  await transfer();
  expect(await report(late)).toBe('formerOwner');
  expect(await fixture.status(ticketId)).toBe('inUse');
  expect(await report(await pass(38))).toBe('accepted');
  expect(await fixture.status(ticketId)).toBe('used');
});

test('a ticket that a former release used up while its traveller was inside is reopened by the migration, once', async () => {
  const { db } = fixture.deps;
  await report(await pass(31));
  const valid = new Date(Date.now() + 3_600_000);
  await db
    .updateTable('ticket')
    .set({ status: 'used', abt_expire_date: valid })
    .where('ticket_id', '=', ticketId)
    .execute();
  await db
    .insertInto('ticket_event')
    .values({
      ticket_id: ticketId,
      kind: 'finish',
      from_status: 'inUse',
      to_status: 'used',
      actor: 'system',
      at: new Date(fixture.deps.clock()),
      detail: null,
    })
    .execute();
  const [statement = ''] = lockedInTicketsMigration.batches;
  const changed = async () => (await sql.raw(statement).execute(db)).numAffectedRows;
  expect([await changed(), await changed()]).toEqual([1n, 0n]);
  expect(await fixture.status(ticketId)).toBe('inUse');
  expect((await fixture.seen(ticketId)).events[0]).toMatchObject({
    kind: 'reopen',
    from: 'used',
    to: 'inUse',
  });
});

type Act = 'enter' | 'leave' | 'force' | 'verify' | 'cancel' | 'transfer' | 'reissue' | 'close' | 'report';
const acts = fc.array(
  fc.record({
    act: fc.constantFrom<Act[]>(
      'enter',
      'leave',
      'enter',
      'leave',
      'force',
      'verify',
      'cancel',
      'transfer',
      'transfer',
      'reissue',
      'close',
      'report',
      'report',
      'report',
    ),
    pick: fc.nat(5),
  }),
  { minLength: 8, maxLength: 18 },
);
const lives = fc.record({
  product: fc.constantFrom(ONE_WAY, PASS),
  drawn: acts,
  /** Whether staff end the ticket before the last reports arrive. */
  end: fc.option(fc.constantFrom('refund', 'void', 'disuse')),
});

/** An independent model: who had the ticket at each passage and verified entry, and which number it had. */
interface Step {
  readonly by: number;
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
}
interface Ride extends Step {
  readonly event: GateEvent;
  readonly code: 31 | 32 | 38;
  readonly gate: EnrolledGate;
}
interface Reported {
  readonly ride: Ride;
  /** Whether its owner had the ticket then. If not, it counts once they have it again. */
  readonly inTime: boolean;
}
interface VerifiedEntry extends Step {
  readonly recordId: string;
}
interface Lived {
  readonly product: string;
  readonly reported: readonly Reported[];
  readonly verified: readonly VerifiedEntry[];
  readonly number: number;
  /** Until when closed gates count, epoch milliseconds. */
  readonly ends: ReadonlyMap<string, number>;
}
function expected({ product, reported, verified, number, ends }: Lived) {
  const counted = reported.flatMap(({ ride, inTime }) =>
    (inTime || ride.by === owner) && ride.at <= (ends.get(ride.gate.gateId) ?? ride.at) ? ride : [],
  );
  const entries = verified.map((step) => ({ ...step, code: 31 }));
  const own = [...counted, ...entries].filter((step) => step.number === number && step.by === owner);
  const inside = own.toSorted((a, b) => a.at - b.at).at(-1)?.code === 31;
  const isOver = product === ONE_WAY && counted.some(({ code }) => code !== 31);
  return { inside, status: isOver && !inside ? 'used' : 'inUse' };
}

test('in any life and any order of reports, the present owner’s passages count and nobody is locked in', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(lives, async ({ product, drawn, end }) => {
      await begin(product);
      const manager = await staffAtDesk(fixture, 'manager');
      let number = 0;
      let waiting: Ride[] = [];
      let verified: VerifiedEntry[] = [];
      const reported: Reported[] = [];
      const ends = new Map<string, number>();
      const deliver = async (ride: Ride) => {
        waiting = waiting.filter((each) => each !== ride);
        const inTime = ride.by === owner;
        reported.push({ ride, inTime });
        expect((await reportTo(ride.gate, ride.event)) === 'formerOwner').toBe(!inTime);
        if (!inTime) seen.add('aside');
      };
      const agree = async () => {
        const model = expected({ product, reported, verified, number, ends });
        expect(await fixture.status(ticketId)).toBe(model.status);
        expect((await person(owner).load(ticketId)).entry !== null).toBe(model.inside);
        return model;
      };
      const apply = async (act: Act, pick: number, isInside: boolean) => {
        if (act === 'transfer') return expect(await transfer()).toBe(isInside ? 'TKT-0008' : 'OK');
        if (act === 'reissue') {
          const code = await reissue();
          number += code === 'OK' ? 1 : 0;
          return expect(code).toBe(isInside ? 'TKT-0008' : 'OK');
        }
        const at = fixture.deps.clock();
        if (act === 'verify') {
          const { code, data } = await verify();
          if (code !== 'OK') return expect(code).toBe(isInside ? 'TKT-0008' : 'TKT-0021');
          seen.add('verified');
          return verified.push({ recordId: data.recordId, by: owner, number, at });
        }
        const code = act === 'enter' ? 31 : act === 'leave' ? 32 : 38;
        const gate = code === 31 ? entry : exit;
        return waiting.push({ event: await pass(code), code, gate, by: owner, number, at });
      };
      for (const { act, pick } of drawn) {
        const { status, inside: isInside } = await agree();
        const ride = waiting[pick % Math.max(1, waiting.length)];
        if (act === 'report') {
          if (ride) await deliver(ride);
        } else if (act === 'cancel') {
          const last = verified.findLast(({ by }) => by === owner);
          if (!last) continue;
          const code = await codeOf(person(owner).remove('deleteUseFlag', { recordId: last.recordId }));
          if (code === 'OK') verified = verified.filter((each) => each !== last);
          else expect(['TKT-0001', 'TKT-0009', 'TKT-0019']).toContain(code);
          seen.add(`cancel ${code}`);
        } else if (act === 'close') {
          const until = fixture.deps.clock() - pick * MINUTE_MS - 1000;
          const body = { gateId: exit.gateId, countsUntil: epochToWall(until) };
          expect(await codeOf(manager('POST', 'gates/close', body))).toBe('OK');
          ends.set(exit.gateId, Math.floor(until / 1000) * 1000);
          waiting = waiting.filter(({ gate }) => gate !== exit);
          exit = await fixture.gate('kyoto');
        } else if (status !== 'used') await apply(act, pick, isInside);
      }
      const { status, inside: isInside } = await agree();
      if (end !== null && status !== 'used' && number > 0) {
        const { version } = await fixture.seen(ticketId);
        const change = { ticketId, action: end, reason: REASON, seen: { version } };
        expect((await fixture.post(change)).json().code).toBe('OK');
        fixture.deps.advance(MINUTE_MS);
        for (const ride of waiting) {
          await deliver(ride);
          if (ride.by !== owner) continue;
          expect(await fixture.conflicts(ride.event.ticketId)).toContain('beforeRefund');
          seen.add(`beforeRefund ${ride.number < number ? 'of an old number' : ''}`);
        }
        return;
      }
      for (const ride of waiting) await deliver(ride);
      const last = await agree();
      if (last.inside) {
        const answer = await person(owner).get('qrcode', { ticketId, deviceKey: phoneOf(owner).deviceKey });
        expect(answer.json()).toMatchObject({ code: 'OK' });
      }
      seen.add(last.status);
      if (isInside || last.inside) seen.add('inside');
    }),
    { seed: 20_261_130, numRuns: LIVES },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'used',
      'inside',
      'aside',
      'verified',
      'cancel OK',
      'beforeRefund of an old number',
    ]),
  );
}, 240_000);
