// Reported certificates that none of our keys signed: recorded, shown to the desk, and without effect on the traveller.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Certificate } from '@kippu/ticket-code/certificate/payload';
import { signCertificate } from '@kippu/ticket-code/certificate/certificate';
import { CERTIFICATE } from '@kippu/ticket-code/test/vectors';
import { issuerKey, issuerKeysOf, newIssuerKeys, type IssuerKeys } from '../platform/keys/issuer-keys.ts';
import { managerHeaders } from '../../test/staff.ts';
import { checkCertificates, decisionKeys } from './decide/check-certificates.ts';
import { openGateApp, passage, type GateFixture, type EnrolledGate } from '../../test/gate/gate.ts';
import { nodeChecks } from './decide/node-checks.ts';

const HOUR_MS = 3_600_000;
let fixture: GateFixture;
let gate: EnrolledGate;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  gate = await fixture.gate();
});

/** A certificate issued at `at` (epoch milliseconds) and signed with the keys, in base64url. */
async function certificate(keys: IssuerKeys, at: number, change: Partial<Certificate> = {}): Promise<string> {
  const issuedAt = Math.floor(at / 1000);
  const bytes = await signCertificate(
    { ...CERTIFICATE, issuedAt, expiresAt: issuedAt + 3600, ...change },
    keys.kid,
    keys.sign,
  );
  return Buffer.from(bytes).toString('base64url');
}
const conflicts = async (query: Record<string, string> = {}) => {
  const headers = await managerHeaders(fixture.deps);
  return (await fixture.app.inject({ url: '/desk/gate-conflicts', query, headers })).json().data.items;
};
const ticketRows = async (ticketId: string) => {
  const { db } = fixture.deps;
  const { status } = await db
    .selectFrom('ticket')
    .select('status')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const passed = await db
    .selectFrom('ticket_event')
    .select('code')
    .where('ticket_id', '=', ticketId)
    .where('code', 'is not', null)
    .execute();
  return [status, passed.map((row) => row.code)];
};

test('a passage with a forged certificate is recorded and shown to the desk, and the ticket it names stays valid', async () => {
  const [ticketId = ''] = await fixture.inUse('haruka-round-kyoto');
  const { issuerKeys, clock } = fixture.deps;
  const other = await fixture.gate('osaka');
  const good = await certificate(issuerKeys, clock(), { ticketId });
  const stranger = await certificate({ ...newIssuerKeys(clock()), kid: issuerKeys.kid }, clock(), {
    ticketId,
  });
  const changed = `${good.slice(0, -2)}${good.endsWith('A') ? 'QQ' : 'AA'}`;
  const forged = [stranger, changed, 'bm90IGEgY2VydGlmaWNhdGU'].map((each) =>
    passage(ticketId, { code: 32, certificate: each }),
  );
  const { data } = (await gate.events(forged)).json();
  expect(data).toEqual(forged.map(({ eventId }) => ({ eventId, verdict: 'conflict', reason: 'forged' })));
  expect(await ticketRows(ticketId)).toEqual(['inUse', []]);
  expect((await other.state()).json().data.passed).toEqual([]);

  // The owner passes: the forged passage neither blocks the journey nor disappears.
  const entry = passage(ticketId, { certificate: good, at: '2026-04-01 10:00:00' });
  expect(
    (await gate.events([...forged, entry])).json().data.map(({ verdict }: { verdict: string }) => verdict),
  ).toEqual(['duplicate', 'duplicate', 'duplicate', 'accepted']);
  expect(await ticketRows(ticketId)).toEqual(['inUse', [31]]);
  const open = await conflicts({ ticketId });
  expect(open).toHaveLength(3);
  expect(new Set(open.map((item: { eventId: string }) => item.eventId))).toEqual(
    new Set(forged.map((event) => event.eventId)),
  );
  expect(open[0]).toMatchObject({ kind: 'forged', told: ticketId, ticket: { ticketId, status: 'inUse' } });
  const kept = await fixture.deps.db
    .selectFrom('gate_event')
    .select(['told', 'certificate', 'issued_at'])
    .where('event_id', '=', forged[0]?.eventId ?? '')
    .execute();
  expect(kept).toEqual([{ told: ticketId, certificate: stranger, issued_at: null }]);
});

test("another ticket's certificate is not accepted, by id or by number", async () => {
  const [ticketId = '', another = ''] = await fixture.inUse('kansai-pass-2day', 2);
  const { issuerKeys, clock, db } = fixture.deps;
  const { ticket_no: ticketNo } = await db
    .selectFrom('ticket')
    .select('ticket_no')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const own = await certificate(issuerKeys, clock(), { ticketId, ticketNo });
  const { ticketId: _, ...nameless } = passage('');
  const reported = [
    passage(another, { certificate: own }),
    passage('no-such-ticket', { certificate: own }),
    { ...nameless, ticketNo: 'K00000000000', certificate: own },
    { ...nameless, eventId: 'own', ticketNo, certificate: own },
  ].map((event, at) => ({ ...event, eventId: `e${at}` }));
  const { data } = (await gate.events(reported)).json();
  expect(data.map((each: { reason?: string }) => each.reason)).toEqual([
    'forged',
    'forged',
    'forged',
    undefined,
  ]);
  expect(
    (await conflicts()).map((item: { ticket?: object }) => item.ticket !== undefined).toSorted(),
  ).toEqual([false, false, true]);
});

test('the previous, current and next keys count, each in its time; a removed key does not', async () => {
  const start = fixture.deps.clock();
  const [first, second] = [issuerKey(start), issuerKey(start + 2 * HOUR_MS)];
  const both = [first, second];
  const old = issuerKeysOf([first], start);
  const byOld = await certificate(old, start + HOUR_MS);
  const next = issuerKeysOf(both, start + 2 * HOUR_MS);
  expect(next.kid).not.toBe(old.kid);
  const byNext = await certificate(next, start + 2 * HOUR_MS);
  const tooEarly = await certificate(next, start + HOUR_MS);
  const judged = (known: typeof both, at: number) => {
    const keys = decisionKeys(issuerKeysOf(known, at));
    const checked = checkCertificates([byOld, byNext, tooEarly, byOld], keys);
    expect(checked.size).toBe(3);
    return [byOld, byNext, tooEarly].map((each) => checked.get(each)?.ticketId === CERTIFICATE.ticketId);
  };
  expect(judged(both, start + HOUR_MS)).toEqual([true, true, false]);
  expect(judged(both, start + 3 * HOUR_MS)).toEqual([true, true, false]);
  expect(judged([second], start + 3 * HOUR_MS)).toEqual([false, true, false]);
});

test('a full batch of different certificates takes a fraction of a second, and each is checked once', async () => {
  const { issuerKeys, clock } = fixture.deps;
  const certificates = await Promise.all(
    Array.from({ length: 500 }, (_, n) => certificate(issuerKeys, clock(), { ticketId: `t-${n}` })),
  );
  const keys = decisionKeys(issuerKeys);
  const check = vi.spyOn(nodeChecks, 'ed25519');
  const began = process.cpuUsage();
  const checked = checkCertificates([...certificates, ...certificates], keys);
  const { user, system } = process.cpuUsage(began);
  expect([...checked.values()].filter((each) => each !== null)).toHaveLength(500);
  expect(check).toHaveBeenCalledTimes(500);
  // Measured in processor time, whatever else the machine does: some 60 ms.
  expect((user + system) / 1000).toBeLessThan(1_000);
  check.mockRestore();
});

test('a gate that has used up the day’s set-aside events costs one invalid signature a batch, and none for what it repeats', async () => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const { issuerKeys, clock } = fixture.deps;
  const stranger = { ...newIssuerKeys(clock()), kid: issuerKeys.kid };
  const forgedOf = async (count: number) => {
    const all = await Promise.all(
      Array.from({ length: count }, (_, n) => certificate(stranger, clock() + n * 1000, { ticketId })),
    );
    return all.map((each) => passage(ticketId, { certificate: each }));
  };
  const check = vi.spyOn(nodeChecks, 'ed25519');
  const answered = async (events: readonly object[]) => {
    check.mockClear();
    const { data } = (await gate.events(events)).json();
    const verdicts = data.map(
      ({ verdict, reason }: { verdict: string; reason?: string }) => reason ?? verdict,
    );
    return { checks: check.mock.calls.length, verdicts };
  };
  const stored = await forgedOf(500);
  expect(await answered(stored)).toEqual({ checks: 500, verdicts: Array(500).fill('forged') });
  expect(await answered(stored)).toEqual({ checks: 0, verdicts: Array(500).fill('duplicate') });
  const more = await forgedOf(50);
  expect(await answered(more)).toEqual({ checks: 1, verdicts: Array(50).fill('tooMany') });
  // What is genuine before that counts, and so does a batch without an invalid signature.
  const genuine = passage(ticketId, { certificate: await certificate(issuerKeys, clock(), { ticketId }) });
  const lost = passage(ticketId, {
    certificate: await certificate(newIssuerKeys(clock()), clock(), { ticketId }),
  });
  expect((await answered([lost, genuine, ...more])).verdicts.slice(0, 3)).toEqual([
    'tooMany',
    'accepted',
    'tooMany',
  ]);
  check.mockRestore();
});

test('a passage in a direction for which the gate was not enrolled is recorded and shown to the desk; staff may force one anywhere', async () => {
  const [entrance, exit] = [await fixture.gate('kyoto', 'in'), await fixture.gate('kyoto', 'out')];
  const [pass = '', other = ''] = await fixture.inUse('kansai-pass-2day', 2);
  const wrong = passage(pass, { code: 31 });
  expect((await exit.events([wrong])).json().data).toEqual([
    { eventId: wrong.eventId, verdict: 'conflict', reason: 'wrongDirection' },
  ]);
  expect(await ticketRows(pass)).toEqual(['inUse', [31]]);
  await entrance.events([passage(other)]);
  const forced = passage(other, { code: 37, at: '2026-04-01 10:00:00', reason: 'wrong train' });
  const back = passage(pass, { code: 32, at: '2026-04-01 10:00:00' });
  expect((await entrance.events([forced, back])).json().data).toEqual([
    { eventId: forced.eventId, verdict: 'accepted' },
    { eventId: back.eventId, verdict: 'conflict', reason: 'wrongDirection' },
  ]);
  // After a recomputation with later reports, both conflicts are still there once.
  await exit.events([passage(pass, { code: 32, at: '2026-04-01 11:00:00' })]);
  const kinds = (await conflicts({ ticketId: pass })).map((item: { kind: string }) => item.kind);
  expect(kinds.toSorted()).toEqual(['sameDirection', 'wrongDirection', 'wrongDirection']);
});
