// Seats follow a transferred ticket and are freed with a closed one.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { inTransaction } from '../db/database.ts';
import { emptyTables } from '../db/test-database.ts';
import { openTestDeps, type TestDeps } from '../http/test-deps.ts';
import { freeSeatsOfTicket, moveSeatsWithTicket } from './move-seats.ts';
import { reservationsOfTickets } from './read-reservations.ts';
import { seedSeats, traveller, type Traveller } from './seat-caller.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
let deps: TestDeps;
let app: FastifyInstance;
let me: Traveller;
let other: Traveller;

beforeAll(async () => {
  deps = await openTestDeps(START);
  app = await buildApp(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});
beforeEach(async () => {
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  me = await traveller(app, deps.db, 'a0', START);
  other = await traveller(app, deps.db, 'a1', START);
});

const transfer = (ticketId: string) =>
  inTransaction(deps.db, async (trx) => {
    await trx.updateTable('ticket').set({ account_id: 'a1' }).where('ticket_id', '=', ticketId).execute();
    await moveSeatsWithTicket(trx, { ticketId, toAccountId: 'a1', now: START });
  });
const upcoming = async (who: Traveller) => {
  const { data } = await who.get('reserveList', { tab: 'upcoming' });
  return (data as { items: { seats: { seatInfo: string }[] }[] }).items.map((r) =>
    r.seats.map((s) => s.seatInfo),
  );
};

test('a ticket given away takes its reservation along', async () => {
  const reservationId = await me.book(['p1'], ['4-1A']);
  await transfer('p1');
  expect([await upcoming(me), await upcoming(other)]).toEqual([[], [['4-1A']]]);
  expect((await me.post('seatCancel', { reservationId })).code).toBe('SEAT-0001');
  expect((await other.post('seatCancel', { reservationId })).code).toBe('OK');
});

test('one ticket of a group takes its own seat only', async () => {
  const reservationId = await me.book(['p1', 'p2'], ['4-1A', '4-1B']);
  await transfer('p2');
  expect([await upcoming(me), await upcoming(other)]).toEqual([[['4-1A']], [['4-1B']]]);
  await me.post('seatCancel', { reservationId });
  expect([await upcoming(me), await upcoming(other)]).toEqual([[], [['4-1B']]]);
  expect(await me.hold(['p3'], ['4-1B'])).toBe('SEAT-0002');
  const read = reservationsOfTickets(deps.operator);
  expect([...(await read(deps.db, 'a0', ['p1', 'p2'], START)).keys()]).toEqual([]);
  expect([...(await read(deps.db, 'a1', ['p1', 'p2'], START)).keys()]).toEqual(['p2']);
});

test('a hold does not follow the ticket, and cannot be saved by anybody', async () => {
  const holdId = await me.hold(['p1'], ['4-1A']);
  await transfer('p1');
  expect((await me.post('seatSave', { holdId })).code).toBe('SEAT-0008');
  expect(await other.hold(['b1'], ['4-1A'])).not.toMatch(/^SEAT/);
});

test('a closed ticket frees its seat, the others of the group stay', async () => {
  await me.book(['p1', 'p2'], ['4-1A', '4-1B']);
  await inTransaction(deps.db, (trx) => freeSeatsOfTicket(trx, 'p1', START));
  expect(await upcoming(me)).toEqual([['4-1B']]);
  expect(await other.hold(['b1'], ['4-1A'])).not.toMatch(/^SEAT/);
});
