// Seats against an independent model: after each step both must agree on who has which seat on which leg.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { emptyTables, openTestDatabase } from '../db/test-database.ts';
import { seedTravellers, storeCancel, storeHold, storeSave } from './seat-fixture.ts';
import { countTakenSeats, releaseHold, takenSeats } from './seat-store.ts';

const START = Date.UTC(2026, 10, 28, 4, 52);
const TRAVELLERS = 3;
const LEGS = 3;
const SEATS = ['2-1A', '2-1B'];
const DEPARTURE = 'haruka-25@2026-11-28';

type Step =
  | { do: 'hold'; who: number; seats: string[]; first: number; length: number; change: number | null }
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
    change: fc.option(fc.nat(20)),
  }),
  fc.record({
    do: fc.constantFrom('save' as const, 'save' as const, 'release' as const, 'cancel' as const),
    who,
    pick: fc.nat(20),
  }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 299, 300, 400) }),
);

interface Claim {
  id: string;
  who: number;
  kind: 'held' | 'reserved';
  seats: string[];
  first: number;
  end: number;
  /** The cells asked for; those that the changed reservation has already are not taken anew. */
  cells: string[];
  change: string | undefined;
  /** What that reservation had when the hold was made. */
  own: string[] | undefined;
  until: number;
}

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

describe('seats against an independent model', () => {
  it('agrees after each step of any sequence of hold, save, change, release, cancel and waiting', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await emptyTables(open.db);
        await seedTravellers(open.db, TRAVELLERS, START);
        let now = START;
        let claims: Claim[] = [];
        // Every id ever made, so that lapsed and cancelled ones are tried again too.
        const ids: string[] = [];
        const living = () => claims.filter((c) => c.kind === 'reserved' || c.until > now);
        const reserved = (id: string | undefined) =>
          living().find((c) => c.id === id && c.kind === 'reserved');
        /** A hold to change a reservation covers what that reservation, while it lives, has itself. */
        const cellsTaken = (c: Claim) =>
          c.change === undefined || c.kind === 'reserved'
            ? c.cells
            : c.cells.filter((cell) => !c.own?.includes(cell));

        const hold = async (s: Extract<Step, { do: 'hold' }>, id: string) => {
          const end = Math.min(LEGS, s.first + s.length);
          const cells = s.seats.flatMap((seat) =>
            Array.from({ length: end - s.first }, (_, i) => `${seat}/${s.first + i}`),
          );
          const mine = living().filter((c) => c.who === s.who && c.kind === 'reserved');
          const changed = s.change === null ? undefined : mine[s.change % Math.max(1, mine.length)];
          const rivals = living().filter((c) => c !== changed && !(c.who === s.who && c.kind === 'held'));
          const free = !rivals.some((c) => cellsTaken(c).some((cell) => cells.includes(cell)));
          const span = { departureId: DEPARTURE, firstLeg: s.first, endLeg: end };
          const stations = { fromStation: 'kyoto', toStation: 'kansai-airport' };
          const ticketIds = s.seats.map((_, i) => `t${i}`);
          const whose = { holdId: id, accountId: `a${s.who}`, ticketIds, change: changed?.id };
          const held = await storeHold(open.db, { ...span, ...stations, ...whose, seats: s.seats, now });
          expect(held).toBe(free);
          if (!free) return;
          claims = living().filter((c) => c.who !== s.who || c.kind === 'reserved');
          const claim = { id, who: s.who, kind: 'held' as const, seats: s.seats, first: s.first, end, cells };
          claims.push({ ...claim, change: changed?.id, own: changed?.cells, until: now + 300_000 });
          ids.push(id);
        };

        const save = async (account: string, id: string, mine: Claim | undefined) => {
          const [seats, first, end] = [mine?.seats ?? SEATS, mine?.first ?? 0, mine?.end ?? LEGS];
          const changed = mine?.kind === 'held' && mine.change ? mine.change : undefined;
          const done = await storeSave(
            open.db,
            {
              ...{ holdId: id, accountId: account, departureId: DEPARTURE, tripId: 'haruka-25', now },
              ...{ serviceDate: '2026-11-28', fromStation: 'kyoto', toStation: 'kansai-airport' },
              ...{ firstLeg: first, endLeg: end, departAt: now, arriveAt: now },
              seats: seats.map((seat, i) => ({
                ...{ ticket_id: `t${i}`, seat, seat_type: 'reserved', car_class: 'ordinary' },
              })),
            },
            changed,
          );
          const target = changed === undefined ? mine : reserved(changed);
          const possible = mine?.kind === 'held' && target !== undefined;
          expect(done).toBe(possible);
          if (!possible) return;
          if (changed !== undefined) claims = claims.filter((c) => c !== mine);
          Object.assign(target, { kind: 'reserved', cells: mine.cells, change: undefined });
        };

        for (const [index, s] of steps.entries()) {
          if (s.do === 'wait') now += s.seconds * 1000;
          else if (s.do === 'hold') await hold(s, `x${index}`);
          else if (ids.length > 0) {
            const id = ids[s.pick % ids.length] ?? '';
            const mine = living().find((c) => c.id === id && c.who === s.who);
            const account = `a${s.who}`;
            if (s.do === 'save') await save(account, id, mine);
            else if (s.do === 'release') {
              await inTransaction(open.db, (trx) => releaseHold(trx, account, id));
              if (mine?.kind === 'held') claims = claims.filter((c) => c !== mine);
            } else {
              const done = await storeCancel(open.db, account, id, now);
              expect(done).toBe(mine?.kind === 'reserved');
              if (done) claims = claims.filter((c) => c !== mine);
            }
          }
          const nobody = { accountId: 'nobody', ticketIds: [], change: undefined };
          const legs = Array.from({ length: LEGS }, (_, leg) => ({ firstLeg: leg, endLeg: leg + 1 }));
          for (const { firstLeg, endLeg } of [...legs, { firstLeg: 0, endLeg: LEGS }]) {
            const stretch = { departureId: DEPARTURE, firstLeg, endLeg };
            const taken = await takenSeats(open.db, stretch, nobody, now);
            const cells = new Set(living().flatMap((c) => cellsTaken(c)));
            const onStretch = legs.slice(firstLeg, endLeg);
            const has = (seat: string) => onStretch.some((leg) => cells.has(`${seat}/${leg.firstLeg}`));
            expect([...taken].sort()).toEqual(SEATS.filter(has));
            const cars = (await countTakenSeats(open.db, [stretch], nobody, now)).get(DEPARTURE);
            expect([...(cars?.values() ?? [])].reduce((sum, n) => sum + n, 0)).toBe(taken.size);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
