// The platform's checks and the portable ones agree: on every golden vector, and on every bit turned over.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SignatureChecks } from '@kippu/ticket-code/signature-checks';
import { portableChecks } from '@kippu/ticket-code/signature-checks';
import { verifyCode } from '@kippu/ticket-code/verify';
import type { Vector, VectorFile } from '@kippu/ticket-code/vectors.test-helper';
import { describe, expect, test } from 'vitest';
import { nodeChecks } from './node-checks.ts';

const vectorsUrl = new URL('../../../ticket-code/golden-vectors.json', import.meta.url);
const file = JSON.parse(readFileSync(fileURLToPath(vectorsUrl), 'utf8')) as VectorFile;
const issuerKeys = file.issuerKeys.map(({ publicKeyHex, ...key }) => ({
  ...key,
  publicKey: new Uint8Array(Buffer.from(publicKeyHex, 'hex')),
}));

function outcome(vector: Vector, text: string, checks: SignatureChecks): Vector['expect'] {
  const { now, revoked, seen, direction, place } = vector;
  const verdict = verifyCode(text, {
    now,
    issuerKeys,
    checks,
    isRevoked: (ticketId) => revoked.includes(ticketId),
    isSeen: (ticketId, way) => seen.some((each) => each.ticketId === ticketId && each.direction === way),
    ...(direction ? { direction } : {}),
    ...(place ? { place } : {}),
  });
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

test('a changed character is never accepted, by either', () => {
  const good = file.vectors.find(({ expect: wanted }) => wanted.ok);
  if (!good) throw new Error('no vector is accepted');
  for (let at = 4; at < good.text.length; at += 1) {
    const other = good.text[at] === '0' ? '1' : '0';
    const text = `${good.text.slice(0, at)}${other}${good.text.slice(at + 1)}`;
    expect(outcome(good, text, nodeChecks).ok).toBe(false);
    expect(outcome(good, text, nodeChecks)).toEqual(outcome(good, text, portableChecks));
  }
});

test('bytes that are no key refuse and do not throw', () => {
  for (const length of [0, 31, 32, 33, 65]) {
    const raw = new Uint8Array(length).fill(0xff);
    expect(nodeChecks.ed25519(new Uint8Array(64), new Uint8Array(8), raw)).toBe(false);
    expect(nodeChecks.p256(new Uint8Array(64), new Uint8Array(8), raw)).toBe(false);
  }
});
