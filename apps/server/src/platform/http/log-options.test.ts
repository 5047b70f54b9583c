// The log of a failed call contains no personal data.
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { answerErrors, answerFault } from '../wire/error-answer.ts';
import { logOptions } from './log-options.ts';
import { openTestDeps } from '../../../test/app-context.ts';

test('neither an address of a query nor a row of the database is logged', async () => {
  const { db, close } = await openTestDeps();
  let logged = '';
  const stream = { write: (line: string) => void (logged += line) };
  const app = Fastify({ logger: { ...logOptions('info'), stream } });
  app.get('/lost', async () => {
    // The table's check fails, so the database reports the whole row.
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

test('an email or token in an unknown path is not logged, nor the head of a malformed request', async () => {
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

test('a line feed in a logged value starts no second line', async () => {
  let logged = '';
  const app = Fastify({ logger: logOptions('info', { write: (line) => void (logged += line) }) });
  answerErrors(app);
  const forged = 'x\n{"level":60,"msg":"forged"}\r\n';
  app.get('/broken', async () => {
    throw new Error(forged);
  });
  await app.inject('/broken');
  await app.close();
  const lines = logged
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ msg }) => msg === 'forged')).toEqual([]);
  expect(lines.filter(({ event }) => event === 'server.failed')).toMatchObject([
    { err: { message: forged } },
  ]);
});

test('the server writes only to its log, except for its commands and lines before the start', () => {
  const folder = join(import.meta.dirname, '../..');
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test(-helper)?\.ts$/.test(file))
    .filter((file) =>
      /\bconsole\.|process\.std(out|err)\b|appendFile/.test(readFileSync(join(folder, file), 'utf8')),
    );
  expect(writers.sort()).toEqual([
    'commands/after-restore.ts',
    'commands/check-feed.ts',
    'commands/check-operator.ts',
    'commands/close-demo.ts',
    'commands/manager-password.ts',
    'commands/new-gate.ts',
    'commands/print-posters.ts',
    'commands/replace-keys.ts',
    'commands/rotate-issuer-key.ts',
    'main.ts',
  ]);
});
