// A gate device for tests, written from docs/code-on-screen.md with node:crypto alone.
import {
  createHash,
  createHmac,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { inTransaction, type Db } from '../../src/platform/db/database.ts';
import { insertGate } from '../../src/gate/store/gate-store.ts';

export interface DeviceRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly url: string;
  readonly body?: object;
}

export interface GateDevice {
  readonly publicKey: string;
  readonly answerKey: string;
  /** Signs a request; `change` replaces signed values. */
  readonly headers: (
    request: DeviceRequest,
    change?: { readonly created?: number; readonly nonce?: string; readonly keyId?: string },
  ) => Record<string, string>;
  /** Returns the proof that the server must give for an answer to a request with that nonce. */
  readonly proof: (nonce: string, body: string) => string;
}

const compressed = (key: KeyObject): string => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const odd = ((Buffer.from(y, 'base64url').at(-1) ?? 0) & 1) === 1;
  return Buffer.concat([Buffer.of(odd ? 3 : 2), Buffer.from(x, 'base64url')]).toString('base64url');
};

/** Makes a device with its own keys; `now` returns epoch milliseconds. */
export function newDevice(now: () => number): GateDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = randomBytes(32);
  return {
    publicKey: compressed(publicKey),
    answerKey: secret.toString('base64url'),
    headers: ({ method, url, body }, { created, nonce = randomUUID(), keyId = 'enrol' } = {}) => {
      const [path = '', query = ''] = url.split('?', 2);
      const text = body === undefined ? null : JSON.stringify(body);
      const digest = text === null ? null : `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
      const covered = `("@method" "@path" "@query"${digest === null ? '' : ' "content-digest"'})`;
      const at = created ?? Math.floor(now() / 1000);
      const input = `${covered};created=${at};keyid="${keyId}";nonce="${nonce}";alg="ecdsa-p256-sha256"`;
      const base =
        `"@method": ${method}\n"@path": ${path}\n"@query": ?${query}\n` +
        (digest === null ? '' : `"content-digest": ${digest}\n`) +
        `"@signature-params": ${input}`;
      const signature = sign('sha256', Buffer.from(base), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return {
        ...(digest === null ? {} : { 'content-digest': digest, 'content-type': 'application/json' }),
        'signature-input': `gate=${input}`,
        signature: `gate=:${signature.toString('base64')}:`,
      };
    },
    proof: (nonce, body) =>
      createHmac('sha256', secret).update(`KQ1 answer\n${nonce}\n${body}`).digest('base64url'),
  };
}

/** Enrols a device with a one-time code. Returns the server's answer. */
export async function enrolDevice(
  app: FastifyInstance,
  code: string,
  device: GateDevice,
  more: { readonly remoteAddress?: string } = {},
): Promise<LightMyRequestResponse> {
  const body = { code, publicKey: device.publicKey, answerKey: device.answerKey };
  const request = { method: 'POST', url: '/gate/enrol', body } as const;
  return app.inject({
    method: request.method,
    url: request.url,
    payload: JSON.stringify(body),
    ...more,
    headers: device.headers(request),
  });
}

/** Adds a gate of an earlier version, whose key the server made and stores as a hash. Returns the key. */
export async function addBearerGate(
  db: Db,
  now: number,
  { gateId = randomUUID() as string, stationId = 'kyoto' } = {},
): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await inTransaction(db, (trx) =>
    insertGate(trx, {
      gate_id: gateId,
      station_id: stationId,
      direction: 'both',
      inspects: false,
      key_hash: createHash('sha256').update(key).digest('hex'),
      public_key: null,
      answer_key: null,
      enrolled_at: new Date(now),
      heard_at: null,
      closed_at: null,
      counts_until: null,
    }),
  );
  return key;
}
