// The phone's key as the certificate and the gate see it.
import { p256 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { phonePublicKey, phoneSigner } from './phone-key.ts';
import { portableChecks } from './signature-checks.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
/** Imports a private key as the phone has one: its public part is exported, the private one is not. */
async function keyPair(secret: number): Promise<CryptoKeyPair> {
  const point = p256.getPublicKey(new Uint8Array(32).fill(secret), false);
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const [x, y, d] = [point.slice(1, 33), point.slice(33), new Uint8Array(32).fill(secret)].map(base64url);
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  return {
    publicKey: await crypto.subtle.importKey('jwk', jwk, CURVE, true, ['verify']),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: d ?? '' }, CURVE, false, ['sign']),
  };
}

test('the point is compressed, with an even and with an odd second coordinate', async () => {
  const firstBytes = new Set<number | undefined>();
  for (const secret of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const point = await phonePublicKey((await keyPair(secret)).publicKey);
    expect(point).toEqual(p256.getPublicKey(new Uint8Array(32).fill(secret), true));
    firstBytes.add(point[0]);
  }
  expect([...firstBytes].toSorted()).toEqual([2, 3]);
});

test('what the phone signs holds for its point', async () => {
  const { publicKey, privateKey } = await keyPair(1);
  const message = Uint8Array.of(1, 2, 3);
  const signature = await phoneSigner(privateKey)(message);
  expect(portableChecks.p256(signature, message, await phonePublicKey(publicKey))).toBe(true);
});
