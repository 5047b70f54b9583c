// Several servers in DATABASE_URL: the first that accepts writes is used, and another one when it fails.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DatabaseProxy } from '../../../../test/database-proxy.ts';
import { startPostgres } from '../../../../test/programs.ts';
import { openOnServer, TEST_LIMITS, testServerUrl } from '../../../../test/test-database.ts';
import type { Db } from '../database.ts';
import { readDatabaseUrl } from './database-url.ts';
import { outageOf } from './outage.ts';

describe('a URL', () => {
  test.each([
    ['postgres://u:p@a/db', ['postgres://u:p@a/db'], 'any'],
    ['postgresql://a:5433/db?sslmode=verify-full', ['postgresql://a:5433/db?sslmode=verify-full'], 'any'],
    ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=%2Frun%2Fpostgresql'], 'any'],
    ['postgres://u@a:1,[::1]:2/db', ['postgres://u@a:1/db', 'postgres://u@[::1]:2/db'], 'write'],
    ['postgres://a,b/db?target_session_attrs=any', ['postgres://a/db', 'postgres://b/db'], 'any'],
    ['postgres://a/db?target_session_attrs=primary', ['postgres://a/db'], 'write'],
    [
      'postgres:///db?host=a,b&port=1,2&target_session_attrs=read-write',
      ['postgres:///db?host=a&port=1', 'postgres:///db?host=b&port=2'],
      'write',
    ],
  ])('%s', (text, urls, needs) => {
    expect(readDatabaseUrl(text)).toEqual({ urls, needs });
  });

  test.each([
    'mysql://u:secret@a/db',
    'u:secret@a',
    'postgres://u:secret@a:x/db',
    'postgres://u:secret@a,b:x/db',
    'postgres://u:secret@a/db?target_session_attrs=standby',
  ])('that cannot be used is refused without its password: %s', (text) => {
    expect(() => readDatabaseUrl(text)).toThrow(/^(must be a URL|target_session_attrs must be)/);
    expect(() => readDatabaseUrl(text)).not.toThrow('secret');
  });
});

const url = testServerUrl;

describe.runIf(url)('several servers', () => {
  let standby: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    standby = await startPostgres({ durable: false });
    standby.becomeStandby();
  });
  afterAll(() => standby.close());

  const isReadOnly = async (db: Db) =>
    (await sql<{ at: boolean }>`select pg_is_in_recovery() as at`.execute(db)).rows[0]?.at;
  const hostOf = (text: string) => new URL(text).host;
  const listed = (hosts: readonly string[]) => url.replace(hostOf(url), hosts.join(','));

  test('a dead one and a standby are passed over', async () => {
    const through = listed(['127.0.0.1:1', hostOf(standby.url), hostOf(url)]);
    const { db, close } = await openOnServer(url, { through });
    expect(await isReadOnly(db)).toBe(false);
    await sql`create table written (n int)`.execute(db);
    await close();
  });

  test('the next call goes to another one after the server in use went silent, ended, or refuses connections', async () => {
    const [first, second] = [await DatabaseProxy.open(url), await DatabaseProxy.open(url)];
    const limits = { ...TEST_LIMITS, acquireMs: 1_500, answerMs: 300, firstAnswerMs: 1_500 };
    const through = listed([hostOf(first.url), hostOf(second.url)]);
    const { db, close } = await openOnServer(url, { through, limits });
    const answer = () =>
      isReadOnly(db).then(
        () => 'ok',
        (error: unknown) => outageOf(error),
      );
    expect(await answer()).toBe('ok');
    // The probes of both close a moment later.
    await vi.waitFor(() => expect([first.connections, second.connections]).toEqual([1, 0]), {
      timeout: 60_000,
    });
    first.freeze();
    expect(await answer()).toBe('silent');
    await vi.waitFor(async () => expect(await answer()).toBe('ok'), { timeout: 60_000 });
    expect(second.connections).toBeGreaterThan(0);
    first.thaw();
    await second.close();
    await vi.waitFor(async () => expect(await answer()).toBe('ok'), { timeout: 60_000 });
    await close();
    await first.close();
  });
});
