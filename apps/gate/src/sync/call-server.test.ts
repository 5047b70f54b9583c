// How the gate treats answers from its server and from other networks, and what it signs.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { httpbis, createVerifier } from 'http-message-signatures';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { gateEvents, gateState, type GateEvent } from '@kippu/contract/calls/gate/gate';
import type { VectorFile } from '@kippu/ticket-code/test/vectors';
import { newCallServer, type Caller } from './call-server.ts';
import { bytesOf } from '@kippu/client/base64url';
import { isProven, makeDeviceKeys, type NewKeys } from './device-keys.ts';

const NOW = 1_795_834_800_000;
let keys: NewKeys;
let caller: Caller;
beforeAll(async () => {
  keys = await makeDeviceKeys();
  caller = { ...keys, keyId: 'gate-1' };
});
afterEach(() => vi.unstubAllGlobals());

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly body: string | null;
  readonly headers: Record<string, string>;
}

/** Replaces the network. Returns the requests sent. */
function network(answer: (sent: Sent) => Response): Sent[] {
  const requests: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const sent = {
      url,
      method: init.method ?? '',
      body: (init.body ?? null) as string | null,
      headers: init.headers as Record<string, string>,
    };
    requests.push(sent);
    return answer(sent);
  });
  return requests;
}

const fail = (code: string, values = {}) =>
  JSON.stringify({ state: 'fail', code, msg: '', values, data: null });
const good = JSON.stringify({ state: 'success', code: 'OK', msg: '', values: {}, data: { serverNow: NOW } });
const call = (clock: () => number = () => NOW) => newCallServer(clock)(gateState, { caller, query: {} });

async function madeOf(status: number, body: string, headers: Record<string, string> = {}) {
  network(() => new Response(body, { status, headers }));
  return call().catch((error: unknown) => error);
}

/** Computes the server's proof from the documentation only. */
const proofOf = (secret: Uint8Array, nonce: string, body: string) =>
  createHmac('sha256', secret).update(`KQ1 answer\n${nonce}\n${body}`).digest('base64url');
const nonceOf = ({ headers }: Sent) => /nonce="([^"]+)"/.exec(headers['signature-input'] ?? '')?.[1] ?? '';

test.each([
  [401, 'SES-0001', 'closed'],
  [401, 'GATE-0001', 'offline'],
  [400, 'REQ-0001', 'refused'],
  [413, 'REQ-0003', 'refused'],
  [422, 'ACC-0004', 'refused'],
  [404, 'REQ-0005', 'offline'],
  [501, 'REQ-0006', 'offline'],
  [500, 'REQ-0007', 'offline'],
])("the server's own %i %s is %s", async (status, code, kind) => {
  expect(await madeOf(status, fail(code))).toMatchObject({ kind, code, waitMs: 0 });
});

test('a captive portal closes no gate and has no passage set aside, whatever it answers', async () => {
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
])('429 with Retry-After %s asks to wait %i ms', async (header, waitMs) => {
  const answer = await madeOf(429, fail('REQ-0004'), { 'retry-after': header });
  expect(answer).toMatchObject({ kind: 'busy', waitMs });
});

test('status 429 from a proxy, without our envelope or a time, is busy too', async () => {
  for (const body of ['<html>', '', fail('REQ-0004')])
    expect(await madeOf(429, body)).toMatchObject({ kind: 'busy', waitMs: 0 });
});

describe('an answer', () => {
  const answered = (proof: (sent: Sent) => string | null, body = good) => {
    network((sent) => {
      const value = proof(sent);
      return new Response(body, { headers: value === null ? {} : { 'gate-proof': value } });
    });
    return call();
  };
  const secret = () => bytesOf(keys.answerKey);

  test('with the proof of its whole body is accepted', async () => {
    expect(await answered((sent) => proofOf(secret(), nonceOf(sent), good))).toEqual({ serverNow: NOW });
  });

  test.each<[string, (sent: Sent) => string | null]>([
    ['without a proof', () => null],
    ['of another body', (sent) => proofOf(secret(), nonceOf(sent), good.replace(`${NOW}`, `${NOW + 1}`))],
    ['to an earlier question', () => proofOf(secret(), 'another-nonce', good)],
    ['of another server', (sent) => proofOf(new Uint8Array(32), nonceOf(sent), good)],
    ['with half a proof', (sent) => proofOf(secret(), nonceOf(sent), good).slice(0, 20)],
    ['with no base64url', () => '?'.repeat(43)],
  ])('%s is discarded', async (_what, proof) => {
    await expect(answered(proof)).rejects.toMatchObject({ kind: 'offline' });
  });

  test('to a gate with a key from the server needs a proof when the query has a nonce', async () => {
    const key = 'k'.repeat(43);
    const by = createHash('sha256').update(key).digest();
    const asked = (proof: (nonce: string) => string) => {
      network(({ url }) => {
        const nonce = new URL(url, 'https://x').searchParams.get('nonce') ?? '';
        return new Response(good, { headers: { 'gate-proof': proof(nonce) } });
      });
      return newCallServer(() => NOW)(gateState, { caller: { key }, query: {} });
    };
    expect(await asked((nonce) => proofOf(by, nonce, good))).toEqual({ serverNow: NOW });
    await expect(asked((nonce) => proofOf(by, nonce, `${good} `))).rejects.toMatchObject({ kind: 'offline' });
  });
});

describe('a request', () => {
  const event: GateEvent = {
    eventId: 'e',
    code: 31,
    at: '2026-11-28 12:00:00',
    certificate: '',
    reason: '券',
  };

  test.each(['with a body', 'without one'])('%s is signed as RFC 9421 says', async (what) => {
    const [sent] = await (async () => {
      const requests = network(() => new Response('x'));
      const server = newCallServer(() => NOW);
      const asked =
        what === 'with a body'
          ? server(gateEvents, { caller, body: { events: [event] } })
          : server(gateState, { caller, query: { since: '2026-11-28 12:00:00' } });
      await asked.catch(() => undefined);
      return requests;
    })();
    if (!sent) throw new Error('nothing was sent');
    const verify = (changed: Partial<Sent>) => {
      const { url, method, headers } = { ...sent, ...changed };
      return httpbis.verifyMessage(
        {
          keyLookup: async ({ keyid }) => {
            if (keyid !== 'gate-1') return null;
            const der = Buffer.concat([
              Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
              bytesOf(keys.publicKey),
            ]);
            const pem = `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----`;
            return {
              id: keyid,
              algs: ['ecdsa-p256-sha256'],
              verify: createVerifier(pem, 'ecdsa-p256-sha256'),
            };
          },
          requiredFields: ['@method', '@path', '@query', ...(sent.body === null ? [] : ['content-digest'])],
          requiredParams: ['created', 'nonce', 'keyid', 'alg'],
          tolerance: Number.POSITIVE_INFINITY,
        },
        { method, url: `https://kippu.example${url}`, headers },
      );
    };
    expect(await verify({})).toBe(true);
    expect(await verify({ url: `${sent.url}${sent.url.includes('?') ? '&' : '?'}x=1` })).toBe(false);
    expect(await verify({ method: 'PUT' })).toBe(false);
    if (sent.body !== null) {
      const digest = createHash('sha256').update(sent.body).digest('base64');
      expect(sent.headers['content-digest']).toBe(`sha-256=:${digest}:`);
      const headers = { ...sent.headers, 'content-digest': `sha-256=:${'A'.repeat(43)}=:` };
      expect(await verify({ headers })).toBe(false);
    }
  });

  test("with a signature of another time is signed again once with the server's time", async () => {
    const serverNow = NOW + 86_400_000;
    const requests = network((sent) => {
      const created = Number(/created=(\d+)/.exec(sent.headers['signature-input'] ?? '')?.[1]) * 1000;
      if (created !== serverNow) return new Response(fail('GATE-0001', { serverNow }), { status: 401 });
      const proof = proofOf(bytesOf(keys.answerKey), nonceOf(sent), good);
      return new Response(good, { headers: { 'gate-proof': proof } });
    });
    expect(await call()).toEqual({ serverNow: NOW });
    expect(new Set(requests.map(nonceOf)).size).toBe(2);
    const never = network(() => new Response(fail('GATE-0001', { serverNow }), { status: 401 }));
    await expect(call()).rejects.toMatchObject({ kind: 'offline', code: 'GATE-0001' });
    expect(never).toHaveLength(2);
  });
});

test('keys cannot be exported from the browser', async () => {
  const { signing, answers } = keys;
  for (const key of [signing, answers]) {
    expect(key.extractable).toBe(false);
    for (const format of ['jwk', 'raw', 'pkcs8'] as const)
      await expect(crypto.subtle.exportKey(format as 'jwk', key)).rejects.toThrow();
  }
});

test('an error before a call is sent is a fault of the page, not a missing network', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new TypeError('AbortSignal.timeout is not a function');
  });
  await expect(call()).rejects.toMatchObject({ kind: 'fault', cause: expect.any(TypeError) });
  timeout.mockRestore();
  network(() => {
    throw new TypeError('Failed to fetch');
  });
  await expect(call()).rejects.toMatchObject({ kind: 'offline' });
});

describe('the golden vectors of answers', () => {
  const url = new URL('../../../../packages/ticket-code/golden-vectors.json', import.meta.url);
  const { protocol }: VectorFile = JSON.parse(readFileSync(url, 'utf8'));

  test.each(protocol.answers)('$name', async ({ nonce, body, proof, expect: wanted }) => {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const secret = new Uint8Array(bytesOf(protocol.gate.answerKey));
    const answers = await crypto.subtle.importKey('raw', secret, hmac, false, ['verify']);
    expect(await isProven(proof, { answers, nonce, body })).toBe(wanted);
  });
});
