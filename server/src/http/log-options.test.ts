// The log of a failed call names no traveller.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { logOptions } from './log-options.ts';
import { openTestDeps } from './test-deps.ts';

test('neither an address of a query nor a row of the database is logged', async () => {
  const { db, close } = await openTestDeps();
  let logged = '';
  const stream = { write: (line: string) => void (logged += line) };
  const app = Fastify({ logger: { ...logOptions('info'), stream } });
  app.get('/lost', async () => {
    // Broken by the table's own check, so the database tells the whole row.
    await sql`insert into account (account_id, email, username, fullname, country, language, password_hash,
      password_changed_at, status, created_at) values ('x', ${'Taro@Example.jp'}, ${'Yamada'}, 'Y', 'JP', 'ja',
      ${'secret-hash'}, now(), 'active', now())`.execute(db);
  });
  expect((await app.inject('/lost?token=abc&to=hanako@example.jp')).statusCode).toBe(500);
  await app.close();
  await close();
  expect(logged).toContain('/lost');
  expect(logged).toContain('account');
  for (const personal of ['Taro@Example.jp', 'Yamada', 'secret-hash', 'token=abc', 'hanako'])
    expect(logged, personal).not.toContain(personal);
});
