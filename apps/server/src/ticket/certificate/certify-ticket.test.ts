// The certificate on the wire: bound to one phone, accepted by the gate's code, and never valid longer than the ticket.
import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CODE_TEXT_MAX } from '@kippu/contract/limits';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { isSignedBy, openCertificate } from '@kippu/ticket-code/certificate/certificate';
import { codeLength, encodeCode } from '@kippu/ticket-code/code/text';
import { signMoment } from '@kippu/ticket-code/code/moment';
import { readProductGates } from '@kippu/ticket-code/test/operator-products';
import { phonePublicKey, phoneSigner } from '@kippu/ticket-code/crypto/phone-key';
import { verifyCode } from '@kippu/ticket-code/decide/verify';
import { inTransaction } from '../../platform/db/database.ts';
import { besideTransaction } from '../../platform/db/transaction-scope.ts';
import type { Trip } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import { listRevoked } from './revocations.ts';
import { codeOf, openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { lockAccountSeats } from '../../platform/db/locks.ts';

let fixture: TicketFixture;
let hanako: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
});

async function newPhone() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const point = await phonePublicKey(publicKey);
  return { point, deviceKey: Buffer.from(point).toString('base64url'), sign: phoneSigner(privateKey) };
}
async function ticketInUse(productId: string): Promise<string> {
  const [ticket] = await fixture.issue(productId);
  await hanako.post('bind', { link: ticket?.link });
  await hanako.post('use', { ticketId: ticket?.ticketId });
  return ticket?.ticketId ?? '';
}
const issuerKeys = () =>
  fixture.deps.issuerKeys.publicKeys.map((key) => ({
    ...key,
    publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
  }));
const seconds = () => Math.floor(fixture.deps.clock() / 1000);
const certify = async (ticketId: string, deviceKey: string) => {
  const answer = (await hanako.get('qrcode', { ticketId, deviceKey })).json();
  return {
    ...answer.data,
    code: answer.code,
    bytes: new Uint8Array(Buffer.from(answer.data?.certificate ?? '', 'base64url')),
  };
};
const verify = (text: string) =>
  verifyCode(text, {
    now: seconds(),
    issuerKeys: issuerKeys(),
    exitGraceSeconds: 14_400,
    isRevoked: () => false,
    isSeen: () => false,
  });

test('a gate accepts a code that the phone signs with its certificate, and refuses one signed by another phone', async () => {
  const phone = await newPhone();
  const ticketId = await ticketInUse('kansai-pass-2day');
  fixture.deps.advance(3_600_000);
  await hanako.signIn();
  const { bytes, issuedAt, expiresAt, serverTime } = await certify(ticketId, phone.deviceKey);
  expect([issuedAt, expiresAt, serverTime]).toEqual([
    '2026-04-01 10:00:00',
    '2026-04-02 10:00:00',
    '2026-04-01 10:00:00',
  ]);
  const opened = openCertificate(bytes);
  const [key] = issuerKeys();
  expect(opened && key && isSignedBy(opened, key.publicKey)).toBe(true);
  expect(opened?.certificate).toMatchObject({
    ticketId,
    productId: 'kansai-pass-2day',
    productName: '関西パス（2日間）',
    passengerCategory: 'adult',
    phoneKey: phone.point,
    validUntil: Date.parse('2026-04-02T23:59:59+09:00') / 1000,
  });
  const moment = await signMoment(bytes, seconds(), 'in', phone.sign);
  expect(verify(encodeCode({ certificate: bytes, ...moment }))).toMatchObject({ ok: true, direction: 'in' });
  const other = await signMoment(bytes, seconds(), 'in', (await newPhone()).sign);
  expect(verify(encodeCode({ certificate: bytes, ...other }))).toEqual({ ok: false, reason: 'forged' });
});

test('a certificate outlives its session: after two idle hours gates accept its codes, and nothing revokes it', async () => {
  const phone = await newPhone();
  const ticketId = await ticketInUse('kansai-pass-2day');
  const { bytes } = await certify(ticketId, phone.deviceKey);
  fixture.deps.advance(2 * 3_600_000 + 60_000);
  expect((await hanako.get('qrcode', { ticketId, deviceKey: phone.deviceKey })).json().code).toBe('SES-0005');
  const code = async () => {
    const moment = await signMoment(bytes, seconds(), 'in', phone.sign);
    return verify(encodeCode({ certificate: bytes, ...moment }));
  };
  expect(await code()).toMatchObject({ ok: true });
  expect(await revokedUpTo(ticketId)).toBeUndefined();
  fixture.deps.advance(22 * 3_600_000);
  expect(await code()).toMatchObject({ ok: false });
  // The same traveller logs in on another phone, which shows the ticket from then on.
  await hanako.signIn();
  await certify(ticketId, (await newPhone()).deviceKey);
  expect(await revokedUpTo(ticketId)).toBeDefined();
});

test('a certificate ends four hours after the ticket, for the exit alone', async () => {
  const { deviceKey, sign } = await newPhone();
  const ticketId = await ticketInUse('city-day-qr');
  // 24 hours at most, counted from now.
  expect((await certify(ticketId, deviceKey)).expiresAt).toBe('2026-04-02 03:59:59');
  fixture.deps.advance(Date.parse('2026-04-01T23:59:59.999+09:00') - fixture.deps.clock());
  await hanako.signIn();
  const last = await certify(ticketId, deviceKey);
  expect(last.expiresAt).toBe('2026-04-02 03:59:59');
  const moment = await signMoment(last.bytes, seconds(), 'in', sign);
  expect(verify(encodeCode({ certificate: last.bytes, ...moment })).ok).toBe(true);
  fixture.deps.advance(1);
  expect((await certify(ticketId, deviceKey)).code).toBe('TKT-0005');
});

test('a certificate ends with the key that signed it, to its last second', async () => {
  const phone = await newPhone();
  const ticketId = await ticketInUse('kansai-pass-2day');
  const { issuerKeys: keys } = fixture.deps;
  const { notAfter } = keys;
  // The key ends in an hour, before the certificate's 24 hours and the ticket's validity.
  const end = seconds() + 3_600;
  const [known] = issuerKeys();
  if (!known) throw new Error('no key');
  const verifyAt = (text: string) =>
    verifyCode(text, {
      now: seconds(),
      exitGraceSeconds: 14_400,
      isRevoked: () => false,
      isSeen: () => false,
      issuerKeys: [{ ...known, notAfter: end }],
    });
  try {
    Object.assign(keys, { notAfter: end });
    const { bytes, expiresAt } = await certify(ticketId, phone.deviceKey);
    expect(wallToEpoch(expiresAt) / 1000).toBe(end);
    expect(openCertificate(bytes)?.certificate.expiresAt).toBe(end);
    for (const [at, outcome] of [
      [end, { ok: true }],
      [end + 1, { ok: false, reason: 'keyExpired' }],
    ] as const) {
      fixture.deps.advance((at - seconds()) * 1000);
      const moment = await signMoment(bytes, at, 'in', phone.sign);
      expect(verifyAt(encodeCode({ certificate: bytes, ...moment }))).toMatchObject(outcome);
    }
    // An ended key signs nothing: the certificate would be invalid from the start.
    await hanako.signIn();
    expect((await certify(ticketId, phone.deviceKey)).code).toBe('REQ-0007');
  } finally {
    Object.assign(keys, { notAfter });
  }
});

/** Reserves a seat of the day's longest name on a train that leaves after noon. */
async function reserve(ticketId: string, seat = '4-12A'): Promise<Trip> {
  const { db, operator } = fixture.deps;
  const trip = operator
    .tripsOn('2026-04-01')
    .find(({ direction, stops }) => direction === 'inbound' && (stops[0]?.depart ?? 0) > 12 * 3600);
  const [from, to] = [trip?.stops[0], trip?.stops.at(-1)];
  if (!trip || !from || !to) throw new Error('no train');
  const reservation_id = `r-${ticketId}`;
  const at = (second: number) => new Date(Date.parse('2026-04-01T00:00:00+09:00') + second * 1000);
  await db
    .insertInto('reservation')
    .values({
      reservation_id,
      account_id: hanako.accountId,
      departure_id: `${trip.tripId}@2026-04-01`,
      trip_id: trip.tripId,
      service_date: '2026-04-01',
      from_station: from.stationId,
      to_station: to.stationId,
      first_leg: 0,
      end_leg: trip.stops.length - 1,
      depart_at: at(from.depart),
      arrive_at: at(to.arrive),
      state: 1,
      reserved_at: new Date(fixture.deps.clock()),
    })
    .execute();
  await db
    .insertInto('reservation_seat')
    .values({ reservation_id, ticket_id: ticketId, seat, seat_type: 'reserved', car_class: 'ordinary' })
    .execute();
  return trip;
}

test("today's seat is on the certificate", async () => {
  const { db } = fixture.deps;
  const { deviceKey } = await newPhone();
  const ticketId = await ticketInUse('haruka-kix-kyoto');
  const trip = await reserve(ticketId);
  const opened = openCertificate((await certify(ticketId, deviceKey)).bytes);
  expect(opened?.certificate.seat).toMatchObject({ car: '4', seat: '12A' });
  expect(opened?.certificate.seat?.train).toContain(trip.trainNo);
  const page = await hanako.load(ticketId);
  expect(page).toMatchObject({
    reservedNum: 1,
    reservable: false,
    reservations: [{ reservationId: `r-${ticketId}` }],
  });
  await db.updateTable('reservation').set({ state: 2 }).execute();
  const freed = openCertificate((await certify(ticketId, deviceKey)).bytes);
  expect(freed?.certificate.seat).toBeUndefined();
});

test('the certificate names as many gates of each product as fit into a code of 600 characters, with a seat too', async () => {
  const { operator } = fixture.deps;
  const isQr = (id: string) => operator.stations.get(id)?.gate === 'qr';
  for (const product of readProductGates()) {
    if (product.kind === 'voucher') continue;
    const { deviceKey, sign } = await newPhone();
    const ticketId = await ticketInUse(product.productId);
    const stations = [...new Set([...product.in, ...product.out])].toSorted();
    for (const seat of [undefined, '9-14H']) {
      if (seat) await reserve(ticketId, seat);
      const { bytes } = await certify(ticketId, deviceKey);
      const text = encodeCode({ certificate: bytes, ...(await signMoment(bytes, seconds(), 'in', sign)) });
      expect(text.length, product.productId).toBeLessThanOrEqual(CODE_TEXT_MAX);
      expect(text.length).toBe(codeLength(bytes.length));
      const places = openCertificate(bytes)?.certificate.places?.toSorted();
      if (stations.length === 0) expect(places).toEqual(['-']);
      // An area's list is far too long for a code; gates know the area.
      else if (product.gates && 'area' in product.gates) expect(places).toBeUndefined();
      else if (seat === undefined) expect(places).toEqual(stations);
      // With a seat, at least the stations with QR gates fit.
      else expect([stations, stations.filter(isQr)]).toContainEqual(places);
    }
  }
});

test("a product whose stations do not fit names none of them, and a product that left the operator's files keeps its places", async () => {
  const { deviceKey } = await newPhone();
  const ticketId = await ticketInUse('haruka-kix-tennoji');
  const { db, operator } = fixture.deps;
  const placesNow = async () =>
    openCertificate((await certify(ticketId, deviceKey)).bytes)?.certificate.places;
  expect(await placesNow()).toContain('hineno');
  const product = operator.products.get('haruka-kix-tennoji');
  if (!product) throw new Error('no product');
  const stations = [...operator.stations.keys()].slice(0, 40);
  const gone = { ...product, productId: 'gone', gates: { in: stations, out: stations } };
  const written = async (data: Product) => {
    const row = {
      product_id: 'gone',
      kind: data.kind,
      trip_type: 10 as const,
      pass_days: 1,
      reservations: 1,
    };
    await db
      .insertInto('product')
      .values({ ...row, data: JSON.stringify(data) })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ data: JSON.stringify(data) }))
      .execute();
  };
  await written(gone);
  await db.updateTable('ticket').set({ product_id: 'gone' }).where('ticket_id', '=', ticketId).execute();
  expect(await placesNow()).toBeUndefined();
  // Old products were stored without their gates; the stops of their trains count instead.
  const { gates: _, ...before } = gone;
  await written(before);
  expect((await placesNow())?.toSorted()).toEqual(['hineno', 'izumi-fuchu', 'kansai-airport', 'tennoji']);
  await written({ ...gone, gates: { area: 'nowhere any more' } });
  expect(await placesNow()).toBeUndefined();
});

test('a ticket that is refunded, suspended, used up or closed never gets a code again', async () => {
  const { deviceKey } = await newPhone();
  const ticketId = await ticketInUse('city-day-qr');
  expect((await certify(ticketId, deviceKey)).code).toBe('OK');
  for (const status of ['refunded', 'suspended', 'used', 'void', 'disused', 'reissued'] as const) {
    await fixture.deps.db.updateTable('ticket').set({ status }).execute();
    const { code, certificate } = await certify(ticketId, deviceKey);
    expect([code, certificate]).toEqual([status === 'suspended' ? 'TKT-0007' : 'TKT-0006', undefined]);
  }
});

test('each refusal has its code', async () => {
  const { deviceKey } = await newPhone();
  const ticketId = await ticketInUse('city-day-qr');
  const set = (status: 'bound' | 'inUse' | 'suspended' | 'used') =>
    fixture.deps.db.updateTable('ticket').set({ status }).execute();
  const code = async (key = deviceKey) => (await certify(ticketId, key)).code;
  await set('suspended');
  expect(await code()).toBe('TKT-0007');
  await set('used');
  expect(await code()).toBe('TKT-0006');
  await set('bound');
  expect(await code()).toBe('TKT-0006');
  await set('inUse');
  const hybrid = createECDH('prime256v1');
  hybrid.generateKeys();
  for (const key of [
    `BA${deviceKey.slice(2)}`,
    Buffer.alloc(33, 0xff).toString('base64url'),
    Buffer.concat([Buffer.of(2), Buffer.alloc(32, 0xff)]).toString('base64url'),
    deviceKey.slice(1),
  ])
    expect(await code(key)).toBe('REQ-0001');
  expect(await code(hybrid.getPublicKey('base64url', 'compressed'))).toBe('OK');
});

const revokedUpTo = async (ticketId: string) => {
  const now = fixture.deps.clock();
  const revoked = await listRevoked(fixture.deps.db, { since: now - 24 * 3_600_000, now });
  return revoked.find((each) => each.ticketId === ticketId)?.upTo;
};

test("a code fetched in the second before a transfer is revoked by it, and the new owner's code is not", async () => {
  const taro = await fixture.traveller('taro');
  const ticketId = await ticketInUse('kansai-pass-2day');
  const fetched = await certify(ticketId, (await newPhone()).deviceKey);
  expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  const upTo = (await revokedUpTo(ticketId)) ?? 0;
  expect(openCertificate(fetched.bytes)?.certificate.issuedAt).toBeLessThanOrEqual(upTo);
  const { deviceKey } = await newPhone();
  const his = (await taro.get('qrcode', { ticketId, deviceKey })).json().data;
  expect(wallToEpoch(his.issuedAt) / 1000).toBeGreaterThan(upTo);
});

// The embedded database has one connection, so no lock is ever waited for.
describe.runIf(process.env['TEST_DATABASE_URL'])('what waits for a lock', () => {
  /** Resolves once a transaction waits for the account's seats. */
  const someoneWaits = (accountId: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and (classid::bigint << 32 | objid::bigint) = hashtextextended(${accountId}, 11)`.execute(
          fixture.deps.db,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 60_000 },
    );

  test('a code that the sender fetches while the transfer waits is revoked by the transfer', async () => {
    const taro = await fixture.traveller('taro');
    const { deviceKey } = await newPhone();
    const ticketId = await ticketInUse('kansai-pass-2day');
    let begin = (): void => undefined;
    // Prepared outside the transaction below, whose scope allows no password check.
    const sent = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(() => codeOf(hanako.transfer(ticketId, taro.email)));
    const fetched = await inTransaction(fixture.deps.db, async (trx) => {
      // Holds the lock that every write of her seats takes.
      await lockAccountSeats(trx, hanako.accountId);
      begin();
      await besideTransaction(() => someoneWaits(hanako.accountId));
      fixture.deps.advance(2_000);
      return besideTransaction(() => certify(ticketId, deviceKey));
    });
    expect(await sent).toBe('OK');
    expect(fetched.issuedAt).toBe('2026-04-01 09:00:02');
    expect(await revokedUpTo(ticketId)).toBeGreaterThanOrEqual(wallToEpoch(fetched.issuedAt) / 1000);
  });
});
