// Another process is paused amid a transaction and keeps a train's lock: only that train is refused meanwhile.
import { EventEmitter, once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { outageOf } from '../../platform/db/connect/outage.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { lockDepartures } from '../../platform/db/locks.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { seatClient, seedSeats, TRAIN_14 } from '../../../test/reservation/seat-client.ts';
import { openOnServer, TEST_LIMITS, testServerUrl } from '../../../test/test-database.ts';

const TRAIN_16 = { ...TRAIN_14, departureId: 'haruka-16@2026-04-01' };
const CONNECTIONS = 3;

describe.runIf(testServerUrl)('a train whose lock is stuck', () => {
  let deps: TestDeps;
  let app: FastifyInstance;
  let signals: EventEmitter;
  let paused: Promise<void>;
  beforeAll(async () => {
    const limits = { ...TEST_LIMITS, lockMs: 2_500, acquireMs: 2_000 };
    deps = await openTestDeps(undefined, openOnServer(testServerUrl, { limits, connections: CONNECTIONS }));
    app = await buildApp(deps);
    await seedSeats(deps.db, deps.operator, deps.clock());
  });
  afterAll(async () => {
    await app.close();
    await deps.close();
  });
  afterEach(async () => {
    signals.emit('resumed');
    await paused;
  });
  beforeEach(async () => {
    signals = new EventEmitter();
    const locked = once(signals, 'locked');
    paused = inTransaction(deps.db, async (trx) => {
      await lockDepartures(trx, [TRAIN_14.departureId]);
      const resumed = once(signals, 'resumed');
      signals.emit('locked');
      await resumed;
    });
    await locked;
    const read = () => sql`select pg_sleep(0.01)`.execute(deps.db);
    await Promise.all(Array.from({ length: CONNECTIONS - 1 }, read));
  });
  const enter = (accountId: string) => seatClient(app, deps.db, accountId, deps.clock());

  test('leaves the connections to the other trains, and is booked once the lock is free', async () => {
    const me = await enter('a0');
    const other = await enter('a1');
    const hold = (train: typeof TRAIN_14) =>
      me.post('seatHold', { ...train, ticketIds: ['p1'], auto: { prefer: 'window' } });
    expect(await hold(TRAIN_14)).toMatchObject({ code: 'REQ-0010' });
    const refused = Array.from({ length: 6 }, () => hold(TRAIN_14));
    const elsewhere = other.post('seatHold', { ...TRAIN_16, ticketIds: ['b1'], auto: { prefer: 'window' } });
    expect(await elsewhere).toMatchObject({ code: 'OK' });
    for (const answer of await Promise.all(refused)) expect(answer).toMatchObject({ code: 'REQ-0010' });
    signals.emit('resumed');
    await paused;
    expect(await hold(TRAIN_14)).toMatchObject({ code: 'OK' });
  });

  test('is tried by one caller at a time, whatever the caller does with it', async () => {
    const reasonOf = () =>
      inTransaction(deps.db, (trx) => lockDepartures(trx, [TRAIN_14.departureId])).then(
        () => 'none',
        (error: unknown) => outageOf(error),
      );
    expect(await reasonOf()).toBe('lockTimeout');
    expect(await Promise.all([reasonOf(), reasonOf()])).toEqual(['lockTimeout', 'locked']);
    signals.emit('resumed');
    await paused;
    expect(await reasonOf()).toBe('none');
    expect(await Promise.all([reasonOf(), reasonOf()])).toEqual(['none', 'none']);
  });
});
