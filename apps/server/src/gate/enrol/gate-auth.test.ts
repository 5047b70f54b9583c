// How gates authenticate: their own keys and signatures, the server's proofs, and older bearer keys.
import { createHash, createHmac, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { createSigner, httpbis } from 'http-message-signatures';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addBearerGate, enrolDevice, newDevice } from '../../../test/gate/gate-device.ts';
import { openGateApp, passage, type GateFixture, type EnrolledGate } from '../../../test/gate/gate.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const codeOf = (answer: { json: () => { code: string } }) => answer.json().code;
describe('an enrolment', () => {
  test('sends the public key, gets an answer without a secret, and checks its proof with the secret it sent', async () => {
    const device = newDevice(() => fixture.deps.clock());
    const request = {
      method: 'POST',
      url: '/gate/enrol',
      body: {
        code: await fixture.gateCode('kyoto'),
        publicKey: device.publicKey,
        answerKey: device.answerKey,
      },
    } as const;
    const answer = await fixture.app.inject({
      method: 'POST',
      url: request.url,
      payload: JSON.stringify(request.body),
      headers: device.headers(request, { nonce: 'n-1' }),
    });
    expect(Object.keys(answer.json().data).toSorted()).toEqual(['direction', 'gateId', 'station']);
    expect(answer.headers['gate-proof']).toBe(device.proof('n-1', answer.body));
  });

  test.each<[string, (device: ReturnType<typeof newDevice>) => object, object]>([
    ['without a signature', () => ({}), {}],
    ['signed by another key', () => newDevice(() => fixture.deps.clock()), {}],
    ['with a key id of its own', (device) => device, { keyId: 'somebody' }],
  ])('%s is refused, and the code stays good', async (_what, by, change) => {
    const device = newDevice(() => fixture.deps.clock());
    const code = await fixture.gateCode('kyoto');
    const { publicKey, answerKey } = device;
    const request = { method: 'POST', url: '/gate/enrol', body: { code, publicKey, answerKey } } as const;
    const signer = by(device) as Partial<ReturnType<typeof newDevice>>;
    const headers = { 'content-type': 'application/json', ...signer.headers?.(request, change) };
    const refused = await fixture.app.inject({
      method: 'POST',
      url: request.url,
      payload: JSON.stringify(request.body),
      headers,
    });
    expect(codeOf(refused)).toBe('SES-0001');
    expect(codeOf(await enrolDevice(fixture.app, code, device))).toBe('OK');
  });

  test.each([
    ['no keys', {}],
    ['a key in another form', { publicKey: 'A'.repeat(43), answerKey: 'A'.repeat(43) }],
    ['a secret that is too short', { publicKey: 'A'.repeat(44), answerKey: 'A'.repeat(42) }],
  ])('with %s is refused', async (_what, keys) => {
    const payload = { code: await fixture.gateCode('kyoto'), ...keys };
    const answer = await fixture.app.inject({ method: 'POST', url: '/gate/enrol', payload });
    expect(codeOf(answer)).toBe('REQ-0001');
  });
});

describe("a gate's signature", () => {
  /** Sends a call whose signature covers something else. */
  const sent = async (
    gate: EnrolledGate,
    signed: Parameters<EnrolledGate['call']>[0],
    change: Partial<Parameters<EnrolledGate['call']>[0]>,
    parameters: { readonly keyId?: string; readonly created?: number } = {},
  ) => {
    const { method, url, body } = { ...signed, ...change };
    return fixture.app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      headers: {
        ...gate.device.headers(signed, { keyId: gate.gateId, ...parameters }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
  };
  const decide = { method: 'POST', url: '/gate/decide', body: { text: 'x' } } as const;
  const state = { method: 'GET', url: '/gate/state?since=2026-04-01%2008%3A00%3A00' } as const;

  test('is accepted, and refused once a part of the request is changed', async () => {
    const [gate, other] = [await fixture.gate(), await fixture.gate()];
    expect(codeOf(await sent(gate, decide, {}))).toBe('OK');
    expect(codeOf(await sent(gate, state, {}))).toBe('OK');
    for (const answer of [
      await sent(gate, decide, { body: { text: 'y' } }),
      await sent(gate, decide, { url: '/gate/events' }),
      await sent(gate, state, { url: '/gate/state?since=2026-04-01%2007%3A00%3A00' }),
      await sent(gate, state, { url: '/gate/state' }),
      await sent(gate, { ...state, method: 'POST' }, state),
      await sent(gate, state, {}, { keyId: other.gateId }),
      await sent(gate, state, {}, { keyId: 'nobody' }),
      await sent(gate, state, {}, { keyId: 'enrol' }),
      // A call with a body needs a signature that covers the body.
      await sent(gate, { method: 'POST', url: '/gate/decide' }, decide),
    ])
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'SES-0001']);
  });

  test("is valid for two minutes around the server's time; outside, the answer contains that time", async () => {
    const gate = await fixture.gate();
    const now = Math.floor(fixture.deps.clock() / 1000);
    for (const [off, code] of [
      [-120, 'OK'],
      [120, 'OK'],
      [-121, 'GATE-0001'],
      [121, 'GATE-0001'],
    ] as const)
      expect(codeOf(await sent(gate, state, {}, { created: now + off })), `${off}`).toBe(code);
    const late = await sent(gate, state, {}, { created: now - 500 });
    expect([late.statusCode, late.json().values]).toEqual([401, { serverNow: fixture.deps.clock() }]);
    // A caller without the key does not get the time.
    const stranger = { ...gate, device: newDevice(() => fixture.deps.clock()) };
    expect(codeOf(await sent(stranger, state, {}, { created: now - 500 }))).toBe('SES-0001');
  });

  test('that is replayed changes nothing', async () => {
    const gate = await fixture.gate();
    const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
    const body = { events: [passage(ticketId, { at: '2026-04-01 09:00:00' })] };
    const request = { method: 'POST', url: '/gate/events', body } as const;
    const headers = gate.device.headers(request, { keyId: gate.gateId });
    const replay = () =>
      fixture.app.inject({ method: 'POST', url: request.url, payload: JSON.stringify(body), headers });
    expect((await replay()).json().data).toMatchObject([{ verdict: 'accepted' }]);
    expect((await replay()).json().data).toMatchObject([{ verdict: 'duplicate' }]);
    expect(await fixture.deps.db.selectFrom('gate_event').selectAll().execute()).toHaveLength(1);
  });

  test.each([
    [
      'another order of parameters',
      (text: string) => text.replace(/(;created=\d+)(.*)$/, '$2$1'),
      'SES-0001',
    ],
    ['a parameter twice', (text: string) => `${text};created=1`, 'SES-0001'],
    ['an unknown parameter', (text: string) => `${text};tag="x"`, 'SES-0001'],
    ['another label', (text: string) => text.replace('gate=', 'sig1='), 'SES-0001'],
    ['two labels', (text: string) => `${text}, b=()`, 'SES-0001'],
    ['fewer parts', (text: string) => text.replace(' "@query"', ''), 'SES-0001'],
    ['another algorithm', (text: string) => text.replace('ecdsa-p256-sha256', 'hmac-sha256'), 'SES-0001'],
    ['no nonce', (text: string) => text.replace(/;nonce="[^"]*"/, ''), 'SES-0001'],
    ['nothing', () => '', 'SES-0001'],
    ['much', (text: string) => text + 'x'.repeat(10_000), 'SES-0001'],
  ])('with %s in its input is refused', async (_what, change, code) => {
    const gate = await fixture.gate();
    const headers = gate.device.headers(state, { keyId: gate.gateId });
    const input = change(headers['signature-input'] ?? '');
    const answer = await fixture.app.inject({
      method: 'GET',
      url: state.url,
      headers: { ...headers, 'signature-input': input },
    });
    expect(codeOf(answer)).toBe(code);
  });

  test('of an independent RFC 9421 library is accepted, in any order of its parameters', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1;
    const point = Buffer.concat([Buffer.of(2 + odd), Buffer.from(x, 'base64url')]).toString('base64url');
    const answerKey = randomBytes(32).toString('base64url');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const call = async (keyid: string, body: object, path: string) => {
      const text = JSON.stringify(body);
      const digest = `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
      const message = {
        method: 'POST',
        url: `https://kippu.example${path}`,
        headers: { 'content-digest': digest, 'content-type': 'application/json' },
      };
      const signed = await httpbis.signMessage(
        {
          key: createSigner(createPrivateKey(pem), 'ecdsa-p256-sha256', keyid),
          name: 'gate',
          params: ['keyid', 'alg', 'nonce', 'created'],
          fields: ['@method', '@path', '@query', 'content-digest'],
          paramValues: { nonce: 'n-1', created: new Date(fixture.deps.clock()) },
        },
        message,
      );
      const headers = signed.headers as Record<string, string>;
      return fixture.app.inject({ method: 'POST', url: path, payload: text, headers });
    };
    const code = await fixture.gateCode('kyoto');
    const enrolled = await call('enrol', { code, publicKey: point, answerKey }, '/gate/enrol');
    expect(codeOf(enrolled)).toBe('OK');
    const asked = await call(enrolled.json().data.gateId, { text: 'x' }, '/gate/decide');
    expect(asked.json().data).toEqual({ verdict: 'stop', reason: 'malformed' });
  });
});

describe('an answer', () => {
  test('is proved byte for byte, for the request that asked', async () => {
    const gate = await fixture.gate();
    const requests = [
      { method: 'GET', url: '/gate/state' },
      { method: 'POST', url: '/gate/decide', body: { text: 'x' } },
      { method: 'POST', url: '/gate/events', body: { events: [passage('x')] } },
    ] as const;
    for (const request of requests) {
      const nonce = crypto.randomUUID();
      const answer = await fixture.app.inject({
        method: request.method,
        url: request.url,
        ...('body' in request ? { payload: JSON.stringify(request.body) } : {}),
        headers: gate.device.headers(request, { keyId: gate.gateId, nonce }),
      });
      expect(answer.headers['gate-proof'], request.url).toBe(gate.device.proof(nonce, answer.body));
    }
  });

  test('that is compressed is proved in its decompressed form', async () => {
    const gate = await fixture.gate();
    // Enough keys to be worth compressing.
    for (const ticketId of await fixture.inUse('kansai-pass-2day', 20))
      await gate.events([passage(ticketId)]);
    const other = await fixture.gate();
    const request = { method: 'GET', url: '/gate/state' } as const;
    const headers = other.device.headers(request, { keyId: other.gateId, nonce: 'n-1' });
    const answer = await fixture.app.inject({
      ...request,
      headers: { ...headers, 'accept-encoding': 'gzip' },
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
    const body = gunzipSync(answer.rawPayload).toString();
    expect(answer.headers['gate-proof']).toBe(other.device.proof('n-1', body));
  });
});

describe('a gate whose key the server made', () => {
  test('still works: its state is proved by the hash of its key and the nonce of its query', async () => {
    const key = await addBearerGate(fixture.deps.db, fixture.deps.clock());
    const headers = { authorization: `Gate ${key}` };
    const secret = createHash('sha256').update(key).digest();
    const answer = await fixture.app.inject({ url: '/gate/state?nonce=n-7', headers });
    expect(answer.headers['gate-proof']).toBe(
      createHmac('sha256', secret).update(`KQ1 answer\nn-7\n${answer.body}`).digest('base64url'),
    );
    const events = [passage('x')];
    const reported = await fixture.app.inject({
      method: 'POST',
      url: '/gate/events',
      payload: { events },
      headers,
    });
    expect(reported.json().data).toMatchObject([{ verdict: 'conflict', reason: 'unknownTicket' }]);
    const asked = { method: 'POST', url: '/gate/decide', payload: { text: 'x' }, headers } as const;
    expect(codeOf(await fixture.app.inject(asked))).toBe('OK');
  });
});
