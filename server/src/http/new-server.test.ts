// What every answer bears, whatever it answers: what a browser must be told to keep a page from harm.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newServer } from './new-server.ts';
import { openTestDeps, type TestDeps } from './test-deps.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test.each(['/healthz', '/docs/json', '/nothing/here', '/jtr-jwqs-app/guest/ticket/info/list'])(
  'a browser is told what it may do: %s',
  async (url) => {
    const app = await newServer(deps);
    const { headers } = await app.inject({ url });
    await app.close();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        expect.stringMatching(/^script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/]{43}=')*$/),
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers['x-powered-by']).toBeUndefined();
  },
);

test.each([
  ['https://tickets.example.jp', true],
  ['http://localhost:8080', false],
])('a browser is held to https where there is some: %s', async (publicOrigin, held) => {
  const app = await newServer({ ...deps, config: { ...deps.config, publicOrigin } });
  const { headers } = await app.inject({ url: '/healthz' });
  await app.close();
  expect('strict-transport-security' in headers).toBe(held);
});
