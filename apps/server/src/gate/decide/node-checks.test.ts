// The platform's checks agree with the portable ones: on every golden vector, and on every flipped bit.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SignatureChecks } from '@kippu/ticket-code/crypto/signature-checks';
import { portableChecks } from '@kippu/ticket-code/crypto/signature-checks';
import { verifyCode } from '@kippu/ticket-code/decide/verify';
import { contextOfVector, type Vector, type VectorFile } from '@kippu/ticket-code/test/vectors';
import { describe, expect, test } from 'vitest';
import { nodeChecks } from './node-checks.ts';

const vectorsUrl = new URL('../../../../../packages/ticket-code/golden-vectors.json', import.meta.url);
const file = JSON.parse(readFileSync(fileURLToPath(vectorsUrl), 'utf8')) as VectorFile;
const issuerKeys = file.issuerKeys.map(({ publicKeyHex, ...key }) => ({
  ...key,
  publicKey: new Uint8Array(Buffer.from(publicKeyHex, 'hex')),
}));

function outcome(vector: Vector, text: string, checks: SignatureChecks): Vector['expect'] {
  const verdict = verifyCode(text, { ...contextOfVector(vector, issuerKeys), checks });
  return verdict.ok
    ? { ok: true, ticketId: verdict.certificate.ticketId, direction: verdict.direction }
    : { ok: false, reason: verdict.reason };
}

describe.each([
  ['node', nodeChecks],
  ['portable', portableChecks],
] as const)('%s checks', (_name, checks) => {
  test.each(file.vectors)('$name', (vector) => {
    expect(outcome(vector, vector.text, checks)).toEqual(vector.expect);
  });
});

test('neither accepts a changed character', () => {
  const good = file.vectors.find(({ expect: wanted }) => wanted.ok);
  if (!good) throw new Error('no vector is accepted');
  for (let at = 4; at < good.text.length; at += 1) {
    const other = good.text[at] === '0' ? '1' : '0';
    const text = `${good.text.slice(0, at)}${other}${good.text.slice(at + 1)}`;
    expect(outcome(good, text, nodeChecks).ok).toBe(false);
    expect(outcome(good, text, nodeChecks)).toEqual(outcome(good, text, portableChecks));
  }
});

test('bytes that are not a key are refused without an exception', () => {
  for (const length of [0, 31, 32, 33, 65]) {
    const raw = new Uint8Array(length).fill(0xff);
    expect(nodeChecks.ed25519(new Uint8Array(64), new Uint8Array(8), raw)).toBe(false);
    expect(nodeChecks.p256(new Uint8Array(64), new Uint8Array(8), raw)).toBe(false);
  }
});

test('both refuse a key of small order, for which any signature would be valid', () => {
  const identity = new Uint8Array(32);
  identity[0] = 1;
  // R is the identity and S is zero, so the equation of RFC 8032 holds for each message.
  const forged = new Uint8Array([...identity, ...new Uint8Array(32)]);
  for (const checks of [nodeChecks, portableChecks])
    expect(checks.ed25519(forged, new Uint8Array([1, 2, 3]), identity)).toBe(false);
});
