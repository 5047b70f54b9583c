// One ticket for two people: a verification at one station and a gate at another. Gates with and without a network follow one rule. Late reports
// of tickets that staff ended meanwhile, or that nobody had added, are listed, and so is a ride that the traveller verified after the last journey.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { epochToWall, wallToEpoch } from '@kippu/domain/time/service-day';
import { decideCode } from '@kippu/ticket-code/decide/decide-code';
import { PassedTickets } from '@kippu/ticket-code/decide/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/decide/revoked-tickets';
import { certificateOf, codeShown, newPhone, passage, type EnrolledGate } from '../../test/gate/gate.ts';
import { openDeskApp, type DeskFixture } from '../../test/ticket/desk-ticket.ts';
import { codeOf, type TestUser } from '../../test/ticket/ticket.ts';

const PASS = 'kansai-pass-2day';
const MINUTE_MS = 60_000;

let fixture: DeskFixture;
let hanako: TestUser;
let phone: Awaited<ReturnType<typeof newPhone>>;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
  phone = await newPhone();
});

const verify = (ticketId: string, direction: 'in' | 'out', stationId: string) =>
  hanako.post(`start?${new URLSearchParams({ ticketId, stationId, direction, method: 'manual' })}`, {
    checked: [...CHECKLIST],
  });

/** What the gate decides with a network, and without one by the state that it got just before. Both must be the same. */
async function decided(
  ticketId: string,
  gate: EnrolledGate,
  stationId: string,
  direction: 'in' | 'out' = 'in',
) {
  const now = fixture.deps.clock();
  const text = await codeShown(await certificateOf(hanako, ticketId, phone), phone, now, direction);
  const { verdict, reason } = (await gate.decide({ text })).json().data;
  const { data: state } = (await gate.state()).json();
  const passed = new PassedTickets();
  for (const { at, ticketId: id, ...each } of state.passed)
    passed.note(id, { ...each, at: wallToEpoch(at) / 1000 });
  for (const { at, ticketId: id, cancelled, stationId: place, ...each } of state.verified)
    passed.noteVerified(id, {
      ...each,
      at: wallToEpoch(at) / 1000,
      ...(cancelled ? {} : { stationId: place }),
    });
  const alone = decideCode(
    text,
    {
      issuerKeys: state.issuerKeys.map(({ publicKey, ...key }: { publicKey: string }) => ({
        ...key,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      })),
      singleProducts: new Set(state.singleProducts),
      revoked: new RevokedTickets(),
      passed,
      direction: 'both',
      stationId,
      passBackSeconds: state.passBackSeconds,
      exitGraceSeconds: 14_400,
    },
    now,
  );
  expect(alone.kind === 'go' ? undefined : alone.reason).toBe(reason);
  return reason ?? verdict;
}

test.each([PASS, 'haruka-kix-kyoto'])(
  '%s: a friend does not enter at another gate after a verified entry',
  async (product) => {
    const ticketId = await hanako.inUse(product);
    const [here, there] = product === PASS ? ['kyoto', 'osaka'] : ['kansai-airport', 'tennoji'];
    const [beside, elsewhere] = [await fixture.gate(here), await fixture.gate(there)];
    expect(await codeOf(verify(ticketId, 'in', here))).toBe('OK');
    fixture.deps.advance(MINUTE_MS);
    expect(await decided(ticketId, beside, here)).toBe('go');
    expect(await decided(ticketId, elsewhere, there)).not.toBe('go');
    fixture.deps.advance(7 * MINUTE_MS);
    expect(await decided(ticketId, beside, here)).toBe('used');
  },
);

test('an offline gate at another station let the friend in: the report is a conflict; beside the verification it is none', async () => {
  for (const [stationId, found] of [
    ['osaka', ['sameDirection']],
    ['kyoto', []],
  ] as const) {
    const ticketId = await hanako.inUse(PASS);
    const gate = await fixture.gate(stationId);
    const certificate = Buffer.from(await certificateOf(hanako, ticketId, phone)).toString('base64url');
    expect(await codeOf(verify(ticketId, 'in', 'kyoto'))).toBe('OK');
    fixture.deps.advance(MINUTE_MS);
    await gate.reportNow([passage(ticketId, { at: epochToWall(fixture.deps.clock()), certificate })]);
    expect(await fixture.conflicts(ticketId)).toEqual(found);
  }
});

test('a cancelled verification does not keep its traveller from a gate, with or without a network', async () => {
  const ticketId = await hanako.inUse(PASS);
  const gate = await fixture.gate('osaka');
  const { recordId } = (await verify(ticketId, 'in', 'kyoto')).json().data;
  expect(await decided(ticketId, gate, 'osaka')).toBe('used');
  fixture.deps.advance(MINUTE_MS);
  expect(await codeOf(hanako.remove('deleteUseFlag', { recordId }))).toBe('OK');
  expect(await decided(ticketId, gate, 'osaka')).toBe('go');
});

test('the exit gate opens beside a verified exit, and its report is no conflict', async () => {
  const ticketId = await hanako.inUse(PASS);
  const [entry, exit] = [await fixture.gate('kyoto'), await fixture.gate('osaka')];
  await entry.reportNow([passage(ticketId, { at: epochToWall(fixture.deps.clock()) })]);
  fixture.deps.advance(20 * MINUTE_MS);
  expect(await codeOf(verify(ticketId, 'out', 'osaka'))).toBe('OK');
  fixture.deps.advance(1_000);
  expect(await decided(ticketId, exit, 'osaka', 'out')).toBe('go');
  await exit.reportNow([passage(ticketId, { code: 32, at: epochToWall(fixture.deps.clock()) })]);
  expect(await fixture.conflicts(ticketId)).toEqual([]);
});

test.each(['refund', 'void'])(
  'a ride reported after the %s is a conflict, one that staff knew is none',
  async (action) => {
    const [known, unknown] = [await hanako.inUse(PASS), await hanako.inUse(PASS)];
    const gate = await fixture.gate('kyoto');
    const at = epochToWall(fixture.deps.clock());
    await gate.reportNow([passage(known, { at })]);
    fixture.deps.advance(MINUTE_MS);
    for (const ticketId of [known, unknown]) {
      const { version } = await fixture.seen(ticketId);
      const answer = await fixture.post({ ticketId, action, reason: 'asked for', seen: { version } });
      expect(answer.json().code).toBe('OK');
    }
    await gate.reportNow([passage(unknown, { at })]);
    expect(await fixture.conflicts(unknown)).toEqual(['beforeRefund']);
    expect(await fixture.conflicts(known)).toEqual([]);
  },
);

test('a forced use of a ticket that nobody has added is a conflict', async () => {
  const { ticketId } = await fixture.unbound('haruka-kix-kyoto');
  const gate = await fixture.gate('kyoto');
  await gate.reportNow([passage(ticketId, { code: 38, at: epochToWall(fixture.deps.clock()) })]);
  expect(await fixture.conflicts(ticketId)).toEqual(['noTraveller']);
});

/** A journey through gates that report nothing yet. Returns `report` for each of its passages, and the exit's gate. */
async function unreported(ticketId: string, from = 'kansai-airport', to = 'kyoto') {
  const [entry, exit] = [await fixture.gate(from), await fixture.gate(to)];
  const certificate = Buffer.from(await certificateOf(hanako, ticketId, phone)).toString('base64url');
  fixture.deps.advance(MINUTE_MS);
  const inAt = epochToWall(fixture.deps.clock());
  fixture.deps.advance(8 * MINUTE_MS);
  const outAt = epochToWall(fixture.deps.clock());
  fixture.deps.advance(8 * MINUTE_MS);
  return {
    exit,
    reportIn: () => entry.reportNow([passage(ticketId, { at: inAt, certificate })]),
    reportOut: () => exit.reportNow([passage(ticketId, { code: 32, at: outAt, certificate })]),
  };
}

test.each(['in order', 'the exit first'])(
  'a second ride that the traveller verified is a conflict: %s',
  async (order) => {
    const ticketId = await hanako.inUse('haruka-kix-kyoto');
    const { reportIn, reportOut } = await unreported(ticketId);
    expect(await codeOf(verify(ticketId, 'in', 'tennoji'))).toBe('OK');
    fixture.deps.advance(4 * MINUTE_MS);
    expect(await codeOf(verify(ticketId, 'out', 'shin-osaka'))).toBe('OK');
    for (const report of order === 'in order' ? [reportIn, reportOut] : [reportOut, reportIn]) await report();
    expect(await fixture.conflicts(ticketId)).toEqual(['usedUp']);
  },
);

test('a second ride that was verified on the ticket’s replacement is a conflict of the first', async () => {
  const ticketId = await hanako.inUse('haruka-kix-kyoto');
  const { reportIn, reportOut } = await unreported(ticketId);
  const { version } = await fixture.seen(ticketId);
  const answer = await fixture.post({ ticketId, action: 'reissue', reason: 'lost', seen: { version } });
  const { reissued } = answer.json().data;
  expect(await codeOf(verify(reissued.ticketId, 'in', 'tennoji'))).toBe('OK');
  fixture.deps.advance(4 * MINUTE_MS);
  expect(await codeOf(verify(reissued.ticketId, 'out', 'shin-osaka'))).toBe('OK');
  await reportIn();
  await reportOut();
  expect(await fixture.conflicts(ticketId)).toContain('usedUp');
});

test('a traveller who verified an entry can leave, whatever earlier journey gates report meanwhile or is set aside', async () => {
  const ticketId = await hanako.inUse('haruka-round-kyoto');
  const { reportIn, reportOut } = await unreported(ticketId);
  expect(await codeOf(verify(ticketId, 'in', 'tennoji'))).toBe('OK');
  fixture.deps.advance(MINUTE_MS);
  await reportIn();
  await reportOut();
  expect(await codeOf(verify(ticketId, 'out', 'shin-osaka'))).toBe('OK');
  expect(await fixture.conflicts(ticketId)).toEqual([]);
});

test('a resumed or added ticket whose journeys gates have reported is used', async () => {
  const [gateIn, gateOut] = [await fixture.gate('kansai-airport'), await fixture.gate('kyoto')];
  const act = async (ticketId: string, action: string) => {
    const { version } = await fixture.seen(ticketId);
    return (await fixture.post({ ticketId, action, reason: 'asked for', seen: { version } })).json().data;
  };
  const ticketId = await hanako.bound('haruka-kix-kyoto');
  const byHand = (code: 31 | 32 | 38) => ({
    code,
    certificate: '',
    reason: 'no phone',
    at: epochToWall(fixture.deps.clock()),
  });
  const entry = passage(ticketId, byHand(31));
  fixture.deps.advance(8 * MINUTE_MS);
  const exit = passage(ticketId, byHand(32));
  await act(ticketId, 'suspend');
  await gateIn.reportNow([entry]);
  await gateOut.reportNow([exit]);
  expect(await act(ticketId, 'resume')).toMatchObject({ status: 'used' });
  const unbound = await fixture.unbound('haruka-kix-kyoto');
  await gateOut.reportNow([passage(unbound.ticketId, byHand(38))]);
  expect(await codeOf(hanako.post('bind', { link: unbound.link }))).toBe('OK');
  expect(await fixture.seen(unbound.ticketId)).toMatchObject({ status: 'used' });
});

test('a voucher that staff let pass by hand is a conflict, because it opens no gate', async () => {
  const ticketId = await hanako.bound('keihan-voucher');
  const gate = await fixture.gate('kyoto');
  for (const code of [37, 38] as const)
    await gate.reportNow([passage(ticketId, { code, at: epochToWall(fixture.deps.clock()) })]);
  expect(new Set(await fixture.conflicts(ticketId))).toContain('wrongPlace');
});
