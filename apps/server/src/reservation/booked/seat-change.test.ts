// Changing seats, and rival changes at once, over HTTP.
import { formatSeat } from '@kippu/domain/reservation/seat-name';
import { beforeEach, describe, expect, test } from 'vitest';
import { reservedCars, rowNumbers } from '../timetable/formation-seats.ts';
import { TRAIN_14, type Answer, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { seedTickets } from '../../../test/reservation/seat.ts';
import { START, seatServer } from '../../../test/reservation/seat-server.ts';

const LATER = { departureId: 'haruka-18@2026-04-01' };
const server = seatServer();
let me: SeatClient;
let other: SeatClient;

beforeEach(async () => {
  me = await server.enter('a0');
  other = await server.enter('a1');
});

const legs = async () => {
  const rows = await server.deps.db.selectFrom('seat_leg').selectAll().execute();
  return rows.map((l) => `${l.departure_id.split('@')[0]} ${l.seat}/${l.leg}`).toSorted();
};
const cells = (train: string, seats: string[], from: number, to: number) =>
  seats
    .flatMap((seat) => Array.from({ length: to - from }, (_, i) => `${train} ${seat}/${from + i}`))
    .toSorted();
/** Sells every ordinary seat of train 14 on its first leg to another account, except these. */
async function sellAllBut(kept: readonly string[]): Promise<void> {
  const { db, operator } = server.deps;
  const reservation_id = await other.book(['b1'], ['4-4A']);
  const formation = operator.formations.get('haruka-9');
  if (!formation) throw new Error('train 14 has no cars');
  const seats = reservedCars(formation, new Set(['ordinary'])).flatMap((car) =>
    rowNumbers(car).flatMap((row) => car.letters.map((letter) => formatSeat({ car: car.car, row, letter }))),
  );
  const sold = seats.filter((seat) => seat !== '4-4A' && !kept.includes(seat));
  await db
    .insertInto('seat_leg')
    .values(sold.map((seat) => ({ departure_id: TRAIN_14.departureId, seat, leg: 0, reservation_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
const codes = (answers: readonly Answer[]) => answers.map((a) => a.code).toSorted();
const change = (reservationId: string, holdId: string) => me.post('seatChange', { reservationId, holdId });
const holdFor = (reservationId: string, ticketIds: string[], seats: string[], more = {}) =>
  me.hold(ticketIds, seats, { change: reservationId, ...more });

describe('changing seats', () => {
  test('to seats that overlap the old ones: 4A and 4B become 4B and 4C', async () => {
    const id = await me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    const hold = await holdFor(id, ['p1', 'p2'], ['4-4B', '4-4C']);
    expect(await other.hold(['b1'], ['4-4A'])).toBe('SEAT-0002');
    expect((await change(id, hold)).data).toMatchObject({
      reservationId: id,
      state: 1,
      seats: [
        { ticketId: 'p1', seatInfo: '4-4B' },
        { ticketId: 'p2', seatInfo: '4-4C' },
      ],
    });
    expect(await legs()).toEqual(cells('haruka-14', ['4-4B', '4-4C'], 0, 4));
    expect(await other.hold(['b1'], ['4-4A'])).not.toMatch(/^SEAT/);
    const row = await server.deps.db.selectFrom('reservation').selectAll().executeTakeFirstOrThrow();
    expect([row.changed_at?.getTime(), row.reserved_at.getTime()]).toEqual([START, START]);
  });

  test('to the same seat on another part of the route, and to swapped seats', async () => {
    const id = await me.book(['p1', 'p2'], ['4-4A', '4-4B'], { to: 'osaka' });
    const longer = await holdFor(id, ['p1', 'p2'], ['4-4B', '4-4A'], { from: 'tennoji' });
    expect((await change(id, longer)).data).toMatchObject({
      from: { stationId: 'tennoji' },
      seats: [{ ticketId: 'p2' }, { ticketId: 'p1' }],
    });
    expect(await legs()).toEqual(cells('haruka-14', ['4-4A', '4-4B'], 1, 4));
  });

  test('to another train, by automatic choice, with a one-way ticket without reservations left', async () => {
    const id = await me.book(['in'], ['4-4A']);
    const info = await me.get('loadChangeInfo', { reservationId: id });
    expect(info.data).toMatchObject({
      perTicket: [{ ticketId: 'in', left: 1 }],
      reservation: { reservationId: id },
      seats: ['4-4A'],
    });
    const list = { ticketIds: 'in', date: '2026-04-01', from: TRAIN_14.from, to: 'kyoto', change: id };
    expect((await me.get('ticketTrainList', list)).data).toContainEqual(
      expect.objectContaining({ departureId: TRAIN_14.departureId, selectable: true }),
    );
    const body = { ...TRAIN_14, ...LATER, ticketIds: ['in'], auto: { prefer: 'window' }, change: id };
    const held = (await me.post('seatHold', body)).data as { holdId: string };
    expect((await change(id, held.holdId)).data).toMatchObject({ ...LATER, seats: [{ seatInfo: '2-1A' }] });
    expect(await legs()).toEqual(cells('haruka-18', ['2-1A'], 0, 4));
  });

  test('by automatic choice within one ride gives other seats, or the same when there are no others', async () => {
    const auto = (from: string) => ({ ...TRAIN_14, from, ticketIds: ['p1'], auto: { prefer: 'window' } });
    const first = (await me.post('seatHold', auto(TRAIN_14.from))).data as {
      holdId: string;
      seats: string[];
    };
    await me.post('seatSave', { holdId: first.holdId });
    const again = await me.post('seatHold', { ...auto(TRAIN_14.from), change: first.holdId });
    expect(again).toMatchObject({ code: 'OK' });
    expect(again.data).not.toMatchObject({ seats: first.seats });
    // On another part of the route the current seat may be chosen too.
    const part = await me.post('seatHold', { ...auto('tennoji'), change: first.holdId });
    expect(part.data).toMatchObject({ seats: first.seats });
    await sellAllBut(first.seats);
    const none = await me.post('seatHold', { ...auto(TRAIN_14.from), change: first.holdId });
    expect(none.data).toMatchObject({ seats: first.seats });
  });

  test('is refused for other tickets, another hold, a cancelled reservation', async () => {
    const id = await me.book(['p1'], ['4-4A']);
    expect(await holdFor(id, ['p2'], ['4-4B'])).toBe('SEAT-0007');
    const plain = await me.hold(['p1'], ['4-4B'], { departureId: 'haruka-14@2026-04-02' });
    expect((await change(id, plain)).code).toBe('SEAT-0008');
    const hold = await holdFor(id, ['p1'], ['4-4B']);
    expect((await me.post('seatSave', { holdId: hold })).code).toBe('SEAT-0008');
    await me.post('seatCancel', { reservationId: id });
    expect((await change(id, hold)).code).toBe('SEAT-0012');
    expect(await holdFor(id, ['p1'], ['4-4B'])).toBe('SEAT-0012');
    expect((await change('nothing', hold)).code).toBe('SEAT-0001');
  });

  test('repeated, at once or after a lost answer, is done once and answered the same', async () => {
    const id = await me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    const hold = await holdFor(id, ['p1', 'p2'], ['4-4B', '4-4C']);
    const [one, two] = await Promise.all([change(id, hold), change(id, hold)]);
    expect(one).toMatchObject({ code: 'OK', data: { seats: [{ seatInfo: '4-4B' }, { seatInfo: '4-4C' }] } });
    expect(two).toEqual(one);
    server.deps.advance(300_000);
    expect(await change(id, hold)).toEqual(one);
    expect(await legs()).toEqual(cells('haruka-14', ['4-4B', '4-4C'], 0, 4));
    // A hold of another reservation is still refused.
    const another = await me.book(['p3'], ['4-5A']);
    expect((await change(another, hold)).code).toBe('SEAT-0008');
    expect((await other.post('seatChange', { reservationId: id, holdId: hold })).code).toBe('SEAT-0001');
    const newer = await holdFor(id, ['p1', 'p2'], ['4-6A', '4-6B']);
    await change(id, newer);
    expect((await change(id, hold)).code).toBe('SEAT-0008');
    expect(await legs()).toEqual(
      [...cells('haruka-14', ['4-6A', '4-6B'], 0, 4), ...cells('haruka-14', ['4-5A'], 0, 4)].toSorted(),
    );
  });

  test('that was held for a reservation which is then cancelled leaves the held seats free', async () => {
    const id = await me.book(['p1'], ['4-4A']);
    await holdFor(id, ['p1'], ['4-4B']);
    expect((await me.post('seatCancel', { reservationId: id })).code).toBe('OK');
    expect(await legs()).toEqual([]);
    await other.book(['b1'], ['4-4B']);
  });

  test('of a group that has partly cancelled must be chosen again, and the held seats are free', async () => {
    const id = await me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    const hold = await holdFor(id, ['p1', 'p2'], ['4-4A', '4-4C']);
    expect((await me.post('seatCancel', { reservationId: id, ticketIds: ['p1'] })).code).toBe('OK');
    expect(await legs()).toEqual(cells('haruka-14', ['4-4B'], 0, 4));
    expect((await change(id, hold)).code).toBe('SEAT-0008');
    await other.book(['b1'], ['4-4A']);
    const newHold = await holdFor(id, ['p2'], ['4-4C']);
    expect((await change(id, newHold)).data).toMatchObject({ seats: [{ ticketId: 'p2', seatInfo: '4-4C' }] });
  });

  test('after the hold has lapsed keeps the old seats', async () => {
    const id = await me.book(['p1'], ['4-4A']);
    const hold = await holdFor(id, ['p1'], ['4-4B']);
    server.deps.advance(300_000);
    expect(await other.hold(['b1'], ['4-4B'])).not.toMatch(/^SEAT/);
    expect((await change(id, hold)).code).toBe('SEAT-0008');
    expect(await legs()).toEqual(cells('haruka-14', ['4-4A', '4-4B'], 0, 4));
  });
});

describe('at the same moment', () => {
  const RIVALS = 16;
  const rivals = () => Promise.all(Array.from({ length: RIVALS }, (_, i) => (i % 2 ? me : other)));
  const holdBy = (who: SeatClient, seats: string[]) =>
    who.post('seatHold', { ...TRAIN_14, ticketIds: [who === me ? 'p1' : 'b1'], seats });

  test('sixteen holds of two travellers for one seat: one succeeds', async () => {
    const answers = await Promise.all((await rivals()).map((who) => holdBy(who, ['4-4A'])));
    const won = answers.filter((a) => a.code === 'OK');
    expect(won.length).toBeGreaterThan(0);
    expect(new Set(codes(answers))).toEqual(new Set(['OK', 'SEAT-0002']));
    const holders = await server.deps.db.selectFrom('seat_hold').select('account_id').execute();
    expect(holders).toHaveLength(1);
    expect(await legs()).toEqual(cells('haruka-14', ['4-4A'], 0, 4));
  });

  test('automatic choices never lose a race while seats are free', async () => {
    const auto = (who: SeatClient) =>
      who.post('seatHold', {
        ...TRAIN_14,
        ticketIds: [who === me ? 'p1' : 'b1'],
        auto: { prefer: 'window' },
      });
    const answers = await Promise.all((await rivals()).map(auto));
    expect(codes(answers)).toEqual(Array(RIVALS).fill('OK'));
    expect(await legs()).toHaveLength(8);
  });

  test('two saves of one hold make one reservation, the same for both', async () => {
    const holdId = await me.hold(['p1'], ['4-4A']);
    const [a, b] = await Promise.all([me.post('seatSave', { holdId }), me.post('seatSave', { holdId })]);
    expect(a).toEqual(b);
    expect(a.code).toBe('OK');
    expect(await server.deps.db.selectFrom('reservation').select('state').execute()).toHaveLength(1);
  });

  test('two saves for the last reservation of a ticket end with one', async () => {
    await server.deps.db.deleteFrom('seat_hold').execute();
    const first = await me.hold(['in'], ['4-4A']);
    // No call makes a second hold of one ticket, so it is inserted, as an older server might have left it.
    const hold = await server.deps.db.selectFrom('seat_hold').selectAll().executeTakeFirstOrThrow();
    const departure = { departure_id: 'haruka-14@2026-04-02', hold_id: 'second' };
    const withoutTimes = { depart_at: null, arrive_at: null };
    await server.deps.db
      .insertInto('seat_hold')
      .values({ ...hold, ...departure, ...withoutTimes })
      .execute();
    const leg = { ...departure, seat: '4-4A', expires_at: hold.expires_at };
    const rows = [0, 1, 2, 3].map((n) => ({ ...leg, leg: n, reservation_id: null }));
    await server.deps.db.insertInto('seat_leg').values(rows).execute();
    const saves = [first, 'second'].map((holdId) => me.post('seatSave', { holdId }));
    expect(codes(await Promise.all(saves))).toEqual(['OK', 'SEAT-0006']);
    expect(await server.deps.db.selectFrom('reservation').select('state').execute()).toHaveLength(1);
  });

  test('save and release of one hold: reserved or freed, never partly', async () => {
    for (let round = 0; round < 5; round += 1) {
      const holdId = await me.hold(['wide'], ['4-4A'], { departureId: `haruka-14@2026-04-1${round}` });
      const saves = [me.post('seatSave', { holdId }), me.post('seatRelease', { holdId })];
      const [saved] = await Promise.all(saves);
      expect(['OK', 'SEAT-0008']).toContain(saved?.code);
    }
    const kept = await server.deps.db.selectFrom('reservation').select('state').execute();
    expect(await legs()).toHaveLength(kept.length * 4);
    expect(await server.deps.db.selectFrom('seat_hold').select('hold_id').execute()).toEqual([]);
  });

  test('change and cancel: one wins, and the seats agree with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const day = { departureId: `haruka-14@2026-04-1${round}` };
      const id = await me.book(['wide'], ['4-4A'], day);
      const hold = await holdFor(id, ['wide'], ['4-4B'], day);
      const [changed, cancelled] = await Promise.all([
        change(id, hold),
        me.post('seatCancel', { reservationId: id }),
      ]);
      expect(cancelled.code).toBe('OK');
      expect(['OK', 'SEAT-0012']).toContain(changed.code);
      await me.post('seatRelease', { holdId: hold });
      expect(await legs()).toEqual([]);
    }
  });

  test('many calls of every kind leave no orphan seat and cause no 500', async () => {
    const more = Array.from({ length: 6 }, (_, i) => ({ ticket_id: `s${i}`, account_id: `a${i % 3}` }));
    const passes = more.map((t) => ({ ...t, product_id: 'kansai-wide-5day' }));
    await seedTickets(server.deps.db, passes, START);
    const third = await server.enter('a2');
    const everybody = [me, other, third];
    const journey = async (i: number) => {
      const who = everybody[i % 3] ?? me;
      const day = { departureId: `haruka-14@2026-04-0${(i % 2) + 2}` };
      const holdId = await who.hold([`s${i % 6}`], [`4-${(i % 4) + 1}A`], day);
      const saved = await who.post('seatSave', { holdId });
      const { reservationId } = (saved.data ?? { reservationId: 'none' }) as { reservationId: string };
      const again = await who.hold([`s${i % 6}`], [`4-${((i + 1) % 4) + 1}A`], {
        ...day,
        change: reservationId,
      });
      const changed = await who.post('seatChange', { reservationId, holdId: again });
      const gone = i % 3 ? saved : await who.post('seatCancel', { reservationId });
      return [saved, changed, gone].map((a) => a.status);
    };
    const statuses = (await Promise.all(Array.from({ length: 36 }, (_, i) => journey(i)))).flat();
    expect(statuses.filter((s) => s >= 500)).toEqual([]);
    const reserved = await server.deps.db
      .selectFrom('reservation as r')
      .innerJoin('reservation_seat as rs', 'rs.reservation_id', 'r.reservation_id')
      .select(['r.departure_id', 'rs.seat'])
      .where('r.state', '=', 1)
      .execute();
    const expected = reserved.flatMap((r) => cells(r.departure_id.split('@')[0] ?? '', [r.seat], 0, 4));
    const held = await server.deps.db
      .selectFrom('seat_leg')
      .select('leg')
      .where('hold_id', 'is not', null)
      .execute();
    expect(await legs()).toHaveLength(expected.length + held.length);
  });
});
