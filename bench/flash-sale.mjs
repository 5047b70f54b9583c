// Does a flash sale of one train stay correct and quick? 5,000 travellers in bounded waves book its ordinary seats.
// node bench/flash-sale.mjs [travellers] [wave]; starts and stops everything that it needs.
import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { sql } from 'kysely';
import {
  caller,
  quantile,
  rowsOf,
  seatsOf,
  seedTravellers,
  STRETCH,
  upcomingRides,
  withHarness,
} from './harness.mjs';

const [TRAVELLERS = 5000, WAVE = 250] = process.argv.slice(2).map(Number);
/** The expected refusals of a traveller who was too late. */
const TOO_LATE = new Set(['SEAT-0002', 'SEAT-0003']);

/** The answer of a database that has too much to do at once: the app makes the call again. */
const BUSY = 'REQ-0010';
const MAX_TRIES = 10;

/** Holds and saves a seat: half of the travellers choose a seat, half take any. Returns the last answer's code, the time, and how often it was busy. */
async function buy(port, { authorization, tickets }, { departureId, seats: all }, i) {
  const connection = caller(port, authorization);
  const began = performance.now();
  const seats = i % 2 ? { seats: [all[(i * 7) % all.length]] } : { auto: { prefer: 'window' } };
  let busy = 0;
  /** As the app: a call that was not served is made again, under the same key. */
  const send = async (call, body) => {
    const key = randomUUID();
    for (let tries = 1; ; tries += 1) {
      const answer = await connection.post(call, body, key);
      if (answer.code !== BUSY || tries === MAX_TRIES) return answer;
      busy += 1;
    }
  };
  let answer = await send('seatHold', { ...STRETCH, departureId, ticketIds: tickets, ...seats });
  if (answer.code === 'OK') answer = await send('seatSave', { holdId: answer.data.holdId });
  connection.close();
  return { code: answer.code, ms: performance.now() - began, busy };
}

await withHarness(async ({ operator, db, server }) => {
  const travellers = await seedTravellers(db, TRAVELLERS, 1);
  const ride = upcomingRides(operator, 2).at(-1);
  if (!ride) throw new Error('the operator runs no train');
  const { departureId, firstLeg, endLeg } = ride;
  const seats = seatsOf(ride);
  const answers = [];
  for (let from = 0; from < TRAVELLERS; from += WAVE) {
    const wave = travellers.slice(from, from + WAVE);
    answers.push(
      ...(await Promise.all(wave.map((t, i) => buy(server().port, t, { departureId, seats }, from + i)))),
    );
  }
  const sold = answers.filter(({ code }) => code === 'OK').length;
  const refused = answers.filter(({ code }) => TOO_LATE.has(code)).length;
  const rows = await rowsOf(
    db,
    sql`
    select rs.seat, count(*)::int as owners from reservation r join reservation_seat rs using (reservation_id)
    where r.departure_id = ${departureId} and r.state = 1 group by rs.seat`,
  );
  const stored = rows.reduce((sum, row) => sum + row.owners, 0);
  const oversold = rows.filter((row) => row.owners > 1).length + Math.max(0, sold - seats.length);
  const [legs] = await rowsOf(
    db,
    sql`select count(*)::int as taken from seat_leg where departure_id = ${departureId}`,
  );
  const times = answers.map(({ ms }) => ms);
  console.log(`${cpus().length} CPUs, ${TRAVELLERS} travellers in waves of ${WAVE} for ${seats.length} seats
sold ${sold}, refused ${refused}, oversold ${oversold} (must be 0), stored ${stored}; ${answers.reduce((sum, { busy }) => sum + busy, 0)} calls were made again after ${BUSY}
p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms, from the first request to the last answer`);
  const odd = answers.filter(({ code }) => code !== 'OK' && !TOO_LATE.has(code)).map(({ code }) => code);
  if (odd.length > 0) throw new Error(`unexpected answers: ${[...new Set(odd)].join(', ')}`);
  if (oversold > 0 || stored !== sold || sold + refused !== TRAVELLERS) throw new Error('the sale is wrong');
  if (sold !== seats.length)
    throw new Error(`${seats.length - sold} seats unsold though thousands wanted them`);
  if (legs.taken !== sold * (endLeg - firstLeg)) throw new Error('legs and seats do not agree');
});
