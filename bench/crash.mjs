// Does a booking survive `kill -9` of the server? After a storm of bookings, a kill in the middle and a restart, it
// checks that every answered booking exists, none twice, and that no hold outlives its time.
// node bench/crash.mjs [kills] [bookings of storm before each]; `1 60` is the short form for `npm test`.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { theRules } from '@kippu/domain/rules';
import {
  book,
  caller,
  dataOf,
  rowsOf,
  seatsInTurn,
  seedTravellers,
  sleep,
  STRETCH,
  upcomingRides,
  withHarness,
} from './harness.mjs';

const [KILLS = 3, BOOKINGS = 500] = process.argv.slice(2).map(Number);
const CLIENTS = 32;
/** Clients do not book evenly, and none may run out of tickets. */
const TICKETS_EACH = BOOKINGS * KILLS + 10;
/** A storm that has not begun by then proves nothing. */
const PATIENCE_MS = 120_000;

/** Books until the connection breaks, adding to `answered`. Returns the call without an answer. */
async function stormOf(port, traveller, seats, answered) {
  const connection = caller(port, traveller.authorization);
  for (;;) {
    const ticketId = traveller.tickets.pop();
    const { departureId, seat } = seats.next().value ?? {};
    if (!ticketId || !seat) throw new Error('out of tickets or seats: storm for a shorter time');
    /** @type {[string, object][]} */
    const calls = [['seatHold', { ...STRETCH, departureId, ticketIds: [ticketId], seats: [seat] }]];
    for (const [call, body] of calls) {
      const key = randomUUID();
      const answer = await connection.post(call, body, key).catch(() => undefined);
      if (!answer) return { traveller, call, body, key, ticketId };
      const data = dataOf(answer);
      if (call === 'seatHold') calls.push(['seatSave', { holdId: data.holdId }]);
      else answered.push({ reservationId: data.reservationId, ticketId, departureId, seat });
    }
  }
}

/** Sends the call without an answer twice more with its key. Both must be answered, with the same answer. */
async function retry(port, { traveller, call, body, key, ticketId }) {
  const connection = caller(port, traveller.authorization);
  const [first, second] = [await connection.post(call, body, key), await connection.post(call, body, key)];
  connection.close();
  if (JSON.stringify(dataOf(first)) !== JSON.stringify(dataOf(second)))
    throw new Error(`${call}: two answers to one key`);
  return call === 'seatSave' ? [{ reservationId: first.data.reservationId, ticketId }] : [];
}

const fail = (what, rows) => {
  if (rows.length > 0) throw new Error(`${what}: ${JSON.stringify(rows.slice(0, 3))} (${rows.length})`);
};

/** Compares the database with the answers. */
async function audit(db, answered) {
  const rows = await rowsOf(
    db,
    sql`
    select r.reservation_id, rs.ticket_id, r.departure_id, rs.seat, r.end_leg - r.first_leg as legs,
      (select count(*)::int from seat_leg l where l.reservation_id = r.reservation_id and l.seat = rs.seat
        and l.departure_id = r.departure_id) as held
    from reservation r join reservation_seat rs using (reservation_id) where r.state = 1`,
  );
  const stored = new Map(rows.map((row) => [row.reservation_id, row]));
  fail(
    'answered, but not there',
    answered.filter(({ reservationId, ticketId }) => stored.get(reservationId)?.ticket_id !== ticketId),
  );
  fail(
    'another seat than answered',
    answered.filter(({ reservationId, seat }) => seat && stored.get(reservationId).seat !== seat),
  );
  fail(
    'reserved twice with one ticket',
    rows.filter((row, i) => rows.findIndex((r) => r.ticket_id === row.ticket_id) !== i),
  );
  fail(
    'without its seat',
    rows.filter((row) => row.legs !== row.held),
  );
  fail(
    'without an answer to anybody',
    rows.filter((row) => !answered.some((a) => a.reservationId === row.reservation_id)),
  );
  const orphans = await sql`
    select l.departure_id, l.seat, l.leg from seat_leg l left join seat_hold h on h.hold_id = l.hold_id
    where l.reservation_id is null and (h.hold_id is null or l.expires_at <> h.expires_at
      or l.expires_at > now() + make_interval(secs => ${theRules().holdSeconds}))`.execute(db);
  fail('held by nobody or for too long', orphans.rows);
}

/** Lets all holds expire. Their seats must then be free for others. */
async function bookLapsed(db, port, traveller) {
  const rows = await rowsOf(
    db,
    sql`
    with aged as (update seat_hold set expires_at = now() - interval '1 second' returning departure_id, seats),
      legs as (update seat_leg set expires_at = now() - interval '1 second' where hold_id is not null)
    select departure_id, seats[1] as seat from aged`,
  );
  const connection = caller(port, traveller.authorization);
  for (const { departure_id: departureId, seat } of rows)
    await book(connection, traveller.tickets.pop(), { departureId, seat });
  connection.close();
  return rows.length;
}

await withHarness(async ({ operator, db, server, restart }) => {
  const [late, ...travellers] = await seedTravellers(db, CLIENTS + 1, TICKETS_EACH);
  const seats = seatsInTurn(upcomingRides(operator));
  const answered = [];
  let retried = 0;
  for (let i = 0; i < KILLS; i += 1) {
    const before = answered.length;
    const storms = travellers.map((traveller) => stormOf(server().port, traveller, seats, answered));
    const until = performance.now() + PATIENCE_MS;
    while (answered.length < before + BOOKINGS) {
      if (performance.now() > until)
        throw new Error(`only ${answered.length} bookings: no storm, nothing proved`);
      await sleep(10);
    }
    await server().kill();
    const unanswered = await Promise.all(storms);
    await restart();
    for (const call of unanswered) answered.push(...(await retry(server().port, call)));
    retried += unanswered.length;
    await audit(db, answered);
  }
  const lapsed = await bookLapsed(db, server().port, late);
  console.log(`${KILLS} kills in storms of ${CLIENTS} clients: ${answered.length} answered bookings, all there and none twice;
${retried} calls without an answer, sent again, happened once; ${lapsed} holds left behind, their seats free after their time`);
});
