// Issuer keys rotate without invalidating signed certificates, and gates know each key before it signs.
import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { issuerKey, issuerKeysOf, nextIssuerKeyFrom } from './issuer-keys.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-04-01T09:00:00+09:00');

test('it signs with Ed25519 and publishes the matching key, for 400 days', () => {
  const keys = issuerKeysOf([issuerKey(START)], START);
  const message = Buffer.from('a certificate');
  const x = keys.publicKeys.find(({ kid }) => kid === keys.kid)?.publicKey ?? '';
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, message, key, keys.sign(message))).toBe(true);
  expect(keys.notAfter).toBe((START + 400 * DAY_MS) / 1000);
});

test('the next key is published before it signs, and the old one stays published until its end', () => {
  const [first, second] = [issuerKey(START), issuerKey(START + 183 * DAY_MS)];
  const at = (days: number) => issuerKeysOf([first, second], START + days * DAY_MS);
  expect(at(180).kid).toBe(first.keyId);
  expect(at(180).publicKeys.map(({ kid }) => kid)).toEqual([second.keyId, first.keyId]);
  expect(at(180).publicKeys[0]?.notBefore).toBe((START + 183 * DAY_MS) / 1000);
  expect(at(183).kid).toBe(second.keyId);
  expect(at(399).publicKeys).toHaveLength(2);
  expect(at(400).publicKeys.map(({ kid }) => kid)).toEqual([second.keyId]);
});

test('the next key is due after 180 days and signs three days later', () => {
  const live = [issuerKey(START)];
  expect(nextIssuerKeyFrom(live, START + 179 * DAY_MS)).toBeUndefined();
  const due = START + 180 * DAY_MS;
  expect(nextIssuerKeyFrom(live, due)).toBe(due + 3 * DAY_MS);
  expect(nextIssuerKeyFrom([issuerKey(due + 3 * DAY_MS), ...live], due + DAY_MS)).toBeUndefined();
});

test('a server that was off for more than a year still publishes the next key before the old one ends', () => {
  const now = START + 398 * DAY_MS;
  expect(nextIssuerKeyFrom([issuerKey(START)], now)).toBe(now + DAY_MS);
  expect(nextIssuerKeyFrom([], START + 500 * DAY_MS)).toBe(START + 500 * DAY_MS);
});

test('without a key that is valid, nothing is signed', () => {
  const keys = issuerKeysOf([issuerKey(START)], START + 400 * DAY_MS);
  expect(keys).toMatchObject({ notAfter: 0, publicKeys: [] });
  expect(() => keys.sign(Buffer.from('a certificate'))).toThrow('no issuer key may sign');
});
