// The API document, and which bodies and messages the server accepts.
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newServer } from './new-server.ts';
import { relayDown } from '../../../test/mails.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test('the API document is made once, compressed once, and not sent again to a client that has it', async () => {
  const app = await newServer(deps);
  await app.ready();
  const made = vi.spyOn(app, 'swagger');
  const get = (headers: Record<string, string> = {}) => app.inject({ url: '/docs/json', headers });
  const plain = await get();
  const etag = String(plain.headers.etag);
  const [brotli, gzip] = [
    await get({ 'accept-encoding': 'gzip, br' }),
    await get({ 'accept-encoding': 'gzip' }),
  ];
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  for (const { headers } of [plain, brotli, gzip])
    expect(headers).toMatchObject({
      etag,
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
    });
  const again = await get({ 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(made).toHaveBeenCalledTimes(1);
  await app.close();
});

test('a body must be JSON: what a form of another site can send is refused unread', async () => {
  const app = await newServer(deps);
  let bodies = 0;
  app.post('/taken', async () => {
    bodies += 1;
    return {};
  });
  const send = async (type: string) =>
    (await app.inject({ method: 'POST', url: '/taken', payload: '{}', headers: { 'content-type': type } }))
      .statusCode;
  expect(await send('application/json')).toBe(200);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect(await send(type), type).toBe(400);
  expect(bodies).toBe(1);
  await app.close();
});

test('a path with an encoded letter is no path of ours; in a query any encoding is read', async () => {
  const app = await newServer(deps);
  app.get('/desk/who', async ({ query }) => query);
  const ask = async (url: string) => (await app.inject({ url })).statusCode;
  expect((await app.inject({ url: '/desk/who?n%61me=%41' })).json()).toEqual({ name: 'A' });
  for (const url of ['/%64esk/who', '/desk%2fwho', '/d%65sk/who?a=1', '/desk/wh%6F', '/%2564esk/who'])
    expect(await ask(url), url).toBe(404);
  await app.close();
});

test('a message with two lengths is refused, and a request hidden in it is not handled', async () => {
  const app = await newServer(deps);
  const paths: string[] = [];
  app.addHook('onRequest', async ({ url }) => void paths.push(url));
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += text));
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
  const lengths = `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked`;
  socket.end(`POST /healthz HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n0\r\n\r\n${hidden}`);
  await once(socket, 'close');
  await app.close();
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(paths).not.toContain('/hidden');
});

test('a request that names two hosts is refused', async () => {
  const app = await newServer(deps);
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const statusOf = async (lines: string) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => (answer += text));
    socket.end(`GET /healthz HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
    await once(socket, 'close');
    return answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  };
  expect(await statusOf('Host: a\r\n')).toBe('200');
  expect(await statusOf('Host: a\r\nhost: b\r\n')).toBe('400');
  await app.close();
});

test('a process that lacks keys is not ready and says so without details', async () => {
  let problem: string | undefined = 'KEY_FILE: the issuer key 1234 is wrapped with the wrapping key 5678';
  const app = await newServer({ ...deps, keysProblem: () => problem });
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ ok: false, parts: { database: 'ok', keys: 'unreadable' } });
  expect(answer.body).not.toMatch(/1234|5678/);
  problem = undefined;
  expect((await app.inject('/readyz')).json()).toMatchObject({ ok: true, parts: { keys: 'ok' } });
  await app.close();
});

test('a process is ready while the relay is down, and says so', async () => {
  await relayDown(deps.db, deps.clock());
  const app = await newServer(deps);
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ ok: true, parts: { mail: 'degraded' } });
  await deps.db.deleteFrom('job_outage').execute();
  expect((await app.inject('/readyz')).json().parts).not.toHaveProperty('mail');
  await app.close();
});

test('TRACE is refused and repeats nothing of the request', async () => {
  const app = await newServer(deps);
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  for (const path of ['/', '/healthz', '/docs/json']) {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => (answer += text));
    socket.end(
      `TRACE ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer secret\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, 'close');
    expect(answer, path).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer, path).not.toContain('secret');
  }
  await app.close();
});

test('a compressed request is refused before its body is read: a small one could become gigabytes', async () => {
  const app = await newServer(deps);
  const seen = vi.fn();
  app.post('/echo', async ({ body }) => {
    seen();
    return body;
  });
  await app.ready();
  const json = JSON.stringify({ text: 'a'.repeat(100) });
  const send = (payload: string | Buffer, encoding: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/echo',
      payload,
      headers: { 'content-type': 'application/json', ...encoding },
    });
  expect((await send(json, {})).json()).toEqual(JSON.parse(json));
  expect((await send(json, { 'content-encoding': 'identity' })).statusCode).toBe(200);
  for (const [encoding, payload] of [
    ['br', brotliCompressSync(json)],
    ['gzip', gzipSync(json)],
    ['GZIP', gzipSync(json)],
    ['identity, br', brotliCompressSync(json)],
  ] as const) {
    const answer = await send(payload, { 'content-encoding': encoding });
    expect([answer.statusCode, answer.json().code, answer.json().values]).toEqual([
      400,
      'REQ-0001',
      { field: 'content-encoding' },
    ]);
  }
  expect(seen).toHaveBeenCalledTimes(2);
  await app.close();
});
