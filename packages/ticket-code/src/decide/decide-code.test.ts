// How the decider treats a good code, given what a gate or the server knows: who may pass, who is for staff.
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { decideCode, type Decision, type Knowledge } from './decide-code.ts';
import { PassedTickets, type Passed } from './passed-tickets.ts';
import { RevokedTickets } from './revoked-tickets.ts';
import { portableChecks } from '../crypto/signature-checks.ts';
import { CERTIFICATE, ISSUER_SECRET, makeCode, NOON, TICKET } from '../../test/vectors.ts';
import { verifyCode } from './verify.ts';

const HOUR = 3600;
const issuerKeys = [
  { kid: 'k2', publicKey: ed25519.getPublicKey(ISSUER_SECRET), notBefore: 0, notAfter: NOON * 2 },
];
const known = (change: Partial<Knowledge> = {}): Knowledge => ({
  issuerKeys,
  singleProducts: new Set(),
  revoked: new RevokedTickets(),
  passed: new PassedTickets(),
  direction: 'both',
  stationId: 'kyoto',
  passBackSeconds: 600,
  exitGraceSeconds: 14_400,
  ...change,
});
const passed = (ticket: Passed) => new PassedTickets([[TICKET, ticket]]);
type Code = Parameters<typeof makeCode>;
const decide = async (change: Partial<Knowledge>, ...code: Code): Promise<Decision> =>
  decideCode(await makeCode(...code), known(change), NOON * 1000 + 999);
const OUT = { direction: 'out' } as const;
/** The decision in short: the kind, the reason, and when it passed. */
const short = (decision: Decision) =>
  decision.kind === 'go' ? ['go'] : [decision.kind, decision.reason, decision.usedAt];

it('accepts a good code and returns its ticket', async () => {
  expect(await decide({})).toMatchObject({
    kind: 'go',
    direction: 'in',
    skewSeconds: 0,
    single: false,
    late: false,
    certificate: CERTIFICATE,
  });
  const singleProducts = new Set([CERTIFICATE.productId]);
  expect(await decide({ singleProducts }, {}, OUT)).toMatchObject({
    kind: 'go',
    direction: 'out',
    single: true,
  });
});

it('returns no ticket for a text that is no code of ours', () => {
  expect(decideCode('KQ1:', known(), NOON * 1000)).toEqual({
    kind: 'stop',
    reason: 'malformed',
    certificate: undefined,
    staleBySeconds: undefined,
    usedAt: undefined,
  });
});

it.each([
  ['in', 'in', ['go']],
  ['in', 'out', ['stop', 'wrongPlace', undefined]],
  ['out', 'out', ['go']],
  ['out', 'in', ['stop', 'wrongPlace', undefined]],
  ['both', 'in', ['go']],
  ['both', 'out', ['go']],
] as const)('a gate for %s, a code for %s: %j', async (way, direction, verdict) => {
  expect(short(await decide({ direction: way }, {}, { direction }))).toEqual(verdict);
});

it('sends to staff what they can resolve, and stops the rest', async () => {
  const revoked = new RevokedTickets([[TICKET, NOON]]);
  expect(short(await decide({ revoked, passed: passed({ in: NOON - 10, single: false }) }))).toEqual([
    'staff',
    'revoked',
    undefined,
  ]);
  expect(await decide({}, {}, { at: NOON - 31 })).toMatchObject({
    kind: 'stop',
    reason: 'stale',
    staleBySeconds: 31,
    certificate: { ticketId: TICKET },
  });
  expect(await decide({}, {}, { at: NOON + 31 })).toMatchObject({
    kind: 'staff',
    reason: 'clockAhead',
    staleBySeconds: -31,
  });
});

describe('a ticket that passed', () => {
  const used = (ticket: Passed, ...code: Code) => decide({ passed: passed(ticket) }, ...code).then(short);

  it('is refused with the time of that passage', async () => {
    expect(await used({ in: NOON - 60, single: false })).toEqual(['stop', 'used', NOON - 60]);
    expect(await used({ in: NOON - 900, out: NOON - 60, single: false }, {}, OUT)).toEqual([
      'stop',
      'used',
      NOON - 60,
    ]);
    expect(await used({ in: NOON - 900, out: NOON - 700, single: true })).toEqual([
      'stop',
      'used',
      NOON - 900,
    ]);
  });

  it('of one journey ends with its exit, even without a known entry', async () => {
    expect(await used({ out: NOON - 700, single: true })).toEqual(['stop', 'used', NOON - 700]);
  });

  it('in the other direction a moment ago is for staff, at this station only and if the rule is on', async () => {
    const ticket = { in: NOON - 60, inAt: 'kyoto', single: false };
    expect(await used(ticket, {}, OUT)).toEqual(['staff', 'passBack', NOON - 60]);
    expect(await used({ ...ticket, inAt: 'osaka' }, {}, OUT)).toEqual(['go']);
    expect(short(await decide({ passed: passed(ticket), passBackSeconds: 0 }, {}, OUT))).toEqual(['go']);
  });
});

describe('after the validity', () => {
  const ENDED = { validUntil: NOON - 60 };
  const late = (change: Partial<Knowledge>) => decide(change, ENDED, OUT);

  it('a ticket may leave, marked as late, but not enter', async () => {
    expect(await late({})).toMatchObject({ kind: 'go', late: true });
    expect(short(await decide({}, ENDED))).toEqual(['stop', 'expired', undefined]);
  });

  it('a ticket that has left since is for staff, because somebody shows it inside', async () => {
    expect(
      short(await late({ passed: passed({ out: NOON - 59, single: false }), passBackSeconds: 0 })),
    ).toEqual(['staff', 'expired', undefined]);
    expect((await late({ passed: passed({ out: NOON - HOUR, single: false }) })).kind).toBe('go');
  });

  it.each([
    ['none', null, 'staff'],
    ['before the end', NOON - 61, 'go'],
    ['in its last second', NOON - 60, 'go'],
    ['after it', NOON - 59, 'staff'],
  ])('the server’s knowledge of the open entry (%s) decides', async (_when, at, kind) => {
    expect((await late({ openEntry: { at } })).kind).toBe(kind);
  });
});

it('the table of products decides the places, and an unknown product is for staff', async () => {
  const places = new Map([[CERTIFICATE.productId, { in: new Set(['kyoto']), out: new Set(['osaka']) }]]);
  expect((await decide({ places })).kind).toBe('go');
  expect(short(await decide({ places }, {}, OUT))).toEqual(['stop', 'wrongPlace', undefined]);
  expect(short(await decide({ places }, { productId: 'another' }))).toEqual([
    'staff',
    'placeUnknown',
    undefined,
  ]);
});

it('the platform’s checks decide if there are any', async () => {
  const checks = { ...portableChecks, p256: () => false };
  expect(short(await decide({ checks }))).toEqual(['stop', 'forged', undefined]);
});

describe('the verifier', () => {
  const context = {
    now: NOON,
    exitGraceSeconds: 14_400,
    issuerKeys,
    isRevoked: () => false,
    isSeen: () => false,
  };
  const verify = async (change: object, ...code: Code) =>
    verifyCode(await makeCode(...code), { ...context, ...change });
  const certificate = { ...CERTIFICATE, validUntil: NOON - 60 };

  it('marks only an exit after the end as late', async () => {
    const lateIf = (validUntil: number) => verify({}, { validUntil }, OUT);
    expect(await lateIf(NOON - 1)).toMatchObject({ ok: true, late: true });
    expect(await lateIf(NOON)).toMatchObject({ ok: true, late: false });
    expect(await lateIf(NOON + 1)).toMatchObject({ ok: true, late: false });
  });

  it('returns with a refusal only its own fields', async () => {
    const no = { mayStillLeave: () => false };
    expect(await verify(no, { validUntil: NOON - 60 }, OUT)).toEqual({
      ok: false,
      reason: 'expired',
      certificate,
      late: true,
    });
    expect(await verify({}, { validUntil: NOON - 60 })).toEqual({
      ok: false,
      reason: 'expired',
      certificate,
    });
    expect(await verify({ direction: 'in' }, { validUntil: NOON - 60 }, OUT)).toEqual({
      ok: false,
      reason: 'wrongPlace',
      certificate,
    });
  });
});
