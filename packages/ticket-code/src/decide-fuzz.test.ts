// Mutated codes: none throws, none is accepted. KIPPU_FUZZ=1000000 runs the whole million.
import { beforeAll, expect, test } from 'vitest';
import { makeCode, makeVectors, NOON } from '../test/vectors.ts';
import { decideCode, type Knowledge } from './decide/decide-code.ts';
import { PassedTickets } from './decide/passed-tickets.ts';
import { RevokedTickets } from './decide/revoked-tickets.ts';
import { seeded } from '../test/seeded.ts';

const MUTANTS = Number(process.env['KIPPU_FUZZ'] ?? 8_000);
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const STRANGE = ['a', '\u0000', 'é', '券', '\u{1f4a9}', '\n'];

let knowledge: Knowledge;

beforeAll(async () => {
  const { issuerKeys } = await makeVectors();
  knowledge = {
    issuerKeys: issuerKeys.map(({ publicKeyHex, ...key }) => ({
      ...key,
      publicKey: new Uint8Array(Buffer.from(publicKeyHex, 'hex')),
    })),
    singleProducts: new Set(),
    revoked: new RevokedTickets(),
    passed: new PassedTickets(),
    direction: 'both',
    passBackSeconds: 600,
    exitGraceSeconds: 14_400,
    stationId: 'kyoto',
  };
});

function mutate(code: string, other: string, random: () => number): string {
  const at = Math.floor(random() * code.length);
  const length = 1 + Math.floor(random() * 6);
  const letters = Array.from({ length }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');
  switch (Math.floor(random() * 8)) {
    case 0:
      return code.slice(0, at);
    case 1:
      return code.slice(0, at) + code.slice(at + length);
    case 2:
      return code.slice(0, at) + letters + code.slice(at);
    case 3:
      return code.slice(0, at) + other.slice(at);
    case 4:
      return code.slice(0, at) + (STRANGE[Math.floor(random() * STRANGE.length)] ?? '') + code.slice(at + 1);
    case 5:
      return code.slice(0, at) + code.slice(at).toLowerCase();
    case 6:
      return [...code].toReversed().join('');
    default:
      return code.slice(0, at) + letters + code.slice(at + length);
  }
}

test(`${MUTANTS} mutated codes: none throws, none is accepted`, async () => {
  const random = seeded(20_261_128);
  const good = await makeCode();
  const other = await makeCode({ ticketNo: 'K26112800018' }, { direction: 'out' });
  expect(decideCode(good, knowledge, NOON * 1000).kind).toBe('go');
  const originals = new Set([good, other]);
  let changed = 0;
  for (let n = 0; n < MUTANTS; n += 1) {
    const mutant = mutate(n % 2 ? good : other, n % 2 ? other : good, random);
    if (originals.has(mutant)) continue;
    changed += 1;
    expect(decideCode(mutant, knowledge, NOON * 1000).kind, mutant).not.toBe('go');
  }
  expect(changed).toBeGreaterThan(MUTANTS * 0.9);
}, 3_600_000);
