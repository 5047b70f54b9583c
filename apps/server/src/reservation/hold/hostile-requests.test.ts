// Any request to the seat calls is answered with a code below 500, and changes nothing.
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import {
  KIX,
  seedSeats,
  TRAIN_14,
  seatClient,
  type SeatClient,
} from '../../../test/reservation/seat-client.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
let deps: TestDeps;
let app: FastifyInstance;
let me: SeatClient;
beforeAll(async () => {
  deps = await openTestDeps(START);
  app = await buildApp(deps);
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  me = await seatClient(app, deps.db, 'a0', START);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});

/** Valid values, almost valid values and junk, so that every check is reached. */
const word = fc.oneof(
  fc.constantFrom('in', 'p1', 'b1', KIX, 'kyoto', 'tennoji', TRAIN_14.departureId, 'haruka-62@2026-04-01'),
  fc.constantFrom('2026-04-01', '2026-04-31', '9999-12-31', '0000-01-01', '2026-04-01 24:00:00', 'upcoming'),
  fc.constantFrom(
    '__proto__',
    'constructor',
    "'; drop table seat_leg; --",
    '@',
    '🚄@2026-04-01',
    '\u0000',
    '%00',
  ),
  fc.constantFrom('4-1A', '1-1A', '99-99Z', '0-0A', '4-12AA'),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 2, arbitrary: fc.array(word, { maxLength: 8 }) },
  fc.constant({ prefer: 'window' }),
  fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<unknown>,
);
type Good = Record<string, Record<string, unknown>>;
const POSTS: Good = {
  seatHold: { ...TRAIN_14, ticketIds: ['p1'], seats: ['4-1A'], change: 'none' },
  seatSave: { holdId: 'none' },
  seatChange: { reservationId: 'none', holdId: 'none' },
  seatCancel: { reservationId: 'none' },
  seatRelease: { holdId: 'none' },
  loadReserveDetail: { reservationId: 'none' },
};
const GETS: Good = {
  loadPlanInfo: { ticketIds: 'p1' },
  ticketTrainList: {
    ticketIds: 'p1',
    date: '2026-04-01',
    from: KIX,
    to: 'kyoto',
    after: '2026-04-01 09:00:00',
  },
  seatMap: TRAIN_14,
  reserveList: { tab: 'past', cursor: 'x' },
  loadChangeInfo: { reservationId: 'none' },
};
/** A valid request with one or two fields replaced or left out. */
const spoilt = <T>(good: Good, of: fc.Arbitrary<T>) =>
  fc.constantFrom(...Object.entries(good)).chain(([call, fields]) =>
    fc
      .tuple(
        fc.subarray(Object.keys(fields), {
          minLength: 1,
          maxLength: Math.min(2, Object.keys(fields).length),
        }),
        of,
        fc.boolean(),
      )
      .map(([keys, junk, drop]) => {
        const rest = Object.entries(fields).filter(([k]) => !(drop && keys.includes(k)));
        return [call, Object.fromEntries(rest.map(([k, v]) => [k, keys.includes(k) ? junk : v]))] as const;
      }),
  );

test('any body is answered with a code', async () => {
  await fc.assert(
    fc.asyncProperty(spoilt(POSTS, value), async ([call, body]) => {
      const answer = await me.post(call, body);
      expect(answer.status).toBeLessThan(500);
      expect(answer.code).toMatch(/^(OK|[A-Z]+-\d{4})$/);
    }),
    { numRuns: 250 },
  );
  const stored = await deps.db.selectFrom('seat_hold').select('account_id').distinct().execute();
  expect(stored.map((hold) => hold.account_id)).not.toContain('a1');
});

test('any query is answered with a code', async () => {
  await fc.assert(
    fc.asyncProperty(spoilt(GETS, word), async ([call, query]) => {
      const answer = await me.get(call, query as Record<string, string>);
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 250 },
  );
});
