// Seats against an independent model: both must agree on the holder of each seat and leg, in sequence and in parallel.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../platform/db/open-database.ts';
import { emptyTables, openTestDatabase } from '../../../test/test-database.ts';
import { seedTravellers } from '../../../test/reservation/seat.ts';
import { expectSame, SeatModel, step, TRAVELLERS } from '../../../test/reservation/seat-model.ts';

const START = Date.UTC(2026, 10, 28, 4, 52);

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

async function fresh(): Promise<void> {
  await emptyTables(open.db);
  await seedTravellers(open.db, TRAVELLERS, START);
}

/** For thousands of statements on a busy machine. */
const LONG_MS = 240_000;

describe('seats against an independent model', () => {
  it(
    'agrees after each step of any sequence of hold, save, change, release, cancel and waiting',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          await fresh();
          const model = new SeatModel(open.db, { all: true });
          let now = START;
          for (const [index, s] of steps.entries()) {
            if (s.do === 'wait') now += s.seconds * 1000;
            else await model.take(s, `x${index}`, now);
            await expectSame(open.db, model.cells(now), now);
          }
        }),
        { numRuns: 40 },
      );
    },
    LONG_MS,
  );

  it(
    'agrees when travellers take the same sequences at once, each knowing only their own',
    async () => {
      const outcomes = { alone: 0, beaten: 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60 }), async (steps) => {
          await fresh();
          const models = Array.from({ length: TRAVELLERS }, () => new SeatModel(open.db, { all: false }));
          let now = START;
          let round: typeof steps = [];
          const race = async () => {
            await Promise.all(
              models.map(async (model, traveller) => {
                for (const [index, s] of round.entries()) {
                  if (s.do === 'wait' || s.who !== traveller) continue;
                  const before = model.cells(now).join();
                  await model.take(s, `x${now}-${index}`, now);
                  if (s.do === 'hold') outcomes[model.cells(now).join() === before ? 'beaten' : 'alone'] += 1;
                }
              }),
            );
            const cells = models.flatMap((model) => model.cells(now));
            await expectSame(open.db, cells, now);
            round = [];
          };
          for (const s of steps) {
            if (s.do !== 'wait') round.push(s);
            else {
              await race();
              now += s.seconds * 1000;
            }
          }
          await race();
        }),
        { numRuns: 25 },
      );
      // Without winners and losers there was no race.
      expect(outcomes.alone).toBeGreaterThan(0);
      expect(outcomes.beaten).toBeGreaterThan(0);
    },
    LONG_MS,
  );
});
