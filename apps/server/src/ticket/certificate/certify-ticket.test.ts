// The certificate on the wire: bound to one phone, opened and accepted by what a gate runs, never outliving the ticket.
import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { wallToEpoch } from '@kippu/domain/service-day';
import { isSignedBy, openCertificate } from '@kippu/ticket-code/certificate';
import { encodeCode } from '@kippu/ticket-code/code-text';
import { signMoment } from '@kippu/ticket-code/moment';
import { phonePublicKey, phoneSigner } from '@kippu/ticket-code/phone-key';
import { verifyCode } from '@kippu/ticket-code/verify';
import { inTransaction } from '../db/database.ts';
import { listRevoked } from './revocations.ts';
import { codeOf, openTicketApp, type TicketFixture, type Traveller } from './ticket-fixture.ts';
import { lockAccountSeats } from './transfer-store.ts';

let fixture: TicketFixture;
let hanako: Traveller;

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
  verifyCode(text, { now: seconds(), issuerKeys: issuerKeys(), isRevoked: () => false, isSeen: () => false });

test('a code made by the phone from its certificate passes a gate, and another phone cannot use it', async () => {
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

test('a certificate ends with the ticket, to its last second', async () => {
  const { deviceKey, sign } = await newPhone();
  const ticketId = await ticketInUse('city-day-qr');
  expect((await certify(ticketId, deviceKey)).expiresAt).toBe('2026-04-01 23:59:59');
  fixture.deps.advance(Date.parse('2026-04-01T23:59:59.999+09:00') - fixture.deps.clock());
  await hanako.signIn();
  const last = await certify(ticketId, deviceKey);
  expect(last.expiresAt).toBe('2026-04-01 23:59:59');
  const moment = await signMoment(last.bytes, seconds(), 'out', sign);
  expect(verify(encodeCode({ certificate: last.bytes, ...moment })).ok).toBe(true);
  fixture.deps.advance(1);
  expect((await certify(ticketId, deviceKey)).code).toBe('TKT-0005');
});

test("today's seat is on the certificate", async () => {
  const { deviceKey } = await newPhone();
  const ticketId = await ticketInUse('haruka-kix-kyoto');
  const { db, operator } = fixture.deps;
  const trip = operator
    .tripsOn('2026-04-01')
    .find(({ direction, stops }) => direction === 'inbound' && (stops[0]?.depart ?? 0) > 12 * 3600);
  const [from, to] = [trip?.stops[0], trip?.stops.at(-1)];
  if (!trip || !from || !to) throw new Error('no train');
  const at = (second: number) => new Date(Date.parse('2026-04-01T00:00:00+09:00') + second * 1000);
  await db
    .insertInto('reservation')
    .values({
      reservation_id: 'r1',
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
    .values({
      reservation_id: 'r1',
      ticket_id: ticketId,
      seat: '4-12A',
      seat_type: 'reserved',
      car_class: 'ordinary',
    })
    .execute();
  const opened = openCertificate((await certify(ticketId, deviceKey)).bytes);
  expect(opened?.certificate.seat).toMatchObject({ car: '4', seat: '12A' });
  expect(opened?.certificate.seat?.train).toContain(trip.trainNo);
  const page = await hanako.load(ticketId);
  expect(page).toMatchObject({ reservedNum: 1, reservable: false, reservations: [{ reservationId: 'r1' }] });
  await db.updateTable('reservation').set({ state: 2 }).execute();
  const freed = openCertificate((await certify(ticketId, deviceKey)).bytes);
  expect(freed?.certificate.seat).toBeUndefined();
});

test('a ticket that is refunded, suspended, used up or closed in any way never gets a code again', async () => {
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

const revokedUpTo = async (ticketId: string) =>
  (await listRevoked(fixture.deps.db, 0)).find((each) => each.ticketId === ticketId)?.upTo;

test('a code fetched in the second before a transfer is revoked by it, and the new owner has one that is not', async () => {
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

// The embedded database has one connection: nobody waits in it for anybody's lock.
describe.runIf(process.env['TEST_DATABASE_URL'])('what waits for a lock', () => {
  /** Resolves once somebody waits for the account's seats. */
  const someoneWaits = (accountId: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and (classid::bigint << 32 | objid::bigint) = hashtextextended(${accountId}, 11)`.execute(
          fixture.deps.db,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 10_000 },
    );

  test('a code that the sender fetches while the transfer waits does not outlive the transfer', async () => {
    const taro = await fixture.traveller('taro');
    const { deviceKey } = await newPhone();
    const ticketId = await ticketInUse('kansai-pass-2day');
    const held: { sent?: Promise<string> } = {};
    const fetched = await inTransaction(fixture.deps.db, async (trx) => {
      // As any writing of her seats holds them.
      await lockAccountSeats(trx, hanako.accountId);
      held.sent = codeOf(hanako.transfer(ticketId, taro.email));
      await someoneWaits(hanako.accountId);
      fixture.deps.advance(2_000);
      return certify(ticketId, deviceKey);
    });
    expect(await held.sent).toBe('OK');
    expect(fetched.issuedAt).toBe('2026-04-01 09:00:02');
    expect(await revokedUpTo(ticketId)).toBeGreaterThanOrEqual(wallToEpoch(fetched.issuedAt) / 1000);
  });
});
