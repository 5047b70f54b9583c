// The log of a failed call names no traveller.
import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { answerErrors, answerFault } from './error-answer.ts';
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

test('neither an address or a token in a path of nobody’s is logged, nor the head of a request that cannot be read', async () => {
  let logged = '';
  const stream = { write: (line: string) => void (logged += line) };
  const app = Fastify({ logger: { ...logOptions('trace'), stream }, frameworkErrors: answerFault });
  answerErrors(app);
  app.get('/files/*', async () => 'a file');
  for (const path of ['/nowhere/hanako', '/files/hanako', '/%ff/hanako']) await app.inject(path);
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(url.port), url.hostname);
  socket.resume().end('GET / HTTP/1.1\r\nAuthorization: Bearer hanako\r\nno header\r\n\r\n');
  await once(socket, 'close');
  await app.close();
  expect(logged).toContain('"path":"/files/*"');
  expect(logged).toContain('"path":"unknown"');
  expect(logged).toContain('HPE_INVALID');
  // A buffer is logged as its bytes.
  for (const personal of ['hanako', [...Buffer.from('hanako')].join(',')])
    expect(logged, personal).not.toContain(personal);
});
