// The seats of a transferred ticket: alone or split from a group's reservation, and never free in between.
import { describe, expect, test } from 'vitest';
import { readCalendar } from '@kippu/domain/test/read-calendar';
import { otherProcess } from '../../test/reservation/other-process.ts';
import { codeOf, TRAIN_14, type TicketFixture, type TestUser } from '../../test/ticket/ticket.ts';
import { eachTwoTravellers } from '../../test/ticket/two-travellers.ts';

let fixture: TicketFixture;
let hanako: TestUser;
let taro: TestUser;

eachTwoTravellers((opened) => {
  ({ fixture, hanako, taro } = opened);
});

const passes = (count: number) =>
  Promise.all(Array.from({ length: count }, () => hanako.bound('kansai-pass-2day')));
const reservationsOf = async (who: TestUser, ticketId: string) => (await who.load(ticketId)).reservations;
/** Every leg with its owner. Reports a leg without an owner, or without its seat in a reservation. */
async function legs() {
  const { db } = fixture.deps;
  return db
    .selectFrom('seat_leg as l')
    .leftJoin('reservation as r', 'r.reservation_id', 'l.reservation_id')
    .leftJoin('reservation_seat as s', (join) =>
      join.onRef('s.reservation_id', '=', 'l.reservation_id').onRef('s.seat', '=', 'l.seat'),
    )
    .select(['l.seat', 'l.leg', 'r.account_id', 's.ticket_id'])
    .orderBy('l.seat')
    .orderBy('l.leg')
    .execute();
}
const ownersBySeat = async () =>
  Object.fromEntries((await legs()).map((leg) => [leg.seat, [leg.account_id, leg.ticket_id]]));

describe('a reservation', () => {
  test('of the ticket alone is transferred unchanged', async () => {
    const [ticketId = ''] = await passes(1);
    const reservationId = await hanako.book([ticketId], ['4-12A']);
    const before = (await legs()).length;
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
    expect((await legs()).length).toBe(before);
    expect(await ownersBySeat()).toEqual({ '4-12A': [taro.accountId, ticketId] });
    expect(await reservationsOf(taro, ticketId)).toMatchObject([{ reservationId }]);
    expect(await codeOf(hanako.seat('seatCancel', { reservationId }))).toBe('SEAT-0001');
    const mailTo = ({ email }: TestUser, kind: string) =>
      fixture.deps.mail.mailbox?.(email).find((mail) => mail.kind === kind);
    const received = mailTo(taro, 'transferReceived');
    expect(received?.text).toMatch(
      /Seat reservations that went along:\nWed 1 April 2026, 10:15 · .* 14 · Kansai-airport → Kyoto · car 4, 12A$/im,
    );
    // The entry moves from one calendar to the other.
    const files = [mailTo(hanako, 'transferSent'), received].flatMap((mail) => mail?.calendars ?? []);
    expect(files.map(({ method }) => method)).toEqual(['CANCEL', 'PUBLISH']);
    for (const { text } of files)
      expect(readCalendar(text).only('VEVENT').value('UID')).toBe(`${reservationId}@kippu`);
    expect(await codeOf(taro.seat('seatCancel', { reservationId }))).toBe('OK');
    expect(await legs()).toEqual([]);
  });

  test('of several tickets is split: one seat is transferred, the others stay, each can be changed and cancelled', async () => {
    const [a = '', b = '', c = ''] = await passes(3);
    const reservationId = await hanako.book([a, b, c], ['4-12A', '4-12B', '4-12C']);
    const before = (await legs()).map(({ seat, leg }) => [seat, leg]);
    expect(await codeOf(hanako.transfer(b, taro.email))).toBe('OK');
    expect((await legs()).map(({ seat, leg }) => [seat, leg])).toEqual(before);
    expect(await ownersBySeat()).toEqual({
      '4-12A': [hanako.accountId, a],
      '4-12B': [taro.accountId, b],
      '4-12C': [hanako.accountId, c],
    });
    const [remaining] = await reservationsOf(hanako, a);
    expect(remaining?.reservationId).toBe(reservationId);
    expect(remaining?.seats.map((seat) => seat.ticketId).toSorted()).toEqual([a, c].toSorted());
    const [moved] = await reservationsOf(taro, b);
    expect(moved?.seats).toMatchObject([{ ticketId: b, seatInfo: '4-12B' }]);
    expect(await taro.load(b)).toMatchObject({ reservedNum: 1 });

    const change = moved?.reservationId;
    const { holdId } = (await taro.hold([b], ['3-1A'], { change })).json().data;
    expect(await codeOf(taro.seat('seatChange', { reservationId: change, holdId }))).toBe('OK');
    expect(await codeOf(hanako.seat('seatCancel', { reservationId }))).toBe('OK');
    expect(await ownersBySeat()).toEqual({ '3-1A': [taro.accountId, b] });
  });

  test('whose train has left by the timetable goes along, alone and of a group: it may be late', async () => {
    const [a = '', b = '', c = ''] = await passes(3);
    const alone = await hanako.book([a], ['4-1A']);
    const group = await hanako.book([b, c], ['4-12A', '4-12B']);
    fixture.deps.advance(76 * 60_000);
    await Promise.all([hanako.signIn(), taro.signIn()]);
    for (const id of [a, b]) expect(await codeOf(hanako.transfer(id, taro.email))).toBe('OK');
    expect(await reservationsOf(taro, a)).toMatchObject([{ reservationId: alone }]);
    expect(await ownersBySeat()).toEqual({
      '4-1A': [taro.accountId, a],
      '4-12A': [taro.accountId, b],
      '4-12B': [hanako.accountId, c],
    });
    expect(await reservationsOf(hanako, c)).toMatchObject([{ reservationId: group }]);
  });

  test("that is cancelled, or whose train has arrived, stays in the sender's records", async () => {
    const [ticketId = ''] = await passes(1);
    const cancelled = await hanako.book([ticketId], ['4-1A']);
    await hanako.seat('seatCancel', { reservationId: cancelled });
    const departed = await hanako.book([ticketId], ['4-12A']);
    fixture.deps.advance(156 * 60_000);
    await Promise.all([hanako.signIn(), taro.signIn()]);
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
    expect(await reservationsOf(taro, ticketId)).toEqual([]);
    const rows = await fixture.deps.db
      .selectFrom('reservation')
      .select(['reservation_id', 'account_id'])
      .execute();
    expect(rows.map((row) => row.account_id)).toEqual([hanako.accountId, hanako.accountId]);
    expect(rows.map((row) => row.reservation_id).toSorted()).toEqual([cancelled, departed].toSorted());
    // The ride is over, so the receiver has one of two reservations left.
    expect(await taro.load(ticketId)).toMatchObject({ reservedNum: 1 });
  });
});

describe('what another process heard of a train a moment ago', () => {
  test('decides whether the seat goes along', async () => {
    const say = await otherProcess(fixture.deps);
    const [ticketId = ''] = await passes(1);
    await hanako.book([ticketId], ['4-12A']);
    await say(TRAIN_14.departureId, { left: TRAIN_14.from });
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
    expect(await ownersBySeat()).toEqual({ '4-12A': [hanako.accountId, ticketId] });
  });

  test('closes a cancellation', async () => {
    const say = await otherProcess(fixture.deps);
    const [ticketId = ''] = await passes(1);
    const reservationId = await hanako.book([ticketId], ['4-12A']);
    await say(TRAIN_14.departureId, { left: TRAIN_14.from });
    expect(await codeOf(hanako.seat('seatCancel', { reservationId }))).toBe('SEAT-0004');
  });
});

describe('a hold', () => {
  test('of the ticket ends, also one for a change; those of other tickets remain', async () => {
    const [a = '', b = '', c = ''] = await passes(3);
    const reservationId = await hanako.book([a], ['4-12A']);
    const changing = (await hanako.hold([a], ['3-1A'], { change: reservationId })).json().data.holdId;
    const other = (await hanako.hold([c], ['4-3A'])).json().data.holdId;
    expect(await codeOf(hanako.transfer(a, taro.email))).toBe('OK');
    expect(await codeOf(hanako.seat('seatChange', { reservationId, holdId: changing }))).toBe('SEAT-0001');
    expect(await codeOf(taro.hold([a], ['3-1A'], { change: reservationId }))).toBe('OK');
    const both = (await hanako.hold([b, c], ['4-3A', '4-3B'])).json().data.holdId;
    expect(await codeOf(hanako.seat('seatSave', { holdId: other }))).toBe('SEAT-0008');
    expect(await codeOf(hanako.transfer(b, taro.email))).toBe('OK');
    expect(await codeOf(hanako.seat('seatSave', { holdId: both }))).toBe('SEAT-0008');
    expect(await codeOf(taro.hold([b], ['4-3A']))).toBe('OK');
  });
});

describe('rivals at once', () => {
  const expectWhole = async () => {
    const all = await legs();
    // Two tickets may not share a leg, and every reserved leg has its ticket and its owner.
    for (const { account_id: account, ticket_id: ticket } of all) {
      if (account === null) continue;
      expect(ticket).not.toBeNull();
      const owner = await fixture.deps.db
        .selectFrom('ticket')
        .select('account_id')
        .where('ticket_id', '=', ticket ?? '')
        .executeTakeFirstOrThrow();
      expect(owner.account_id).toBe(account);
    }
  };

  test('a cancel and a transfer leave the seat free or with the receiver', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a = '', b = ''] = await passes(2);
      const reservationId = await hanako.book([a, b], [`4-${round + 1}A`, `4-${round + 1}B`]);
      const [sent, cancelled] = await Promise.all([
        codeOf(hanako.transfer(a, taro.email)),
        codeOf(hanako.seat('seatCancel', { reservationId })),
      ]);
      expect([sent, cancelled]).toEqual(['OK', 'OK']);
      const moved = await reservationsOf(taro, a);
      const { length } = await legs();
      expect(length > 0).toBe(moved.length === 1);
      for (const { reservationId: own } of moved)
        expect(await codeOf(taro.seat('seatCancel', { reservationId: own }))).toBe('OK');
      expect(await legs()).toEqual([]);
    }
  });

  test("a save and a transfer give the seat to the ticket's owner, or to nobody", async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a = ''] = await passes(1);
      const { holdId } = (await hanako.hold([a], [`3-${round + 1}A`])).json().data;
      const [sent, saved] = await Promise.all([
        codeOf(hanako.transfer(a, taro.email)),
        codeOf(hanako.seat('seatSave', { holdId })),
      ]);
      expect(sent).toBe('OK');
      expect(['OK', 'SEAT-0008']).toContain(saved);
      expect((await reservationsOf(taro, a)).length).toBe(saved === 'OK' ? 1 : 0);
      await expectWhole();
    }
  });

  test('two tickets of one reservation are transferred to two accounts at once, while another account asks for their seats', async () => {
    const jiro = await fixture.traveller('jiro');
    const saburo = await fixture.traveller('saburo');
    for (let round = 0; round < 4; round += 1) {
      const [a = '', b = '', c = ''] = await passes(3);
      const theirs = await saburo.bound('kansai-pass-2day');
      const seats = ['A', 'B', 'C'].map((letter) => `2-${round + 1}${letter}`);
      await hanako.book([a, b, c], seats);
      const codes = await Promise.all([
        codeOf(hanako.transfer(a, taro.email)),
        codeOf(saburo.hold([theirs], [seats[0] ?? ''])),
        codeOf(hanako.transfer(b, jiro.email)),
        codeOf(saburo.hold([theirs], [seats[1] ?? ''])),
      ]);
      expect(codes).toEqual(['OK', 'SEAT-0002', 'OK', 'SEAT-0002']);
      const owners = await ownersBySeat();
      expect(seats.map((seat) => owners[seat])).toEqual([
        [taro.accountId, a],
        [jiro.accountId, b],
        [hanako.accountId, c],
      ]);
      await expectWhole();
    }
  });
});
