// The data that a gate decides with: saved on the device, then updated by the server.
import { describe, expect, it } from 'vitest';
import type { KnownState } from '../storage/gate-database.ts';
import type { State } from '../sync/gate-sync.ts';
import { GateKnowledge } from './gate-knowledge.ts';

const key = (kid: string, notBefore: number, notAfter: number) => ({
  kid,
  publicKey: new Uint8Array([4]),
  notBefore,
  notAfter,
});
const knownState = (change: Partial<KnownState> = {}): KnownState => ({
  issuerKeys: [],
  singleProducts: [],
  since: '2026-11-28 12:00:00',
  ...change,
});
const knowledgeOf = (change: Partial<KnownState> = {}) =>
  new GateKnowledge({ known: knownState(change), revoked: [], passed: [] });
const empty = () => new GateKnowledge({ known: null, revoked: [], passed: [] });
const state = (change: Partial<State> = {}): State => ({
  issuerKeys: [],
  revoked: [],
  passed: [],
  singleProducts: [],
  serverTime: '2026-11-28 12:00:00',
  serverNow: 0,
  proof: '',
  ...change,
});
const settings = { direction: 'in', station: { stationId: 'kyoto' } } as Parameters<GateKnowledge['at']>[0];
const places = { pass: { in: ['kyoto'], out: ['osaka'] } };

describe('a key', () => {
  it('counts only within its period, whatever other keys there are', () => {
    const knowledge = knowledgeOf({ issuerKeys: [key('1', 100, 200), key('2', 400, 500)] });
    expect([99, 100, 200, 201, 399, 400, 500, 501].filter((at) => knowledge.hasKey(at * 1000))).toEqual([
      100, 200, 400, 500,
    ]);
  });

  it('is missing until the server has sent one', () => {
    expect(empty().hasKey(150_000)).toBe(false);
    expect(empty().at(settings).issuerKeys).toEqual([]);
  });
});

it('decides again after each passage and each answer, in any order', () => {
  const knowledge = empty();
  const versions = [knowledge.version];
  for (const learns of [true, false, false, true]) {
    if (learns) knowledge.learn(state());
    else knowledge.note('T-1', { direction: 'in', at: 1, single: false });
    versions.push(knowledge.version);
  }
  expect(new Set(versions).size).toBe(5);
});

describe('the table of products', () => {
  it('stays while the server sends none and reports the same version', () => {
    const knowledge = knowledgeOf({ products: places, productsVersion: 'v1' });
    const learned = knowledge.learn(state({ productsVersion: 'v1' }));
    expect(learned.known).toMatchObject({ products: places, productsVersion: 'v1' });
    expect(knowledge.at(settings).places?.get('pass')?.in.has('kyoto')).toBe(true);
  });

  it('is dropped when the server reports no table or another version, and is requested again', () => {
    for (const productsVersion of [undefined, 'v2']) {
      const knowledge = knowledgeOf({ products: places, productsVersion: 'v1' });
      const learned = knowledge.learn(state(productsVersion ? { productsVersion } : {}));
      expect(learned.known).not.toHaveProperty('products');
      expect(learned.known).not.toHaveProperty('productsVersion');
      expect(knowledge.productsVersion).toBeUndefined();
      expect(knowledge.at(settings).places).toBeUndefined();
    }
  });

  it('is replaced by a new table with the same version', () => {
    const knowledge = knowledgeOf({ products: places, productsVersion: 'v1' });
    knowledge.learn(state({ products: { other: { in: [], out: ['kyoto'] } }, productsVersion: 'v1' }));
    expect([...(knowledge.at(settings).places?.keys() ?? [])]).toEqual(['other']);
    expect(knowledge.productsVersion).toBe('v1');
  });

  it('has no version without a table, so the server sends one', () => {
    expect(knowledgeOf({ productsVersion: 'v1' }).productsVersion).toBeUndefined();
    expect(empty().productsVersion).toBeUndefined();
  });
});

it('saves what it learns in epoch seconds', () => {
  const knowledge = empty();
  const {
    revoked,
    passed,
    known: saved,
  } = knowledge.learn(
    state({
      issuerKeys: [{ kid: '1', publicKey: 'BA', notBefore: 1, notAfter: 2 }],
      revoked: [{ ticketId: 'T-1', at: '1970-01-01 09:00:05' }],
      passed: [{ ticketId: 'T-2', direction: 'in', at: '1970-01-01 09:00:07', single: true }],
      singleProducts: ['single'],
      passBackSeconds: 90,
      exitGraceSeconds: 30,
    }),
  );
  expect(revoked).toEqual([['T-1', 5]]);
  expect(passed).toEqual([['T-2', { in: 7, single: true, inAt: undefined }]]);
  expect(saved).toMatchObject({ issuerKeys: [key('1', 1, 2)], since: '2026-11-28 12:00:00' });
  expect(knowledge.since).toBe('2026-11-28 12:00:00');
  const all = knowledge.at(settings);
  expect([all.revoked.isRevoked('T-1', 5), all.revoked.isRevoked('T-2', 5)]).toEqual([true, false]);
  expect([all.passBackSeconds, all.exitGraceSeconds]).toEqual([90, 30]);
  expect([all.direction, all.stationId]).toEqual(['in', 'kyoto']);
});

it('knows what travellers verified, also after a restart, until it is cancelled; older servers say nothing of it', () => {
  const knowledge = empty();
  const verified = {
    ticketId: 'T-1',
    direction: 'in' as const,
    at: '1970-01-01 09:10:00',
    single: false,
    stationId: 'osaka',
  };
  const { passed: saved } = knowledge.learn(state({ verified: [verified] }));
  expect(saved).toEqual([['T-1', { single: false, verifiedIn: { at: 600, stationId: 'osaka' } }]]);
  const restarted = new GateKnowledge({ known: null, revoked: [], passed: saved });
  restarted.learn(state());
  const isUsed = (stationId: string) => restarted.passed.isUsed('T-1', 'in', { stationId, at: 700 });
  expect(['kyoto', 'osaka'].map(isUsed)).toEqual([true, false]);
  restarted.learn(state({ verified: [{ ...verified, at: '1970-01-01 09:11:00', cancelled: true }] }));
  // The server repeats what it said in the last minutes.
  restarted.learn(state({ verified: [verified] }));
  expect(['kyoto', 'osaka'].map(isUsed)).toEqual([false, false]);
});

it('knows products of one journey from the device, and then from the server', () => {
  const knowledge = knowledgeOf({ singleProducts: ['old'] });
  const known = () => ['old', 'new'].filter((productId) => knowledge.isSingle(productId));
  expect(known()).toEqual(['old']);
  knowledge.learn(state({ singleProducts: ['new'] }));
  expect(known()).toEqual(['new']);
  expect([...knowledge.at(settings).singleProducts]).toEqual(['new']);
});

it('refuses the opposite direction for ten minutes, and allows the exit for four hours, until the server names the times', () => {
  expect(empty().at(settings)).toMatchObject({ passBackSeconds: 600, exitGraceSeconds: 14_400 });
});
