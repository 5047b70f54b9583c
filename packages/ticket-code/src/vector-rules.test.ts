// Each rule of the document for other vendors has a vector, and a second verifier with any planted fault fails one.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decideCode } from './decide/decide-code.ts';
import type { RememberedVector } from '../test/order-vectors.ts';
import { PassedTickets } from './decide/passed-tickets.ts';
import { RevokedTickets } from './decide/revoked-tickets.ts';
import { FAULTS, MEMORY_FAULTS, secondMemory, secondVerifier, type Fault } from '../test/second-verifier.ts';
import { PASSAGE_FAULTS, secondPassages } from '../test/second-passages.ts';
import { openCertificate } from './certificate/certificate.ts';
import { isProved } from './decide/passage-proof.ts';
import { CERTIFICATE, fromHex, NOON, type Vector, type VectorFile } from '../test/vectors.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { issuerKeys, vectors, remembered, protocol, passages }: VectorFile = JSON.parse(
  read('../golden-vectors.json'),
);
/** The numbers of the rules that a verifier can break. */
const ruleIds = [...read('../../../docs/code-on-screen.md').matchAll(/\*\*([TCPMDRUSAE]\d+)\*\*/g)].map(
  ([, id = '']) => id,
);
const all = [...vectors, ...remembered, ...protocol.requests, ...protocol.answers, ...passages];
const wanted = ({ expect: e }: Vector) => (e.ok ? `go ${e.direction} ${e.ticketId}` : e.reason);

describe('the document', () => {
  test('numbers each rule once', () => {
    expect(ruleIds.length).toBeGreaterThan(60);
    expect(ruleIds.filter((id, at) => ruleIds.indexOf(id) !== at)).toEqual([]);
  });

  test.each(ruleIds)('%s has a vector', (id) => {
    expect(all.some(({ rules }) => rules.includes(id))).toBe(true);
  });

  test('has a rule for each vector, and each vector a unique name', () => {
    const known = new Set(ruleIds);
    for (const { name, rules } of all) {
      expect(rules.length, name).toBeGreaterThan(0);
      expect(
        rules.filter((id) => !known.has(id)),
        name,
      ).toEqual([]);
    }
    const names = all.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe('a second verifier', () => {
  const failing = (verifier: ReturnType<typeof secondVerifier>) =>
    vectors.find((vector) => verifier({ ...vector, issuerKeys }) !== wanted(vector));

  test.each(vectors)('agrees: $name', (vector) => {
    expect(secondVerifier(null)({ ...vector, issuerKeys })).toBe(wanted(vector));
  });

  test.each(FAULTS)('with the fault "%s" fails a vector', (fault) => {
    expect(failing(secondVerifier(fault))).toBeDefined();
  });
});

describe('what a gate remembers', () => {
  const certificate = { ticketId: CERTIFICATE.ticketId, issuedAt: CERTIFICATE.issuedAt };
  const wayOf = ({ text }: RememberedVector) =>
    secondVerifier(null)({ text, issuerKeys, revoked: [], seen: [], now: NOON }).split(' ')[1] as
      'in' | 'out';

  test.each(remembered)('$name', (vector) => {
    const revoked = new RevokedTickets();
    for (const { ticketId, at } of vector.revoked) revoked.note(ticketId, at);
    const passed = new PassedTickets(vector.passed.map(({ ticketId, ...times }) => [ticketId, times]));
    for (const { ticketId, stationId, cancelled, ...verified } of vector.verified ?? [])
      passed.noteVerified(ticketId, { ...verified, ...(cancelled ? {} : { stationId }) });
    const decision = decideCode(
      vector.text,
      {
        direction: 'both',
        stationId: 'kyoto',
        singleProducts: new Set<string>(),
        passBackSeconds: 0,
        exitGraceSeconds: 14_400,
        issuerKeys: issuerKeys.map(({ publicKeyHex, ...key }) => ({
          ...key,
          publicKey: fromHex(publicKeyHex),
        })),
        revoked,
        passed,
      },
      vector.now * 1000,
    );
    expect(decision.kind === 'go' ? 'go' : decision.reason).toBe(vector.expect);
  });

  const decided = (planted: Fault | null, vector: RememberedVector): string => {
    const memory = secondMemory(planted);
    const { ticketId, issuedAt } = certificate;
    if (memory.isRevoked(ticketId, issuedAt, vector)) return 'revoked';
    return memory.isUsed(ticketId, wayOf(vector), vector) ? 'used' : 'go';
  };
  test.each(remembered)('the second verifier agrees: $name', (vector) => {
    expect(decided(null, vector)).toBe(vector.expect);
  });
  test.each(MEMORY_FAULTS)('one with the fault "%s" fails a vector', (fault) => {
    expect(remembered.find((vector) => decided(fault, vector) !== vector.expect)).toBeDefined();
  });
});

describe('a reported passage', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

  test.each(passages)('$name', ({ code, at, certificate: text, moment, expect: expected }) => {
    const certificate = bytes(text);
    const { phoneKey } = openCertificate(certificate)?.certificate ?? {};
    const direction = code === 31 ? 'in' : code === 32 ? 'out' : null;
    const passage = {
      certificate,
      phoneKey: phoneKey ?? bytes(''),
      moment: bytes(moment),
      direction,
      at,
    } as const;
    expect(isProved(passage) ? 'proved' : 'forged').toBe(expected);
  });

  test.each(passages)('the second check agrees: $name', (vector) => {
    expect(secondPassages(null)(vector)).toBe(vector.expect);
  });

  test.each(PASSAGE_FAULTS)('a check with the fault "%s" fails a vector', (fault) => {
    expect(passages.find((vector) => secondPassages(fault)(vector) !== vector.expect)).toBeDefined();
  });
});
