// What the gate makes of answers, those of its server and those of whatever stands in its place.
import { afterEach, expect, test, vi } from 'vitest';
import { gateState } from '@kippu/contract/gate';
import { callServer } from './call-server.ts';

afterEach(() => vi.unstubAllGlobals());

const fail = (code: string) => JSON.stringify({ state: 'fail', code, msg: '', values: {}, data: null });
async function madeOf(status: number, body: string, headers: Record<string, string> = {}) {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
  return callServer(gateState, { key: 'k', query: {} }).catch((error: unknown) => error);
}

test.each([
  [401, 'SES-0001', 'closed'],
  [400, 'REQ-0001', 'refused'],
  [413, 'REQ-0003', 'refused'],
  [422, 'ACC-0004', 'refused'],
  [404, 'REQ-0005', 'offline'],
  [501, 'REQ-0006', 'offline'],
  [500, 'REQ-0007', 'offline'],
])("the server's own %i %s is %s", async (status, code, kind) => {
  expect(await madeOf(status, fail(code))).toMatchObject({ kind, code, waitMs: 0 });
});

test('a network that wants a login closes no gate and has no passage put aside, whatever it answers', async () => {
  for (const status of [200, 302, 400, 401, 403, 404, 413, 422, 511])
    for (const body of ['<html>', '', 'null', '[]', '{"error":"login"}', '{"state":"fail"}', '{"code":"x"}'])
      expect(await madeOf(status, body), `${status} ${body}`).toMatchObject({ kind: 'offline' });
});

test.each([
  ['30', 30_000],
  ['0', 0],
  ['999999', 600_000],
  ['-5', 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
])('429 with Retry-After %s asks to wait %i ms', async (told, waitMs) => {
  const answer = await madeOf(429, fail('REQ-0004'), { 'retry-after': told });
  expect(answer).toMatchObject({ kind: 'busy', waitMs });
});

test('429 of a proxy, without our envelope or a time, is busy too', async () => {
  for (const body of ['<html>', '', fail('REQ-0004')])
    expect(await madeOf(429, body)).toMatchObject({ kind: 'busy', waitMs: 0 });
});
