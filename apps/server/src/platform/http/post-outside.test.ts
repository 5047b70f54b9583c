// Receivers that answer wrongly: each post ends, whatever they do.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { newPoster } from './post-outside.ts';

/** Posts to a receiver that writes the text as soon as it is called. Resolves to the status, or to the error's code. */
async function postTo(answer: string, timeoutMs: number): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const poster = newPoster({ allowed: { allowsLoopback: true }, connections: 1, clock: () => 0, timeoutMs });
  try {
    const { status } = await poster.post(`http://127.0.0.1:${port}/`, {}, Buffer.from('{}'));
    return status;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    poster.close();
    server.close();
  }
}

const upgrade = (name: string) =>
  `HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: ${name}\r\n\r\n`;

test.each([
  ['a switch to another protocol', upgrade('websocket'), 'ENOANSWER'],
  ['a switch to another HTTP', upgrade('h2c'), 'ENOANSWER'],
  ['something else than HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'HPE_INVALID_CONSTANT'],
  ['a long header', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`, 'HPE_HEADER_OVERFLOW'],
  ['a long body', `HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n${'x'.repeat(20_000)}`, 200],
  ['an answer that never comes', '', 'ABORT_ERR'],
])('%s ends the post', async (_name, answer, ended) => {
  const timeoutMs = ended === 'ABORT_ERR' ? 50 : 10_000;
  expect(await postTo(answer, timeoutMs)).toBe(ended);
});
