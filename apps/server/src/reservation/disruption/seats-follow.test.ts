// Random days on which a ticket with a seat changes hands while its train is late, leaves and arrives, compared with the rule: the seat follows its
// ticket until the train is expected to arrive, unless a source says that it has left.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';
import { KIX, TRAIN_14 } from '../../../test/reservation/seat-client.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { giveTicket } from '../../ticket/record/ticket-store.ts';
import { moveSeats } from '../store/move-seats-store.ts';

const MINUTE = 60_000;
const LEAVES = Date.parse('2026-04-01T10:15:00+09:00');
const ARRIVES = Date.parse('2026-04-01T11:35:00+09:00');
const TICKET = 'p1';
const ACCOUNTS = ['a0', 'a1'] as const;

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(7, 20, 55) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('give' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('late' as const), late: fc.constantFrom(0, 25, 100) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Whose the ticket and its seat are, from the steps alone. */
class Model {
  late = 0;
  hasLeft = false;
  ticket = 0;
  seat = 0;

  mayLeave(now: number): boolean {
    const late = this.late * MINUTE;
    return now < LEAVES + late || (now < ARRIVES + late && !this.hasLeft);
  }
}

let scenario: FeedScenario;
beforeAll(async () => {
  scenario = await FeedScenario.open();
});
afterAll(() => scenario.close());

const owner = (at: number): string => ACCOUNTS[at] ?? '';

async function give(model: Model): Promise<void> {
  const [from, to] = [owner(model.ticket), owner(1 - model.ticket)];
  const moment = scenario.moment();
  await inTransaction(scenario.deps.db, async (trx) => {
    await moveSeats(trx, { ticketIds: [TICKET], from, to, moment }, randomUUID);
    expect(await giveTicket(trx, { ticketId: TICKET, from, to, now: moment.now }, 'bound')).toBe(true);
  });
  model.ticket = 1 - model.ticket;
}

async function take(s: Step, model: Model): Promise<void> {
  const { clock, advance } = scenario.deps;
  switch (s.do) {
    case 'wait':
      return advance(s.minutes * MINUTE);
    case 'give':
      return give(model);
    case 'late':
      [model.late, model.hasLeft] = [s.late, false];
      return scenario.sayOnly('desk', TRAIN_14.departureId, { delays: { [KIX]: { depart: s.late * 60 } } });
    case 'leave':
      // No train leaves before its time.
      if (clock() < LEAVES + model.late * MINUTE) return;
      model.hasLeft = true;
      return scenario.sayOnly('desk', TRAIN_14.departureId, {
        delays: { [KIX]: { depart: model.late * 60 } },
        left: KIX,
      });
  }
}

test('a seat is of its ticket’s account while the train may still leave, and stays afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await scenario.reset();
      const { db, clock } = scenario.deps;
      const id = await scenario.who.me.book([TICKET], ['4-4A']);
      const model = new Model();
      for (const each of steps) {
        await take(each, model);
        await scenario.followTickets();
        if (model.mayLeave(clock())) model.seat = model.ticket;
        const rows = await db.selectFrom('reservation').select(['reservation_id', 'account_id']).execute();
        expect(rows).toEqual([{ reservation_id: id, account_id: owner(model.seat) }]);
      }
    }),
    { numRuns: 20 },
  );
}, 300_000);
