// Every product of the operator's files at gates that it opens and gates that it must not open: decided online, decided by
// a gate's state, and recorded; before and after the midnight that ends its validity.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateDirection } from '@kippu/contract/values';
import { CODE_TEXT_MAX } from '@kippu/contract/limits';
import { addDays, wallToEpoch } from '@kippu/domain/time/service-day';
import { openCertificate } from '@kippu/ticket-code/certificate/certificate';
import { decideCode } from '@kippu/ticket-code/decide/decide-code';
import { readProductGates } from '@kippu/ticket-code/test/operator-products';
import { PassedTickets } from '@kippu/ticket-code/decide/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/decide/revoked-tickets';
import type { TestUser } from '../../test/ticket/ticket.ts';
import { decisionKeys } from './decide/check-certificates.ts';
import {
  certificateOf,
  codeShown,
  newPhone,
  openGateApp,
  passage,
  type GateFixture,
  type EnrolledGate,
} from '../../test/gate/gate.ts';
import { singleProductsOf } from './store/journeys.ts';

const PRODUCTS = readProductGates();
const DIRECTIONS = ['in', 'out'] as const;
const CODE = { in: 31, out: 32 } as const;
type Direction = (typeof DIRECTIONS)[number];

let fixture: GateFixture;
let owner: TestUser;
const phone = await newPhone();

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());

const now = () => fixture.deps.clock();
const moveTo = async (wall: string) => {
  fixture.deps.advance(wallToEpoch(wall) - now());
  await owner.signIn();
};

/** A gate for both directions at each station. */
const gates = new Map<string, EnrolledGate>();
async function gateAt(stationId: string, direction: GateDirection = 'both'): Promise<EnrolledGate> {
  const key = `${stationId} ${direction}`;
  const gate = gates.get(key) ?? (await fixture.gate(stationId, direction));
  gates.set(key, gate);
  return gate;
}

const begin = async () => {
  gates.clear();
  await fixture.reset();
  owner = await fixture.traveller('owner');
};
const fetched = (ticketId: string) => certificateOf(owner, ticketId, phone);
const shown = (certificate: Uint8Array, direction: Direction) =>
  codeShown(certificate, phone, now(), direction);
const said = ({ verdict, reason }: { verdict: string; reason?: string }) =>
  reason === undefined ? verdict : `${verdict} ${reason}`;
const online = async (text: string, stationId: string) =>
  said((await (await gateAt(stationId)).decide({ text })).json().data);

/** Decides as an offline gate with the newest state does. */
async function offline(text: string, stationId: string): Promise<string> {
  const { data } = (await (await gateAt(stationId)).state()).json();
  const table: [string, { in: string[]; out: string[] }][] = Object.entries(data.products);
  const passed = new PassedTickets();
  for (const { at, ...reported } of data.passed)
    passed.note(reported.ticketId, { ...reported, at: wallToEpoch(at) / 1000 });
  const decision = decideCode(
    text,
    {
      issuerKeys: decisionKeys(fixture.deps.issuerKeys),
      singleProducts: new Set(singleProductsOf(fixture.deps.operator)),
      revoked: new RevokedTickets(),
      passed,
      direction: 'both',
      stationId,
      places: new Map(
        table.map(([id, places]) => [id, { in: new Set(places.in), out: new Set(places.out) }]),
      ),
      passBackSeconds: data.passBackSeconds,
      exitGraceSeconds: data.exitGraceSeconds,
    },
    now(),
  );
  return decision.kind === 'go' ? 'go' : `${decision.kind} ${decision.reason}`;
}

/** Reports a passage at a gate for both directions. Returns the verdict. */
async function recorded(
  ticketId: string,
  direction: Direction,
  stationId: string,
  at: string,
): Promise<string> {
  const gate = await gateAt(stationId);
  const [answer] = (await gate.events([passage(ticketId, { code: CODE[direction], at })])).json().data;
  return said(answer);
}

const opening = PRODUCTS.filter((product) => product.in.length > 0);
const closed = PRODUCTS.filter((product) => product.in.length === 0);

test('the files have products that open some gates, and products that open none', () => {
  expect(opening.length).toBeGreaterThan(0);
  expect(closed.map(({ kind }) => kind).toSorted()).toEqual(['eticket', 'voucher']);
  for (const product of opening)
    for (const direction of DIRECTIONS) {
      const opens = product.samples.map((id) => product[direction].includes(id));
      expect([opens.includes(true), opens.includes(false)], `${product.productId} ${direction}`).toEqual([
        true,
        true,
      ]);
    }
});

test('gates receive every product, and again only after a change', async () => {
  await begin();
  const gate = await gateAt('kyoto');
  const { data } = (await gate.state()).json();
  expect(data.products).toEqual(
    Object.fromEntries(PRODUCTS.map((product) => [product.productId, { in: product.in, out: product.out }])),
  );
  expect(data.passBackSeconds).toBe(600);
  const again = (await gate.state({ products: data.productsVersion })).json().data;
  expect([again.products, again.productsVersion]).toEqual([undefined, data.productsVersion]);
  expect((await gate.state({ products: 'older' })).json().data.products).toEqual(data.products);
});

describe.each(opening)('$productId', (product) => {
  const lastDay = addDays('2026-04-01', product.days - 1);
  const [entrance = '', exit = ''] = [product.in[0], product.out.at(-1)];

  test('opens the gates of its stations, and no others', async () => {
    await begin();
    const certificate = await fetched(await owner.inUse(product.productId));
    for (const stationId of product.samples)
      for (const direction of DIRECTIONS) {
        const text = await shown(certificate, direction);
        expect(text.length).toBeLessThanOrEqual(CODE_TEXT_MAX);
        const expected = product[direction].includes(stationId) ? 'go' : 'stop wrongPlace';
        expect(
          [await online(text, stationId), await offline(text, stationId)],
          `${direction} ${stationId}`,
        ).toEqual([expected, expected]);
      }
  });

  test('is recorded wherever it passes, with a conflict where it should not have passed', async () => {
    await begin();
    for (const stationId of product.samples)
      for (const direction of DIRECTIONS) {
        // The clock has moved past the session's end.
        await owner.signIn();
        const ticketId = await owner.inUse(product.productId);
        // An exit needs an entry somewhere.
        if (direction === 'out') await recorded(ticketId, 'in', entrance, '2026-04-01 09:10:00');
        const verdict = await recorded(ticketId, direction, stationId, '2026-04-01 09:40:00');
        expect(verdict, `${direction} ${stationId}`).toBe(
          product[direction].includes(stationId) ? 'accepted' : 'conflict wrongPlace',
        );
      }
  });

  test('entered before its midnight, it may exit until four hours after, and not enter again', async () => {
    await begin();
    const ticketId = await owner.inUse(product.productId);
    await moveTo(`${lastDay} 22:00:00`);
    const early = await fetched(ticketId);
    await moveTo(`${lastDay} 23:40:00`);
    expect(await online(await shown(early, 'in'), entrance)).toBe('go');
    expect(await recorded(ticketId, 'in', entrance, `${lastDay} 23:40:00`)).toBe('accepted');
    const nextDay = addDays(lastDay, 1);
    for (const [at, out] of [
      [`${nextDay} 00:05:00`, 'go'],
      [`${nextDay} 03:59:59`, 'go'],
    ] as const) {
      await moveTo(at);
      // The certificate from before the entry, for an offline phone, and one of now.
      for (const certificate of [early, await fetched(ticketId)]) {
        const [leaving, entering] = [await shown(certificate, 'out'), await shown(certificate, 'in')];
        expect([await online(leaving, exit), await offline(leaving, exit)], at).toEqual([out, out]);
        expect([await online(entering, entrance), await offline(entering, entrance)], at).toEqual([
          'stop expired',
          'stop expired',
        ]);
      }
    }
    expect(await owner.load(ticketId)).toMatchObject({ expired: true, exitUntil: `${nextDay} 03:59:59` });
    fixture.deps.advance(1_000);
    expect(await online(await shown(early, 'out'), exit)).toBe('staff certificateExpired');
    expect((await owner.get('qrcode', { ticketId, deviceKey: phone.deviceKey })).json().code).toBe(
      'TKT-0005',
    );
    // Reported late by an offline gate: an exit within the four hours is no conflict.
    expect(await recorded(ticketId, 'out', exit, `${nextDay} 03:59:59`)).toBe('accepted');
    const after = await owner.load(ticketId);
    expect(after.entry).toBeNull();
    expect(after.exitUntil).toBeUndefined();
  });

  test('without an entry it cannot exit after its midnight, and later passages are conflicts', async () => {
    await begin();
    const [never, late] = [await owner.inUse(product.productId), await owner.inUse(product.productId)];
    await moveTo(`${lastDay} 23:50:00`);
    const certificate = await fetched(never);
    const nextDay = addDays(lastDay, 1);
    await moveTo(`${nextDay} 00:10:00`);
    expect(await online(await shown(certificate, 'out'), exit)).toBe('staff expired');
    // An offline gate may not know of the entry, so it lets the traveller out.
    expect(await offline(await shown(certificate, 'out'), exit)).toBe('go');
    expect((await owner.get('qrcode', { ticketId: never, deviceKey: phone.deviceKey })).json().code).toBe(
      'TKT-0005',
    );
    expect(await recorded(never, 'out', exit, `${nextDay} 00:10:00`)).toBe('conflict noEntry');
    // Once the exit is known, it cannot exit again.
    expect(await offline(await shown(certificate, 'out'), product.out[0] ?? '')).not.toBe('go');
    expect(await recorded(late, 'in', entrance, `${nextDay} 00:10:00`)).toBe('conflict expired');
    await moveTo(`${nextDay} 04:10:00`);
    const forgotten = await owner.inUse(product.productId);
    await fixture.deps.db
      .updateTable('ticket')
      .set({ abt_expire_date: new Date(wallToEpoch(`${lastDay} 23:59:59`)) })
      .where('ticket_id', '=', forgotten)
      .execute();
    await moveTo(`${nextDay} 04:20:00`);
    expect(await recorded(forgotten, 'out', exit, `${nextDay} 04:20:00`)).toBe('conflict expired');
  });
});

describe.each(closed)('$productId', ({ productId, kind, samples }) => {
  test('opens no gate, and gates without a table know it too', async () => {
    await begin();
    const [stationId = ''] = samples;
    if (kind === 'voucher') {
      const ticketId = await owner.bound(productId);
      expect((await owner.post('use', { ticketId })).json().code).toBe('TKT-0006');
      return;
    }
    const ticketId = await owner.inUse(productId);
    const certificate = await fetched(ticketId);
    expect(openCertificate(certificate)?.certificate.places).toEqual(['-']);
    for (const direction of DIRECTIONS) {
      const text = await shown(certificate, direction);
      expect([await online(text, stationId), await offline(text, stationId)]).toEqual([
        'stop wrongPlace',
        'stop wrongPlace',
      ]);
      const other = await owner.inUse(productId);
      expect(await recorded(other, direction, stationId, '2026-04-01 09:30:00')).toMatch(/^conflict/);
    }
  });
});
