// The security headers of every answer, whatever it is.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newServer } from './new-server.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';

let deps: TestDeps;
let app: FastifyInstance;
/** One answer of each kind, with its headers. */
const answers: [string, Headers][] = [];
beforeAll(async () => {
  deps = await openTestDeps();
  app = await newServer({ ...deps, config: { ...deps.config, publicOrigin: 'https://tickets.example.jp' } });
  app.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>a page</p>'));
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  for (const url of ADDRESSES) answers.push([url, (await app.inject({ url })).headers]);
  answers.push(['no HTTP', await ofMalformed()]);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});

type Headers = Readonly<Record<string, unknown>>;

/** The headers of the refusal of a message that is not HTTP. */
async function ofMalformed(): Promise<Headers> {
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += text));
  socket.end('GET / HTTP/1.1\r\nno header\r\n\r\n');
  await once(socket, 'close');
  const [status, ...lines] = answer.split('\r\n');
  expect(status).toBe('HTTP/1.1 400 Bad Request');
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
}

const ADDRESSES = [
  '/page',
  '/healthz',
  '/docs',
  '/docs/json',
  '/broken',
  '/nothing/here',
  '/%ff',
  '/gate',
  '/desk/',
  '/jtr-jwqs-app/guest/ticket/info/list',
];
const policyOf = (headers: Headers) => String(headers['content-security-policy']).split(';');

test('every answer makes a browser use https for a year, subdomains included', async () => {
  for (const [of, headers] of answers)
    expect(headers['strict-transport-security'], of).toBe('max-age=31536000; includeSubDomains');
});

test('a server without https does not require it', async () => {
  const plain = await newServer({
    ...deps,
    config: { ...deps.config, publicOrigin: 'http://localhost:8080' },
  });
  const { headers } = await plain.inject('/healthz');
  await plain.close();
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('no answer’s type may be guessed by the browser', async () => {
  for (const [of, headers] of answers) expect(headers['x-content-type-options'], of).toBe('nosniff');
});

test('no answer lets a browser send its address to others', async () => {
  for (const [of, headers] of answers) expect(headers['referrer-policy'], of).toBe('no-referrer');
});

test('no answer may be framed', async () => {
  for (const [of, headers] of answers) expect(policyOf(headers), of).toContain("frame-ancestors 'none'");
});

test('every answer’s policy forbids plug-ins, other base addresses and foreign scripts', async () => {
  for (const [of, headers] of answers) {
    expect(policyOf(headers), of).toEqual(expect.arrayContaining(["object-src 'none'", "base-uri 'none'"]));
    expect(policyOf(headers), of).not.toContain(
      expect.stringMatching(/unsafe-eval|script-src.*unsafe-inline/),
    );
  }
  expect(policyOf((await app.inject('/page')).headers)).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      expect.stringMatching(/^script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/]{43}=')*$/),
      "form-action 'self'",
    ]),
  );
});

test('an answer of a call opened as a page loads, runs and sends nothing', async () => {
  for (const url of ['/healthz', '/docs/json', '/broken', '/nothing/here', '/%ff'])
    expect(policyOf((await app.inject({ url })).headers), url).toEqual(
      expect.arrayContaining(["default-src 'none'", 'sandbox', "form-action 'none'"]),
    );
  expect(policyOf((await app.inject('/page')).headers)).not.toContain('sandbox');
});

test('no other origin may read an answer', async () => {
  for (const origin of ['https://evil.example', 'null', 'https://tickets.example.jp'])
    for (const method of ['GET', 'OPTIONS'] as const)
      for (const url of ADDRESSES) {
        const headers = { origin, 'access-control-request-method': 'POST' };
        const answer = await app.inject({ method, url, headers });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
});

test('no answer names the server’s software', async () => {
  for (const [of, headers] of answers) {
    expect(headers, of).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    });
    expect([headers['x-powered-by'], headers['server']], of).toEqual([undefined, undefined]);
  }
});

test('text is sent with its character set', async () => {
  for (const url of ADDRESSES) {
    const { headers, body } = await app.inject({ url });
    if (body !== '') expect(headers['content-type'], url).toMatch(/; charset=utf-8$/);
  }
});
