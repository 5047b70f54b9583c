import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { emptyTables, openTestDatabase } from '../db/test-database.ts';
import { holdSeats } from './hold-seats.ts';
import { saveHeldSeats } from './save-hold.ts';
import { seedTravellers } from './seat-fixture.ts';
import { cancelReservation, releaseHold, takenSeats } from './seat-store.ts';

const START = Date.UTC(2026, 10, 28, 4, 52);
const TRAVELLERS = 3;
const LEGS = 3;
const SEATS = ['2-1A', '2-1B'];
const DEPARTURE = 'haruka-25:2026-11-28';

type Step =
  | { do: 'hold'; who: number; seats: string[]; first: number; length: number }
  | { do: 'save' | 'release' | 'cancel'; who: number; pick: number }
  | { do: 'wait'; seconds: number };

const who = fc.nat(TRAVELLERS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('hold' as const),
    who,
    seats: fc.subarray(SEATS, { minLength: 1 }),
    first: fc.nat(LEGS - 1),
    length: fc.integer({ min: 1, max: LEGS }),
  }),
  fc.record({
    do: fc.constantFrom('save' as const, 'release' as const, 'cancel' as const),
    who,
    pick: fc.nat(20),
  }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 299, 300, 400) }),
);

interface Claim {
  id: string;
  who: number;
  kind: 'held' | 'reserved';
  cells: string[];
  until: number;
}

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

describe('seats against an independent model', () => {
  it('agrees after each step of any sequence of hold, save, release, cancel and waiting', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await emptyTables(open.db);
        await seedTravellers(open.db, TRAVELLERS, START);
        let now = START;
        let claims: Claim[] = [];
        // Every id ever made, so that lapsed and cancelled ones are tried again too.
        const ids: string[] = [];
        const living = () => claims.filter((c) => c.kind === 'reserved' || c.until > now);

        for (const [index, s] of steps.entries()) {
          if (s.do === 'wait') now += s.seconds * 1000;
          else if (s.do === 'hold') {
            const endLeg = Math.min(LEGS, s.first + s.length);
            const cells = s.seats.flatMap((seat) =>
              Array.from({ length: endLeg - s.first }, (_, i) => `${seat}/${s.first + i}`),
            );
            const free = !living().some((c) => c.cells.some((cell) => cells.includes(cell)));
            const id = `x${index}`;
            const result = await holdSeats(open.db, {
              holdId: id,
              accountId: `a${s.who}`,
              departureId: DEPARTURE,
              fromStation: 'kyoto',
              toStation: 'kansai-airport',
              firstLeg: s.first,
              endLeg,
              ticketIds: s.seats.map((_, i) => `t${i}`),
              seats: s.seats,
              now,
            });
            expect(result.ok).toBe(free);
            if (free) {
              claims = living();
              claims.push({ id, who: s.who, kind: 'held', cells, until: now + 300_000 });
              ids.push(id);
            }
          } else if (ids.length > 0) {
            const id = ids[s.pick % ids.length] ?? '';
            const mine = living().find((c) => c.id === id && c.who === s.who);
            const account = `a${s.who}`;
            if (s.do === 'save') {
              const result = await saveHeldSeats(open.db, {
                reservationId: id,
                holdId: id,
                accountId: account,
                tripId: 'haruka-25',
                serviceDate: '2026-11-28',
                departAt: now,
                arriveAt: now,
                now,
                greenCars: [1],
              });
              expect(result.ok).toBe(mine?.kind === 'held');
              if (mine) mine.kind = 'reserved';
            } else if (s.do === 'release') {
              await inTransaction(open.db, (trx) => releaseHold(trx, account, id));
              if (mine?.kind === 'held') claims = claims.filter((c) => c !== mine);
            } else {
              const done = await inTransaction(open.db, (trx) => cancelReservation(trx, account, id, now));
              expect(done).toBe(mine?.kind === 'reserved');
              if (done) claims = claims.filter((c) => c !== mine);
            }
          }
          for (let leg = 0; leg < LEGS; leg++) {
            const taken = await takenSeats(
              open.db,
              { departureId: DEPARTURE, firstLeg: leg, endLeg: leg + 1 },
              now,
            );
            const expected = SEATS.filter((seat) => living().some((c) => c.cells.includes(`${seat}/${leg}`)));
            expect([...taken].sort()).toEqual(expected);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
