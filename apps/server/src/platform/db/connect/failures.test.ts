// Limits and retries of database work, against a server that is silent, cuts connections, or waits for a lock.
import { once, EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseProxy } from '../../../../test/database-proxy.ts';
import { openOnServer, TEST_LIMITS, testServerUrl } from '../../../../test/test-database.ts';
import { inTransaction, watchRetries, type Db, type Retry, type Trx } from '../database.ts';
import type { OpenDatabase } from '../open-database.ts';
import { besideTransaction } from '../transaction-scope.ts';
import { DatabaseUnavailable, isTransient, outageOf } from './outage.ts';

const url = testServerUrl;

const count = async (db: Db | Trx) =>
  (await sql<{ n: number }>`select count(*)::int as n from work`.execute(db)).rows[0]?.n;
const add = (trx: Trx) => sql`insert into work default values`.execute(trx);
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => outageOf(error) ?? String(error),
  );

describe.runIf(url)('a database server', () => {
  let proxy: DatabaseProxy;
  let open: OpenDatabase | undefined;
  let db: Db;
  beforeAll(async () => {
    proxy = await DatabaseProxy.open(url);
  });
  afterAll(() => proxy.close());
  const openWith = async (limits: Partial<typeof TEST_LIMITS>, settings: Record<string, string> = {}) => {
    open = await openOnServer(url, {
      through: proxy.url,
      limits: { ...TEST_LIMITS, ...limits },
      settings,
      connections: 2,
    });
    ({ db } = open);
    await sql`create table work (n int generated always as identity)`.execute(db);
  };
  afterEach(async () => {
    proxy.thaw();
    await open?.close();
    open = undefined;
  });

  test('that goes silent fails the statement, then the connection, and serves again when it answers', async () => {
    await openWith({ acquireMs: 300, answerMs: 200 });
    await Promise.all([count(db), count(db)]);
    proxy.freeze();
    // More than the connections: the third opens one when another is given up.
    const calls = [1, 2, 3].map(() => reasonOf(count(db)));
    expect((await Promise.all(calls)).toSorted()).toEqual(['busy', 'silent', 'silent']);
    expect(await reasonOf(inTransaction(db, add))).toBe('unreachable');
    proxy.thaw();
    await inTransaction(db, add);
    expect(await count(db)).toBe(1);
  });

  test('that goes silent within a transaction stores nothing of it', async () => {
    await openWith({ acquireMs: 300, answerMs: 200 });
    let tries = 0;
    const work = inTransaction(db, async (trx) => {
      tries += 1;
      await add(trx);
      proxy.freeze();
      await add(trx);
    });
    expect(await reasonOf(work)).toBe('silent');
    proxy.thaw();
    expect([tries, await count(db)]).toEqual([1, 0]);
  });

  test('that answers slowly after a long wait for a connection has less time for its answer', async () => {
    await openWith({ acquireMs: 10_000, answerMs: 10_000, firstAnswerMs: 300 });
    proxy.freeze();
    expect(await reasonOf(count(db))).toBe('silent');
  });

  test('that cuts connections before the COMMIT is sent gets the same work again', async () => {
    await openWith({});
    let tries = 0;
    const work = (isLate: boolean) =>
      inTransaction(db, async (trx) => {
        tries += 1;
        if (isLate) await add(trx);
        if (tries % 2 === 1) proxy.cut();
        await add(trx);
      });
    await count(db);
    await work(false);
    await work(true);
    expect([tries, await count(db)]).toEqual([4, 3]);
  });

  test('that cuts the connection at the COMMIT does not get the work again', async () => {
    await openWith({});
    let tries = 0;
    proxy.cutOn('commit');
    const work = inTransaction(db, async (trx) => {
      tries += 1;
      await add(trx);
    });
    await expect(work).rejects.toMatchObject({ reason: 'lost', isCommitSent: true });
    expect([tries, await count(db)]).toEqual([1, 0]);
  });

  test('ends a statement and a wait for a lock that take too long', async () => {
    await openWith({ statementMs: 150, lockMs: 50 });
    expect(await reasonOf(sql`select pg_sleep(60)`.execute(db))).toBe('statementTimeout');
    await inTransaction(db, async (trx) => {
      await sql`lock table work`.execute(trx);
      const other = besideTransaction(() => reasonOf(inTransaction(db, add)));
      expect(await other).toBe('lockTimeout');
    });
    await inTransaction(db, add);
    expect(await count(db)).toBe(1);
  });

  test('frees the locks of a transaction whose process is paused, and gets it again afterwards', async () => {
    await openWith({ idleInTransactionMs: 100 });
    const signals = new EventEmitter();
    let tries = 0;
    const paused = inTransaction(db, async (trx) => {
      tries += 1;
      await sql`lock table work`.execute(trx);
      if (tries === 1) {
        const resumed = once(signals, 'resumed');
        signals.emit('locked');
        await resumed;
      }
      await add(trx);
    });
    await once(signals, 'locked');
    await inTransaction(db, add);
    signals.emit('resumed');
    await paused;
    expect([tries, await count(db)]).toEqual([2, 2]);
  });

  test('whose connections are all in use fails the next call in time', async () => {
    await openWith({ acquireMs: 1_000 });
    await Promise.all([count(db), count(db)]);
    const signals = new EventEmitter();
    const busy = [1, 2].map(() =>
      inTransaction(db, async (trx) => {
        await add(trx);
        await once(signals, 'end');
      }),
    );
    while ((await besideTransaction(() => reasonOf(count(db)))) === 'none') await setImmediate();
    expect(await reasonOf(count(db))).toBe('busy');
    signals.emit('end');
    await Promise.all(busy);
    expect(await count(db)).toBe(2);
  });

  test('that finds serialization failures gets the work again, until all of it is stored', async () => {
    await openWith({}, { default_transaction_isolation: 'serializable' });
    const appendCounted = () =>
      inTransaction(db, async (trx) => {
        await count(trx);
        await add(trx);
      });
    await Promise.all([1, 2, 3, 4].map(appendCounted));
    expect(await count(db)).toBe(4);
  });

  // PostgreSQL's own time before it looks for a deadlock, and less.
  test.each(['1s', '20ms'])('that finds a deadlock after %s gets the work again', async (deadlockTimeout) => {
    await openWith({}, { deadlock_timeout: deadlockTimeout });
    await sql`create table pair (id int primary key, n int not null default 0)`.execute(db);
    await sql`insert into pair (id) values (1), (2)`.execute(db);
    await Promise.all([count(db), count(db)]);
    const met = new EventEmitter();
    let first = 0;
    const retries: Retry[] = [];
    watchRetries(db, (retry) => retries.push(retry));
    const addBoth = (ids: readonly [number, number]) => {
      let tries = 0;
      return inTransaction(db, async (trx) => {
        tries += 1;
        await sql`update pair set n = n + 1 where id = ${ids[0]}`.execute(trx);
        if (tries === 1) {
          first += 1;
          if (first === 2) met.emit('both');
          else await once(met, 'both');
        }
        await sql`update pair set n = n + 1 where id = ${ids[1]}`.execute(trx);
      });
    };
    await Promise.all([addBoth([1, 2]), addBoth([2, 1])]);
    expect(retries).toEqual([{ reason: 'deadlock', tries: 1 }]);
    const { rows } = await sql`select n from pair`.execute(db);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  });
});

describe('an error', () => {
  const lost = new DatabaseUnavailable('lost', 'ended');
  test.each([
    [lost, 'lost', true],
    [new DatabaseUnavailable('lost', 'ended', { isCommitSent: true }), 'lost', false],
    [new DatabaseUnavailable('silent', 'no answer'), 'silent', false],
    [new DatabaseUnavailable('busy', 'all in use'), 'busy', false],
    [{ errno: 51 }, 'diskFull', false],
    [new Error('a fault of the code'), undefined, false],
    [Object.assign(new Error('a file'), { code: 'EPERM' }), undefined, false],
  ])('%s is an outage by its kind', (error, outage, again) => {
    expect([outageOf(error), isTransient(error)]).toEqual([outage, again]);
  });

  test.each([
    ['25006', 'readOnly', false],
    ['40001', 'serialization', true],
    ['40P01', 'deadlock', true],
    ['53100', 'diskFull', false],
    ['53300', 'tooManyConnections', false],
    ['57P01', 'stopping', true],
    ['57P03', 'stopping', true],
    ['58030', 'systemError', false],
    ['08P01', undefined, false],
    ['23505', undefined, false],
    ['42601', undefined, false],
    ['KP001', undefined, false],
  ])('of PostgreSQL with the code %s is an outage by its class', (code, outage, again) => {
    const error = Object.assign(new Error('refused'), { code, severity: 'ERROR' });
    expect([outageOf(error), isTransient(error)]).toEqual([outage, again]);
  });
});
