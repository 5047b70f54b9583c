// The sender of a refused body gets the refusal, also a proxy that sends all of it before it reads the answer.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendVerifyCode } from '@kippu/contract/routes/traveller/account';
import { openTestDeps, type TestDeps } from '../../../../test/app-context.ts';
import { buildApp } from '../../../app.ts';
import { MAX_DISCARDED_BYTES } from './unread-body.ts';

let deps: TestDeps;
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  deps = await openTestDeps();
  app = await buildApp(deps);
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});

/** Sends a request with a body as a proxy does, which reads nothing before all is sent. Returns the answer, or the code of the failure. */
async function sendAll(head: string, body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const failed = once(socket, 'error').then(([error]) => String((error as { code?: string }).code));
  socket.pause();
  const sent = new Promise<void>((resolve) => {
    socket.write(`${head}\r\nHost: a\r\n\r\n`);
    socket.write(body, () => resolve());
  });
  const first = await Promise.race([sent.then(() => ''), failed]);
  if (first !== '') return first;
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += text));
  socket.resume();
  const reason = await Promise.race([once(socket, 'close').then(() => answer), failed]);
  socket.destroy();
  return reason;
}

const LETTERS = 'a'.repeat(MAX_DISCARDED_BYTES - 1000);
const POST = `POST ${sendVerifyCode.path} HTTP/1.1\r\nContent-Type: application/json`;

test('with a stated length', async () => {
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await sendAll(`${POST}\r\nContent-Length: ${LETTERS.length}`, LETTERS);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"REQ-0003"/);
  }
});

test('in chunks', async () => {
  const chunks = `${LETTERS.length.toString(16)}\r\n${LETTERS}\r\n0\r\n\r\n`;
  const answer = await sendAll(`${POST}\r\nTransfer-Encoding: chunked`, chunks);
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"REQ-0003"/);
});

test('to an address that does not exist, and while the process stops', async () => {
  const send = (path: string) =>
    sendAll(`POST ${path} HTTP/1.1\r\nContent-Length: ${LETTERS.length}\r\nConnection: close`, LETTERS);
  expect(await send('/nothing')).toMatch(/^HTTP\/1\.1 4\d\d [^]*"state":"fail"/);
  app.readiness.stop();
  expect(await send('/jtr-jwqs-app/guest/seat/info/seatHold')).toMatch(
    /^HTTP\/1\.1 4\d\d [^]*"state":"fail"/,
  );
});

test('but a longer one is not read to its end', async () => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += text));
  socket.write(`${POST}\r\nHost: a\r\nContent-Length: ${MAX_DISCARDED_BYTES + 1}\r\n\r\na`);
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});
