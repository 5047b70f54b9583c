// Seats of an order's tickets: they go to whoever adds the tickets, and are freed with tickets that end before.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import type { Db } from '../../platform/db/database.ts';
import { managerHeaders } from '../../../test/staff.ts';
import { openTicketApp, TRAIN_14, type TestUser, type TicketFixture } from '../../../test/ticket/ticket.ts';

const SEATS = ['4-1A', '4-1B', '4-2A'];

let fixture: TicketFixture;
let db: Db;
let hanako: TestUser;
let taro: TestUser;
let tickets: readonly IssuedTicket[];

beforeAll(async () => {
  fixture = await openTicketApp();
  ({ db } = fixture.deps);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
  taro = await fixture.traveller('taro');
  tickets = await fixture.issue('haruka-kix-kyoto', SEATS.length);
  await reserveForOrder();
});

/** Reserves SEATS of TRAIN_14 for the order, on the legs that a traveller's own reservation of the ride has. */
async function reserveForOrder(): Promise<void> {
  await hanako.book([await hanako.bound('haruka-kix-kyoto')], ['4-3A']);
  const { order_id } = await db
    .selectFrom('partner_passenger')
    .select('order_id')
    .where('ticket_id', '=', tickets[0]?.ticketId ?? '')
    .executeTakeFirstOrThrow();
  await sql`
    insert into reservation (reservation_id, order_id, departure_id, trip_id, service_date, from_station, to_station,
      first_leg, end_leg, depart_at, arrive_at, state, reserved_at)
    select 'of-order', ${order_id}, departure_id, trip_id, service_date, from_station, to_station, first_leg, end_leg,
      depart_at, arrive_at, 1, reserved_at from reservation`.execute(db);
  const ids = tickets.map(({ ticketId }) => ticketId);
  await sql`
    insert into reservation_seat (reservation_id, ticket_id, seat, seat_type, car_class)
    select 'of-order', s.ticket, s.seat, 'reserved', 'ordinary'
    from unnest(${ids}::text[], ${SEATS}::text[]) as s(ticket, seat)`.execute(db);
  await sql`
    insert into seat_leg (departure_id, seat, leg, reservation_id)
    select r.departure_id, s.seat, l.leg, r.reservation_id from reservation r, unnest(${SEATS}::text[]) as s(seat),
      generate_series(r.first_leg, r.end_leg - 1) as l(leg) where r.reservation_id = 'of-order'`.execute(db);
}

/** Who has each of SEATS: an account, `order` or nobody; and how many of its legs are taken. */
async function holders(): Promise<Record<string, string>> {
  const { rows } = await sql<{ seat: string; holder: string }>`
    select l.seat, coalesce(r.account_id, 'order') || ' ' || count(*) as holder
    from seat_leg l join reservation r on r.reservation_id = l.reservation_id and r.state = 1
    where l.seat = any(${SEATS}::text[]) group by l.seat, r.account_id`.execute(db);
  return Object.fromEntries(rows.map(({ seat, holder }) => [seat, holder]));
}
const upcoming = async (who: TestUser): Promise<readonly string[][]> => {
  const url = '/jtr-jwqs-app/guest/seat/info/reserveList';
  const answer = await fixture.app.inject({
    url,
    query: { tab: 'upcoming' },
    headers: { authorization: who.authorization() },
  });
  return answer
    .json()
    .data.items.map(({ seats }: { seats: { seatInfo: string }[] }) =>
      seats.map(({ seatInfo }) => seatInfo).toSorted(),
    );
};

test('one ticket takes its seat along, and those that are added together stay together', async () => {
  const [first] = tickets;
  await taro.post('bind', { link: first?.link });
  const [a = '', b = '', c = ''] = SEATS;
  const legs = (await holders())[b]?.split(' ')[1] ?? '';
  expect(await holders()).toEqual({
    [a]: `${taro.accountId} ${legs}`,
    [b]: `order ${legs}`,
    [c]: `order ${legs}`,
  });
  expect(await upcoming(taro)).toEqual([[a]]);
  await hanako.post('bind', { link: first?.orderLink });
  expect(await holders()).toEqual({
    [a]: `${taro.accountId} ${legs}`,
    [b]: `${hanako.accountId} ${legs}`,
    [c]: `${hanako.accountId} ${legs}`,
  });
  expect(await upcoming(hanako)).toEqual([['4-3A'], [b, c]]);
  const rows = await db.selectFrom('reservation').select(['account_id', 'order_id']).execute();
  expect(rows.every((row) => (row.account_id === null) !== (row.order_id === null))).toBe(true);
});

test('nobody else gets such a seat, and a ticket that ends before it is added frees it', async () => {
  const [a = '', b = '', c = ''] = SEATS;
  const other = await taro.bound('haruka-kix-kyoto');
  expect((await taro.hold([other], [a], TRAIN_14)).json().code).toBe('SEAT-0002');
  const headers = await managerHeaders(fixture.deps);
  const payload = {
    ticketId: tickets[0]?.ticketId,
    action: 'void',
    reason: 'a test',
    seen: { status: 'unbound' },
  };
  const answer = await fixture.app.inject({ method: 'POST', url: '/desk/tickets/change', payload, headers });
  expect(answer.json().code).toBe('OK');
  expect(Object.keys(await holders()).toSorted()).toEqual([b, c]);
  expect((await taro.hold([other], [a], TRAIN_14)).json().code).toBe('OK');
});

test('two who add different tickets of the order at once both get their seats', async () => {
  const [first, second] = tickets;
  const answers = await Promise.all([
    taro.post('bind', { link: first?.link }),
    hanako.post('bind', { link: second?.link }),
  ]);
  expect(answers.map((answer) => answer.json().code)).toEqual(['OK', 'OK']);
  const [a = '', b = '', c = ''] = SEATS;
  const owners = Object.entries(await holders()).map(([seat, holder]) => [seat, holder.split(' ')[0]]);
  expect(Object.fromEntries(owners)).toEqual({ [a]: taro.accountId, [b]: hanako.accountId, [c]: 'order' });
});
