// The effects of the desk's changes: seats freed and sold again, codes refused at gates.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { openCertificate } from '@kippu/ticket-code/certificate/certificate';
import { passage, type EnrolledGate } from '../../../test/gate/gate.ts';
import { otherProcess } from '../../../test/reservation/other-process.ts';
import { codeOf, TRAIN_14, type TestUser } from '../../../test/ticket/ticket.ts';
import { openDeskApp, pass, type DeskFixture } from '../../../test/ticket/desk-ticket.ts';

let fixture: DeskFixture;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
  taro = await fixture.traveller('taro', 'en');
});

const PASS = 'kansai-pass-2day';
const CLOSING = ['refund', 'void', 'disuse', 'reissue'];

describe('seats', () => {
  test.each(CLOSING)(
    "of a group: %s frees the ticket's own seat and keeps the others, and another traveller gets it",
    async (action) => {
      const [a, b] = [await hanako.bound(PASS), await hanako.bound(PASS)];
      const reservationId = await hanako.book([a, b], ['4-12A', '4-12B']);
      const his = await taro.bound(PASS);
      expect(await codeOf(taro.hold([his], ['4-12A']))).toBe('SEAT-0002');
      expect((await fixture.seen(a)).seats).toMatchObject([
        {
          reservationId,
          trainNo: '14',
          from: 'kansai-airport',
          to: 'kyoto',
          seat: '4-12A',
          departAt: '2026-04-01 10:15:00',
        },
      ]);
      await fixture.changed(a, action);
      expect((await fixture.seen(a)).seats).toEqual([]);
      expect(await codeOf(taro.hold([his], ['4-12B']))).toBe('SEAT-0002');
      await taro.book([his], ['4-12A']);
      expect((await taro.load(his)).reservations).toMatchObject([{ seats: [{ seatInfo: '4-12A' }] }]);
      expect((await hanako.load(b)).reservations).toMatchObject([
        { reservationId, seats: [{ ticketId: b }] },
      ]);
      expect(await codeOf(hanako.seat('seatCancel', { reservationId }))).toBe('OK');
      const legs = await fixture.deps.db.selectFrom('seat_leg').select('seat').distinct().execute();
      expect(legs).toEqual([{ seat: '4-12A' }]);
      if (action === 'disuse') return;
      const sent = (fixture.deps.mail.mailbox?.(hanako.email) ?? []).find(
        ({ kind }) => kind === 'ticketChanged',
      );
      expect(sent?.calendars?.map(({ method }) => method)).toEqual(['PUBLISH']);
      const text = sent?.text.split('\n\n').slice(0, -1).join('\n\n');
      expect(text).toMatch(
        /cancelled.*:\nWed 1 April 2026, 10:15 · .* 14 · Kansai-airport → Kyoto · car 4, 12A$/i,
      );
    },
  );

  test.each(['refund', 'void', 'disuse'])(
    'of a train that has left by the timetable end with the ticket: %s',
    async (action) => {
      const a = await hanako.bound(PASS);
      const reservationId = await hanako.book([a], ['4-12A']);
      fixture.deps.advance(76 * 60_000);
      await hanako.signIn();
      expect((await fixture.seen(a)).seats).toMatchObject([{ reservationId }]);
      await fixture.changed(a, action);
      expect((await fixture.seen(a)).seats).toEqual([]);
      expect(await fixture.deps.db.selectFrom('seat_leg').select('seat').execute()).toEqual([]);
    },
  );

  test('of a train that has left by the timetable go along to a reissued ticket', async () => {
    const a = await hanako.bound(PASS);
    const reservationId = await hanako.book([a], ['4-12A']);
    fixture.deps.advance(76 * 60_000);
    await hanako.signIn();
    const { reissued } = await fixture.changed(a, 'reissue');
    const fresh = reissued?.ticketId ?? '';
    expect((await fixture.seen(a)).seats).toEqual([]);
    expect((await fixture.seen(fresh)).seats).toMatchObject([{ reservationId, seat: '4-12A' }]);
    expect(await hanako.load(fresh)).toMatchObject({ reservedNum: 1, reservations: [{ reservationId }] });
  });

  test('of a train that another process has heard to have left stay', async () => {
    const say = await otherProcess(fixture.deps);
    const a = await hanako.bound(PASS);
    await hanako.book([a], ['4-12A']);
    await say(TRAIN_14.departureId, { left: TRAIN_14.from });
    await fixture.changed(a, 'refund');
    const legs = await fixture.deps.db.selectFrom('seat_leg').select('seat').distinct().execute();
    expect(legs).toEqual([{ seat: '4-12A' }]);
  });

  test.each(CLOSING)('held are dropped by %s: neither the hold nor a change can be saved', async (action) => {
    const [a, his] = [await hanako.bound(PASS), await taro.bound(PASS)];
    const change = await hanako.book([a], ['4-1A']);
    const { holdId } = (await hanako.hold([a], ['4-1B'], { change })).json().data;
    await fixture.changed(a, action);
    expect(await codeOf(hanako.seat('seatChange', { reservationId: change, holdId }))).not.toBe('OK');
    expect(await codeOf(taro.hold([his], ['4-1A']))).toBe('OK');
    expect(await codeOf(taro.hold([his], ['4-1B']))).toBe('OK');
    expect(await codeOf(hanako.hold([a], ['4-2A']))).toBe('TKT-0006');
  });

  test('of a suspended ticket stay, and it cannot reserve more until it is resumed', async () => {
    const [a, his] = [await hanako.bound(PASS), await taro.bound(PASS)];
    await hanako.book([a], ['4-1A']);
    await fixture.changed(a, 'suspend');
    expect(await codeOf(taro.hold([his], ['4-1A']))).toBe('SEAT-0002');
    expect(await codeOf(hanako.hold([a], ['4-1B']))).toBe('TKT-0007');
    await fixture.changed(a, 'resume');
    expect((await hanako.load(a)).reservations).toHaveLength(1);
  });
});

describe('a gate', () => {
  let gate: EnrolledGate;
  beforeEach(async () => {
    gate = await fixture.gate();
  });
  // 44 letters of a compressed P-256 point, the curve's own generator.
  const deviceKey = 'A2sX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW';
  const certify = async (who: TestUser, ticketId: string) => {
    const { code, data } = (await who.get('qrcode', { ticketId, deviceKey })).json();
    if (code !== 'OK') return code;
    const opened = openCertificate(new Uint8Array(Buffer.from(data.certificate, 'base64url')));
    return opened?.certificate.issuedAt;
  };
  const upTo = async (ticketId: string, query: Record<string, string> = {}): Promise<number | undefined> => {
    const { revoked } = (await gate.state(query)).json().data;
    const row = revoked.find((each: { ticketId: string }) => each.ticketId === ticketId);
    return row && wallToEpoch(row.at) / 1000;
  };

  test.each(['suspend', ...CLOSING])(
    'refuses earlier certificates after its next state: %s',
    async (action) => {
      const ticketId = await hanako.inUse(PASS);
      const issuedAt = await certify(hanako, ticketId);
      const since = (await gate.state()).json().data.serverTime;
      expect(await upTo(ticketId, { since })).toBeUndefined();
      fixture.deps.advance(30_000);
      await fixture.changed(ticketId, action);
      expect(await upTo(ticketId, { since })).toBeGreaterThanOrEqual(issuedAt);
      expect(await certify(hanako, ticketId)).toBe(action === 'suspend' ? 'TKT-0007' : 'TKT-0006');
    },
  );

  test('accepts a new code of a resumed ticket, and never its old one', async () => {
    const ticketId = await hanako.inUse(PASS);
    const old = await certify(hanako, ticketId);
    await fixture.changed(ticketId, 'suspend');
    await fixture.changed(ticketId, 'resume');
    const fresh = await certify(hanako, ticketId);
    const revoked = await upTo(ticketId);
    expect(revoked).toBeGreaterThanOrEqual(old);
    expect(fresh).toBeGreaterThan(revoked ?? Infinity);
  });

  test('that reports the only journey of a suspended ticket late: a resume finds it used up', async () => {
    const ticketId = await hanako.inUse('haruka-kix-kyoto');
    fixture.deps.advance(3_600_000);
    await fixture.changed(ticketId, 'suspend');
    fixture.deps.advance(600_000);
    const at = (minute: number) => ({ at: `2026-04-01 09:${minute}:00` });
    await gate.events([passage(ticketId, at(30)), passage(ticketId, { ...at(50), code: 32 })]);
    expect((await fixture.seen(ticketId)).status).toBe('suspended');
    const mails = fixture.deps.mail.mailbox?.(hanako.email).length;
    expect(await fixture.changed(ticketId, 'resume')).toMatchObject({ status: 'used', statusWord: 'Used' });
    expect(fixture.deps.mail.mailbox?.(hanako.email).length).toBe(mails);
    const { events } = await fixture.seen(ticketId);
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'finish', from: 'inUse', to: 'used', by: 'system' },
      { kind: 'resume', from: 'suspended', to: 'inUse' },
    ]);
  });
});

test('what the desk sees has no email, name or id of a traveller', async () => {
  const ticketId = await hanako.inUse(PASS);
  await hanako.transfer(ticketId, taro.email);
  await pass(taro, ticketId, 'in');
  const seen = await fixture.seen(ticketId);
  const text = JSON.stringify(seen);
  for (const secret of ['hanako', 'taro', hanako.accountId, taro.accountId])
    expect(text).not.toContain(secret);
  expect(seen.events.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
    'entry traveller',
    'transfer traveller',
    'use traveller',
    'bind traveller',
    'issue desk:api-key',
  ]);
  expect((await fixture.show('000000000000')).json().code).toBe('REQ-0005');
  for (let round = 0; round < 12; round += 1) {
    await fixture.changed(ticketId, 'suspend');
    await fixture.changed(ticketId, 'resume');
  }
  const last = await fixture.seen(ticketId);
  expect(last.events).toHaveLength(20);
  expect(last).toMatchObject({ bound: true, status: 'inUse', expired: false });
  expect(last.events[0]).toMatchObject({ kind: 'resume', from: 'suspended', to: 'inUse' });
});
