// The counter reserves, moves and cancels a traveller's seat: by the traveller's rules and only as it was seen. The act is recorded, and the traveller notified.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverMails } from '../../../test/app-context.ts';
import { otherProcess } from '../../../test/reservation/other-process.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { codeOf, TRAIN_14, type TestUser } from '../../../test/ticket/ticket.ts';
import { openDeskApp, REASON, type DeskFixture } from '../../../test/ticket/desk-ticket.ts';

const PASS = 'kansai-pass-2day';
const RIDE = { departureId: TRAIN_14.departureId, from: TRAIN_14.from, to: TRAIN_14.to };

let fixture: DeskFixture;
let hanako: TestUser;
let counter: AskDesk;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
  counter = await staffAtDesk(fixture, 'counter');
});

const named = async (ticketId: string) => {
  const { ticketNo, version } = await fixture.seen(ticketId);
  return { ticketNo, seen: { version } };
};
const act = async (call: string, ticketId: string, body: object, ask = counter) => {
  const answer = await ask('POST', `tickets/${call}`, {
    ...(await named(ticketId)),
    reason: REASON,
    ...body,
  });
  await deliverMails(fixture.deps);
  return answer.json();
};
const reserve = (ticketId: string, seat: string, body: object = {}, ask?: AskDesk) =>
  act('reserve-seat', ticketId, { ...RIDE, seat, ...body }, ask);
const mails = () => (fixture.deps.mail.mailbox?.(hanako.email) ?? []).map(({ subject }) => subject);
const seatsOf = async (ticketId: string) => (await fixture.seen(ticketId)).seats.map(({ seat }) => seat);

test('the counter chooses by section, train and free seat, reserves, moves and cancels; each is mailed and in the history', async () => {
  const ticketId = await hanako.bound(PASS);
  const { ticketNo } = await named(ticketId);
  const choice = async (query: object = {}) =>
    (await counter('POST', 'tickets/seat-choice', { ticketNo, ...query })).json();
  const section = { from: RIDE.from, to: RIDE.to };
  const { sections } = (await choice()).data;
  expect(
    sections.some(
      (each: { from: { stationId: string }; to: { stationId: string } }) =>
        each.from.stationId === section.from && each.to.stationId === section.to,
    ),
  ).toBe(true);
  const { trains } = (await choice({ ...section, date: '2026-04-01' })).data;
  const train = trains.find((each: { departureId: string }) => each.departureId === RIDE.departureId);
  expect(train.left).toBeGreaterThan(0);
  const free = async () =>
    (await choice(RIDE)).data.seats.map(({ seat }: { seat: string }) => seat) as string[];
  expect(await free()).toHaveLength(train.left);

  const { data: reserved } = await reserve(ticketId, '4-12A');
  expect(reserved).toMatchObject({ ticketNo, seat: '4-12A' });
  expect(await free()).not.toContain('4-12A');
  const { reservationId } = reserved;
  const moved = await reserve(ticketId, '4-12B', { reservationId });
  expect(moved.data).toEqual({ ticketNo, reservationId, seat: '4-12B' });
  expect((await hanako.load(ticketId)).reservations).toMatchObject([
    { reservationId, seats: [{ seatInfo: '4-12B' }] },
  ]);
  expect((await act('cancel-seat', ticketId, { reservationId })).data).toMatchObject({ seat: '4-12B' });
  expect(await seatsOf(ticketId)).toEqual([]);

  const { events } = await fixture.seen(ticketId);
  expect(events.slice(0, 3).map(({ kind, reason, by }) => [kind, reason, by.startsWith('desk:')])).toEqual([
    ['cancelSeat', REASON, true],
    ['moveSeat', REASON, true],
    ['reserveSeat', REASON, true],
  ]);
  expect(mails()).toHaveLength(3);
  expect(mails()).toEqual(expect.arrayContaining([expect.stringMatching(/cancel/i)]));
  const manager = await staffAtDesk(fixture, 'manager');
  const { items } = (await manager('GET', 'record', { subject: ticketNo })).json().data;
  expect(items.map(({ call }: { call: string }) => call)).toEqual(
    expect.arrayContaining(['deskReserveSeat', 'deskCancelSeat', 'deskSeatChoice']),
  );
});

test('a seat of a group is moved and cancelled alone', async () => {
  const [a, b, c] = [await hanako.bound(PASS), await hanako.bound(PASS), await hanako.bound(PASS)];
  const reservationId = await hanako.book([a, b, c], ['4-1A', '4-1B', '4-2A']);
  const moved = await reserve(a, '4-12A', { reservationId });
  expect(moved).toMatchObject({ code: 'OK', data: { seat: '4-12A' } });
  expect(moved.data.reservationId).not.toBe(reservationId);
  expect((await act('cancel-seat', b, { reservationId })).code).toBe('OK');
  expect([await seatsOf(a), await seatsOf(b), await seatsOf(c)]).toEqual([['4-12A'], [], ['4-2A']]);
  const legs = await fixture.deps.db.selectFrom('seat_leg').select('seat').distinct().execute();
  expect(legs.map(({ seat }) => seat).toSorted()).toEqual(['4-12A', '4-2A']);
});

test('what the traveller may not do, staff may not either, and nothing is left behind', async () => {
  const ticketId = await hanako.bound(PASS);
  const taro = await fixture.traveller('taro', 'en');
  const his = await taro.bound(PASS);
  const his12A = await taro.book([his], ['4-12A']);
  expect(await reserve(ticketId, '4-12A')).toMatchObject({ code: 'SEAT-0002' });
  expect(await reserve(ticketId, '4-99Z')).toMatchObject({ code: 'SEAT-0013' });
  expect(await reserve(ticketId, '4-1A', { departureId: 'none@2026-04-01' })).toMatchObject({
    code: 'SEAT-0013',
  });
  // Another traveller's reservation is none of this ticket.
  expect(await reserve(ticketId, '4-1A', { reservationId: his12A })).toMatchObject({ code: 'SEAT-0001' });
  expect(await act('cancel-seat', ticketId, { reservationId: his12A })).toMatchObject({ code: 'SEAT-0001' });
  const say = await otherProcess(fixture.deps);
  await say(RIDE.departureId, { left: RIDE.from });
  expect(await reserve(ticketId, '4-1A')).toMatchObject({ code: 'SEAT-0004' });
  await fixture.change(ticketId, 'suspend');
  expect(await reserve(ticketId, '4-1A')).toMatchObject({ code: 'TKT-0007' });
  const unbound = await fixture.unbound(PASS);
  expect(await reserve(unbound.ticketId, '4-1A')).toMatchObject({ code: 'TKT-0006' });
  const legs = await fixture.deps.db.selectFrom('seat_leg').select('seat').distinct().execute();
  expect(legs).toEqual([{ seat: '4-12A' }]);
  expect(await fixture.deps.db.selectFrom('seat_hold').selectAll().execute()).toEqual([]);
});

test('an act on a state that has changed does nothing, whoever changed it', async () => {
  const ticketId = await hanako.bound(PASS);
  const before = await named(ticketId);
  const reservationId = await hanako.book([ticketId], ['4-12A']);
  expect(await reserve(ticketId, '4-1A', before)).toMatchObject({
    code: 'DESK-0001',
    values: { status: 'bound' },
  });
  const seen = await named(ticketId);
  expect(await codeOf(hanako.seat('seatCancel', { reservationId }))).toBe('OK');
  expect(await act('cancel-seat', ticketId, { ...seen, reservationId })).toMatchObject({ code: 'DESK-0001' });
  expect(await seatsOf(ticketId)).toEqual([]);
  const [one, other] = await Promise.all([reserve(ticketId, '4-1A'), reserve(ticketId, '4-2A')]);
  // The second one is refused by the version that it names, or by the seat that the first one took.
  const codes = [one.code, other.code].toSorted();
  expect(codes.filter((code) => code !== 'DESK-0001' && code !== 'SEAT-0011')).toEqual(['OK']);
  expect(await seatsOf(ticketId)).toHaveLength(1);
});

test('editors and sales systems may not, and a retry with its key is one act', async () => {
  const ticketId = await hanako.bound(PASS);
  expect(await reserve(ticketId, '4-1A', {}, await staffAtDesk(fixture, 'editor'))).toMatchObject({
    code: 'SES-0006',
  });
  const body = { ...(await named(ticketId)), ...RIDE, seat: '4-1A', reason: REASON };
  const once = () => counter('POST', 'tickets/reserve-seat', body, { 'idempotency-key': 'seat-act-0001' });
  expect((await once()).json()).toEqual((await once()).json());
  expect(await seatsOf(ticketId)).toEqual(['4-1A']);
});

test('a ticket is reissued with its seats, of a group only its own', async () => {
  const [a, b] = [await hanako.bound(PASS), await hanako.bound(PASS)];
  const reservationId = await hanako.book([a, b], ['4-12A', '4-12B']);
  const answer = await counter('POST', 'tickets/change', {
    ...(await named(a)),
    ...{ action: 'reissue', reason: REASON, keepSeats: true },
  });
  const { reissued } = answer.json().data;
  expect(await seatsOf(a)).toEqual([]);
  expect(await seatsOf(reissued.ticketId)).toEqual(['4-12A']);
  expect((await fixture.seen(b)).seats).toMatchObject([{ reservationId, seat: '4-12B' }]);
  expect((await hanako.load(reissued.ticketId)).reservations).toMatchObject([
    { seats: [{ seatInfo: '4-12A' }] },
  ]);
  const taro = await fixture.traveller('taro', 'en');
  expect(await codeOf(taro.hold([await taro.bound(PASS)], ['4-12A']))).toBe('SEAT-0002');
});
