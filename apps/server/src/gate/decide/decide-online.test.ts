// Online decisions: the same verdicts as a gate's own, by the golden vectors and by events at other gates.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCertificate, signCertificate } from '@kippu/ticket-code/certificate/certificate';
import { decodeCode } from '@kippu/ticket-code/code/text';
import { decideCode } from '@kippu/ticket-code/decide/decide-code';
import { PassedTickets, SAME_WAY_SECONDS } from '@kippu/ticket-code/decide/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/decide/revoked-tickets';
import { CERTIFICATE, fromHex, type Vector, type VectorFile } from '@kippu/ticket-code/test/vectors';
import { buildApp } from '../../app.ts';
import { serving } from '../../../test/app-context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { hashToken, randomToken } from '../../session/session.ts';
import {
  certificateOf,
  codeShown,
  newPhone,
  openGateApp,
  passage,
  type GateFixture,
} from '../../../test/gate/gate.ts';
import { insertGate, insertGateEvents } from '../store/gate-store.ts';

const vectorsUrl = new URL('../../../../../packages/ticket-code/golden-vectors.json', import.meta.url);
const file = JSON.parse(readFileSync(fileURLToPath(vectorsUrl), 'utf8')) as VectorFile;
const phone = await newPhone();

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe('golden vectors, through the call', () => {
  /** The vectors' product opens gates at Kyoto. When a vector names a place, its certificate alone decides. */
  let apps: { readonly known: FastifyInstance; readonly unknown: FastifyInstance };
  beforeAll(async () => {
    const publicKeys = file.issuerKeys.map(({ publicKeyHex, ...key }) => ({
      ...key,
      publicKey: Buffer.from(fromHex(publicKeyHex)).toString('base64url'),
    }));
    const { operator } = fixture.deps;
    const [model] = operator.products.values();
    if (!model) throw new Error('no product');
    const { productId } = CERTIFICATE;
    const gates = { in: ['kyoto'], out: ['kyoto'] };
    const products = new Map([...operator.products, [productId, { ...model, productId, gates }]]);
    const deps = { ...fixture.deps, issuerKeys: { ...fixture.deps.issuerKeys, publicKeys } };
    apps = {
      known: await buildApp({ ...deps, timetable: serving({ ...operator, products }) }),
      unknown: await buildApp(deps),
    };
  });
  afterAll(async () => {
    await apps.known.close();
    await apps.unknown.close();
  });

  /** A ticket from which others are copied. */
  async function aTicket() {
    const [issued] = await fixture.issue('haruka-kix-kyoto');
    return fixture.deps.db
      .selectFrom('ticket')
      .selectAll()
      .where('ticket_id', '=', issued?.ticketId ?? '')
      .executeTakeFirstOrThrow();
  }

  /** Stores in the database what the vector's verifier knows. Returns the key of its gate. */
  async function setUp({ now, revoked, seen, direction, place }: Vector): Promise<string> {
    const { deps } = fixture;
    const [here, there] = [crypto.randomUUID(), crypto.randomUUID()];
    const key = randomToken();
    const named = [...revoked, ...seen.map((each) => each.ticketId)];
    const models = named.length === 0 ? [] : [await aTicket()];
    deps.advance(now * 1000 - deps.clock());
    const numbers = (at: number) => {
      const own = `${at}${here}`;
      return { ticket_no: own, issued_ticket_no: own, voucher_no: own, redeem_code: own, link_token: own };
    };
    await inTransaction(deps.db, async (trx) => {
      for (const model of models)
        for (const [at, ticket_id] of [...new Set(named)].entries())
          await trx
            .insertInto('ticket')
            .values({ ...model, ticket_id, sale_price: Number(model.sale_price), ...numbers(at) })
            .execute();
      for (const ticket_id of revoked)
        await trx
          .insertInto('ticket_event')
          .values({
            ticket_id,
            kind: 'suspend',
            from_status: 'inUse',
            to_status: 'suspended',
            actor: 'staff:test',
            at: new Date(now * 1000),
          })
          .execute();
      const gate = {
        station_id: place ?? 'kyoto',
        inspects: false,
        direction: direction ?? ('both' as const),
        public_key: null,
        answer_key: null,
        heard_at: null,
        closed_at: null,
        counts_until: null,
      };
      for (const gate_id of [here, there])
        await insertGate(trx, {
          ...gate,
          gate_id,
          key_hash: hashToken(gate_id === here ? key : gate_id),
          enrolled_at: new Date(now * 1000),
        });
      const at = new Date((now - 60) * 1000);
      await insertGateEvents(
        trx,
        seen.map((each, index) => ({
          gate_id: there,
          event_id: `e${index}`,
          ticket_id: each.ticketId,
          told: each.ticketId,
          // At another station, since the vectors do not test passing back.
          station_id: 'osaka',
          code: each.direction === 'in' ? (31 as const) : (32 as const),
          at,
          received_at: at,
          certificate: '',
          issued_at: null,
          reason: null,
        })),
      );
    });
    return key;
  }

  /** Decides as the gate's page does, with signature checks in JavaScript. */
  function atTheGate({ text, now, revoked, seen, direction, place }: Vector): string {
    const passed = new PassedTickets();
    for (const { ticketId, direction: way } of seen)
      passed.note(ticketId, { direction: way, at: now - 60, single: true });
    const decision = decideCode(
      text,
      {
        issuerKeys: file.issuerKeys.map(({ publicKeyHex, ...key }) => ({
          ...key,
          publicKey: fromHex(publicKeyHex),
        })),
        singleProducts: new Set(),
        revoked: new RevokedTickets(revoked.map((ticketId) => [ticketId, now])),
        passed,
        direction: direction ?? 'both',
        stationId: place ?? 'kyoto',
        passBackSeconds: 600,
        exitGraceSeconds: 14_400,
      },
      now * 1000,
    );
    return decision.kind === 'go' ? 'go' : `${decision.kind} ${decision.reason}`;
  }

  // Tables, passages and late exits come from the database; every-product.test.ts tests those.
  const plain = file.vectors.filter(
    ({ products, justPassed, leftLate }) => !products && !justPassed && !leftLate,
  );
  const isLateExit = ({ text, now }: Vector) => {
    const parts = decodeCode(text);
    const certificate = parts && openCertificate(parts.certificate)?.certificate;
    return (
      parts?.direction === 'out' &&
      certificate !== undefined &&
      certificate !== null &&
      now > certificate.validUntil
    );
  };
  /** The server always has a table, and no ticket whose id its database cannot store. */
  const isOther = ({ text, place, expect: wanted }: Vector) => {
    const parts = decodeCode(text);
    const certificate = parts && openCertificate(parts.certificate)?.certificate;
    if (!wanted.ok || !certificate) return false;
    const { productId, ticketId, places } = certificate;
    return (
      productId !== CERTIFICATE.productId ||
      ticketId.includes('\0') ||
      (place === undefined) !== (places === undefined)
    );
  };
  test.each(plain.filter((vector) => !isLateExit(vector) && !isOther(vector)))('$name', async (vector) => {
    const key = await setUp(vector);
    const { data } = (
      await (vector.place === undefined ? apps.known : apps.unknown).inject({
        method: 'POST',
        url: '/gate/decide',
        payload: { text: vector.text },
        headers: { authorization: `Gate ${key}` },
        // Each vector has its own gate, since one address would exceed the limit for strangers.
        remoteAddress: `10.0.0.${file.vectors.indexOf(vector) % 250}`,
      })
    ).json();
    const online = data.verdict === 'go' ? 'go' : `${data.verdict} ${data.reason}`;
    expect(data.reason ?? 'go').toBe(vector.expect.ok ? 'go' : vector.expect.reason);
    expect(online).toBe(atTheGate(vector));
  });
});

describe('a gate that asks', () => {
  const shown = async (ticketId: string, direction: 'in' | 'out' = 'in') => {
    const account = await fixture.deps.db
      .selectFrom('ticket')
      .select('account_id')
      .where('ticket_id', '=', ticketId)
      .executeTakeFirstOrThrow();
    const owner = owners.get(account.account_id ?? '');
    if (!owner) throw new Error('nobody owns it');
    await owner.signIn();
    return codeShown(await certificateOf(owner, ticketId, phone), phone, fixture.deps.clock(), direction);
  };
  const owners = new Map<string, Awaited<ReturnType<GateFixture['traveller']>>>();
  const ticketOf = async (productId: string) => {
    const owner = await fixture.traveller(`t${owners.size}`);
    owners.set(owner.accountId, owner);
    return owner.inUse(productId);
  };
  const written = async () => {
    const { db } = fixture.deps;
    const tables = ['gate_event', 'ticket_event', 'ticket_entry', 'gate_conflict'] as const;
    return Promise.all(
      tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
    );
  };

  test('sees passages and revocations of a second ago, and asking records nothing', async () => {
    const [here, there] = [await fixture.gate('kyoto'), await fixture.gate('osaka')];
    const ticketId = await ticketOf('kansai-pass-2day');
    const before = await written();
    const ask = async () => (await here.decide({ text: await shown(ticketId) })).json().data;
    expect(await ask()).toEqual({ verdict: 'go' });
    expect(await ask()).toEqual({ verdict: 'go' });
    expect(await written()).toEqual(before);
    await there.events([passage(ticketId, { at: '2026-04-01 09:00:00' })]);
    fixture.deps.advance(1_000);
    expect(await ask()).toEqual({ verdict: 'stop', reason: 'used', usedAt: '2026-04-01 09:00:00' });
    // The exit is allowed, and half an hour later a pass enters again.
    expect((await here.decide({ text: await shown(ticketId, 'out') })).json().data.verdict).toBe('go');
    fixture.deps.advance(30 * 60_000);
    const text = await shown(ticketId);
    expect((await here.decide({ text })).json().data).toEqual({ verdict: 'go' });
    await fixture.deps.db
      .insertInto('ticket_event')
      .values({
        ticket_id: ticketId,
        kind: 'suspend',
        from_status: 'inUse',
        to_status: 'suspended',
        actor: 'staff:test',
        at: new Date(fixture.deps.clock()),
      })
      .execute();
    expect((await here.decide({ text })).json().data).toEqual({ verdict: 'staff', reason: 'revoked' });
  });

  test('the other direction at the same station within ten minutes needs staff, and is a conflict when recorded', async () => {
    const [entrance, both, far] = [
      await fixture.gate('kyoto', 'in'),
      await fixture.gate('kyoto'),
      await fixture.gate('osaka'),
    ];
    const ticketId = await ticketOf('kansai-pass-2day');
    await entrance.events([passage(ticketId, { at: '2026-04-01 09:30:00' })]);
    fixture.deps.advance(60_000);
    const out = await shown(ticketId, 'out');
    const decided = async (gate: typeof both, text = out) => (await gate.decide({ text })).json().data;
    expect(await decided(both)).toEqual({
      verdict: 'staff',
      reason: 'passBack',
      usedAt: '2026-04-01 09:30:00',
    });
    expect(await decided(far)).toEqual({ verdict: 'go' });
    const recorded = async (change: Parameters<typeof passage>[1]) =>
      (await both.events([passage(ticketId, change)])).json().data[0].reason ?? 'accepted';
    // First a gate that did not know of it, then staff's forced act, then ten minutes later.
    expect(await recorded({ code: 32, at: '2026-04-01 09:32:00' })).toBe('passBack');
    expect(await recorded({ code: 31, at: '2026-04-01 09:33:00' })).toBe('passBack');
    expect(await recorded({ code: 37, at: '2026-04-01 09:34:00' })).toBe('accepted');
    expect(await recorded({ code: 31, at: '2026-04-01 09:44:00' })).toBe('accepted');
    expect(await recorded({ code: 32, at: '2026-04-01 09:54:00' })).toBe('accepted');
    fixture.deps.advance(599_000);
    const text = await shown(ticketId, 'in');
    expect(await decided(both, text)).toMatchObject({ verdict: 'staff', reason: 'passBack' });
    fixture.deps.advance(1_000);
    expect(await decided(both, text)).toEqual({ verdict: 'go' });
  });

  test('a round trip after its second journey is used, which an offline gate cannot know', async () => {
    const gate = await fixture.gate();
    const ticketId = await ticketOf('haruka-round-kyoto');
    const decided = async () => (await gate.decide({ text: await shown(ticketId, 'out') })).json().data;
    const pass = (code: 31 | 32, at: string) =>
      gate.events([passage(ticketId, { code, at: `2026-04-01 ${at}` })]);
    await pass(31, '09:10:00');
    await pass(32, '09:50:00');
    fixture.deps.advance(SAME_WAY_SECONDS * 1000);
    expect(await decided()).toEqual({ verdict: 'go' });
    const text = await shown(ticketId, 'out');
    await pass(31, '10:20:00');
    await pass(32, '10:20:10');
    expect((await gate.decide({ text })).json().data).toMatchObject({
      reason: 'used',
      usedAt: '2026-04-01 10:20:10',
    });
  });

  test('works in the direction that it asks for or was enrolled for, and no other', async () => {
    const [both, exit] = [await fixture.gate('kyoto'), await fixture.gate('kyoto', 'out')];
    const text = await shown(await ticketOf('kansai-pass-2day'));
    const reasonOf = async (answer: ReturnType<typeof both.decide>) =>
      (await answer).json().data?.reason ?? (await answer).json().code;
    expect(await reasonOf(both.decide({ text }))).toBe('OK');
    expect(await reasonOf(both.decide({ text, direction: 'in' }))).toBe('OK');
    expect(await reasonOf(both.decide({ text, direction: 'out' }))).toBe('wrongPlace');
    expect(await reasonOf(exit.decide({ text }))).toBe('wrongPlace');
    for (const direction of ['in', 'both'] as const)
      expect(await reasonOf(exit.decide({ text, direction }))).toBe('REQ-0001');
  });

  test('gets an answer to a forged certificate, whatever id it claims', async () => {
    const gate = await fixture.gate();
    const at = Math.floor(fixture.deps.clock() / 1000);
    for (const ticketId of ['a\0b', '\u{1f600}'.repeat(200), "'; drop table ticket; --"]) {
      const certificate = await signCertificate(
        { ...CERTIFICATE, ticketId, issuedAt: at, expiresAt: at + 3600 },
        fixture.deps.issuerKeys.kid,
        () => new Uint8Array(64),
      );
      const text = await codeShown(certificate, phone, at * 1000);
      const answer = await gate.decide({ text });
      expect([answer.statusCode, answer.json().data]).toEqual([200, { verdict: 'stop', reason: 'forged' }]);
    }
  });

  test('gets an answer to any text it may read, and other callers get none', async () => {
    const gate = await fixture.gate();
    for (const text of ['', 'https://example.jp', 'KQ1:', '\0\u{1f4a9}', '1'.repeat(7089)])
      expect((await gate.decide({ text })).json().data).toEqual({ verdict: 'stop', reason: 'malformed' });
    expect((await gate.decide({ text: 'x'.repeat(8193) })).json().code).toBe('REQ-0001');
    const stranger = { method: 'POST' as const, url: '/gate/decide', payload: { text: '' } };
    for (const authorization of ['', 'Gate nonsense', `Bearer ${randomToken()}`])
      expect((await fixture.app.inject({ ...stranger, headers: { authorization } })).json().code).toBe(
        'SES-0001',
      );
  });
});
