// The verifier: golden vectors, hostile texts, time zones, and a real WebCrypto phone.
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterEach, describe, expect, it } from 'vitest';
import { signCertificate } from '../certificate/certificate.ts';
import { encodeCode } from '../code/text.ts';
import { signMoment } from '../code/moment.ts';
import { phonePublicKey, phoneSigner } from '../crypto/phone-key.ts';
import {
  CERTIFICATE,
  ISSUER_SECRET,
  NOON,
  TICKET,
  contextOfVector,
  fromHex,
  makeCode,
  makeVectors,
  type Vector,
  type VectorFile,
  type VectorKnowledge,
} from '../../test/vectors.ts';
import { verifyCode, type VerifyContext } from './verify.ts';

const file: VectorFile = JSON.parse(
  readFileSync(new URL('../../golden-vectors.json', import.meta.url), 'utf8'),
);
const issuerKeys = file.issuerKeys.map(({ publicKeyHex, ...key }) => ({
  ...key,
  publicKey: fromHex(publicKeyHex),
}));

const contextOf = (vector: VectorKnowledge): VerifyContext => contextOfVector(vector, issuerKeys);
const usual = contextOf({ now: NOON, revoked: [], seen: [] });

function outcome(vector: Vector): Vector['expect'] {
  const verdict = verifyCode(vector.text, contextOf(vector));
  return verdict.ok
    ? { ok: true, ticketId: verdict.certificate.ticketId, direction: verdict.direction }
    : { ok: false, reason: verdict.reason };
}

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('golden vectors', () => {
  it.each(file.vectors)('$name', (vector) => {
    expect(outcome(vector)).toEqual(vector.expect);
  });

  it('are up to date with the code', async () => {
    expect(await makeVectors()).toEqual(file);
  });

  it('cover every reason', () => {
    const reasons = new Set(file.vectors.map(({ expect: e }) => (e.ok ? 'ok' : e.reason)));
    expect([...reasons].toSorted()).toEqual(
      'certificateExpired clockAhead expired forged keyExpired malformed notYetValid ok passBack placeUnknown revoked stale used wrongPlace'.split(
        ' ',
      ),
    );
  });

  it.each([
    ['UTC', 3],
    ['Asia/Tokyo', 12],
    ['America/Los_Angeles', 19],
  ])('come out and are written the same in %s', async (tz, hour) => {
    process.env['TZ'] = tz;
    expect(new Date(NOON * 1000).getHours()).toBe(hour);
    expect(file.vectors.map(outcome)).toEqual(file.vectors.map((vector) => vector.expect));
    expect(await makeVectors()).toEqual(file);
  });
});

describe('hostile codes', () => {
  it('2,000 mutated codes are never accepted and never throw', () => {
    const good = file.vectors.filter((vector) => vector.expect.ok && vector.now === NOON);
    const character = fc.oneof(
      fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...good),
        fc.nat(),
        fc.constantFrom('put', 'insert', 'cut', 'swap'),
        character,
        ({ text, ...vector }, where, how, put) => {
          const at = where % text.length;
          const rest = { put: at + 1, insert: at, cut: text.length, swap: at + 2 }[how] ?? at;
          const middle = how === 'cut' ? '' : how === 'swap' ? text.charAt(at + 1) + text.charAt(at) : put;
          const mutated = text.slice(0, at) + middle + text.slice(rest);
          fc.pre(mutated !== text);
          expect(verifyCode(mutated, contextOf(vector))).toMatchObject({ ok: false });
        },
      ),
      { seed: 20_261_128, numRuns: 2_000 },
    );
  });

  it('anything else is malformed, and a good code passes right after', async () => {
    const good = await makeCode();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.string().map((text) => `KQ1:${text}`),
        ),
        (thing) => {
          expect(verifyCode(thing, usual)).toEqual({ ok: false, reason: 'malformed' });
          if (typeof thing === 'string') expect(verifyCode(good, usual).ok).toBe(true);
        },
      ),
      { seed: 21, numRuns: 300 },
    );
    expect(verifyCode(`KQ1:${'0'.repeat(1_000_000)}`, usual)).toEqual({ ok: false, reason: 'malformed' });
  });

  it('without a clock or with a broken key nothing is accepted', async () => {
    const text = await makeCode();
    expect(verifyCode(text, { ...usual, now: Number.NaN }).ok).toBe(false);
    const broken = [{ kid: 'k2', publicKey: new Uint8Array(3), notBefore: 0, notAfter: NOON * 2 }];
    expect(verifyCode(text, { ...usual, issuerKeys: broken })).toEqual({ ok: false, reason: 'forged' });
  });

  it('parts of two codes do not combine: each signature binds its certificate', async () => {
    const one = await makeCode();
    const other = await makeCode({ ticketNo: 'K26112800018' });
    expect(one.length).toBe(other.length);
    for (let cut = 4; cut < one.length; cut += 1) {
      const mixed = one.slice(0, cut) + other.slice(cut);
      if (mixed !== one && mixed !== other) expect(verifyCode(mixed, usual).ok).toBe(false);
    }
  });
});

describe('times', () => {
  it('reports the error of the phone’s clock, also of a good code', async () => {
    const text = await makeCode();
    const at = (now: number) => verifyCode(text, { ...usual, now });
    expect(at(NOON + 90)).toMatchObject({ reason: 'stale', staleBySeconds: 90 });
    expect(at(NOON - 90)).toMatchObject({ reason: 'clockAhead', staleBySeconds: -90 });
    expect(at(NOON + 12)).toMatchObject({ ok: true, skewSeconds: 12 });
  });

  it.each([-86_400, 86_400])(
    'a phone clock wrong by %d seconds does not make a ticket valid again',
    async (wrong) => {
      const text = await makeCode({ validUntil: NOON - 1 }, { at: NOON + wrong });
      expect(verifyCode(text, usual).ok).toBe(false);
    },
  );

  it('a certificate from after the revocation may pass where older ones may not', async () => {
    const isRevoked = (ticketId: string, issuedAt: number) => ticketId === TICKET && issuedAt <= NOON - 300;
    const fresh = await makeCode({ issuedAt: NOON - 299, expiresAt: NOON });
    expect(verifyCode(await makeCode(), { ...usual, isRevoked })).toMatchObject({ reason: 'revoked' });
    expect(verifyCode(fresh, { ...usual, isRevoked }).ok).toBe(true);
  });
});

it('a phone whose key cannot be exported passes', async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  for (let turn = 0; turn < 8; turn += 1) {
    const phoneKey = await phonePublicKey(pair.publicKey);
    const certificate = await signCertificate({ ...CERTIFICATE, phoneKey }, 'k2', (message) =>
      ed25519.sign(message, ISSUER_SECRET),
    );
    const moment = await signMoment(certificate, NOON, 'in', phoneSigner(pair.privateKey));
    expect(verifyCode(encodeCode({ certificate, ...moment }), usual).ok).toBe(true);
  }
});
