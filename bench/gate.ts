// The cost of deciding a code at the gate, from text to decision, compared with two bare signature checks of
// node:crypto in the same run; with empty lists, and with a million revoked and a million seen tickets.
// node --expose-gc bench/gate.ts [codes a round] [rounds] [loaded tickets]
import {
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { decideCode, type Knowledge } from '@kippu/ticket-code/decide/decide-code';
import { PassedTickets } from '@kippu/ticket-code/decide/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/decide/revoked-tickets';
import { nodeChecks } from '@kippu/server/gate/decide/node-checks';
import { openCertificate, signCertificate } from '@kippu/ticket-code/certificate/certificate';
import { decodeCode, encodeCode } from '@kippu/ticket-code/code/text';
import { momentMessage, signMoment } from '@kippu/ticket-code/code/moment';
import { phonePublicKey, phoneSigner } from '@kippu/ticket-code/crypto/phone-key';
import { portableChecks, type SignatureChecks } from '@kippu/ticket-code/crypto/signature-checks';

const [CODES = 200, ROUNDS = 7, LOADED = 1_000_000] = process.argv.slice(2).map(Number);
const COST_LIMIT = 1.5;
const LOADED_LIMIT = 1.1;
const NOW = Math.floor(Date.now() / 1000);

interface Sample {
  readonly text: string;
  readonly certificateMessage: Uint8Array;
  readonly certificateSignature: Uint8Array;
  readonly momentMessage: Uint8Array;
  readonly momentSignature: Uint8Array;
  readonly phone: KeyObject;
}

const issuer = generateKeyPairSync('ed25519');
const issuerBytes = new Uint8Array(
  Buffer.from(String(issuer.publicKey.export({ format: 'jwk' }).x), 'base64url'),
);
const issuerKeys = [{ kid: 'k1', publicKey: issuerBytes, notBefore: NOW - 3600, notAfter: NOW + 86_400 }];

/** Creates one traveller: a ticket, a phone with its own key, and the code that it shows now. */
async function newSample(number: number): Promise<Sample> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await signCertificate(
    {
      ticketId: randomUUID(),
      ticketNo: String(261_128_000_000 + number),
      productId: 'haruka-kix-kyoto',
      productName: 'はるか片道きっぷ（関西空港→京都）',
      passengerCategory: 'adult',
      validFrom: NOW - 3600,
      validUntil: NOW + 86_400,
      phoneKey: await phonePublicKey(pair.publicKey),
      issuedAt: NOW - 60,
      expiresAt: NOW + 3600,
      seat: { train: 'はるか11号', car: '4', seat: '12A' },
    },
    'k1',
    (message) => new Uint8Array(sign(null, message, issuer.privateKey)),
  );
  const moment = await signMoment(certificate, NOW, 'in', phoneSigner(pair.privateKey));
  const opened = openCertificate(certificate);
  if (!opened) throw new Error('the certificate cannot be opened');
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return {
    text: encodeCode({ certificate, ...moment }),
    certificateMessage: opened.signed,
    certificateSignature: opened.signature,
    momentMessage: momentMessage(certificate, NOW, 'in'),
    momentSignature: moment.signature,
    phone: createPublicKey({ key: { ...jwk }, format: 'jwk' }),
  };
}

const knowing = (
  checks: SignatureChecks | undefined = nodeChecks,
  revoked = new RevokedTickets(),
  passed = new PassedTickets(),
): Knowledge => ({
  issuerKeys,
  singleProducts: new Set(['haruka-kix-kyoto']),
  revoked,
  passed,
  direction: 'both',
  passBackSeconds: 600,
  exitGraceSeconds: 14_400,
  stationId: 'kyoto',
  ...(checks ? { checks } : {}),
});

function must(holds: boolean): void {
  if (!holds) throw new Error('a good code was refused');
}
const bare = (one: Sample) =>
  must(
    verify(null, one.certificateMessage, issuer.publicKey, one.certificateSignature) &&
      verify('sha256', one.momentMessage, { key: one.phone, dsaEncoding: 'ieee-p1363' }, one.momentSignature),
  );
const decide = (knowledge: Knowledge) => (one: Sample) =>
  must(decideCode(one.text, knowledge, NOW * 1000).kind === 'go');
const read = (one: Sample) => {
  const parts = decodeCode(one.text);
  must(parts !== null && openCertificate(parts.certificate) !== null);
};

/** Measures the microseconds for one sample. */
function time(samples: readonly Sample[], work: (one: Sample) => void): number {
  const began = performance.now();
  for (const one of samples) work(one);
  return ((performance.now() - began) * 1000) / samples.length;
}
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const memory = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const samples = await Promise.all(Array.from({ length: CODES }, (_, number) => newSample(number)));
const before = memory();
/** As long as a UUID, in one piece as JSON parses it; randomUUID returns strings of many pieces. */
const others = () => Array.from({ length: LOADED }, () => randomBytes(18).toString('hex'));
const loaded = knowing(
  nodeChecks,
  new RevokedTickets(others().map((id) => [id, NOW] as const)),
  new PassedTickets(others().map((id) => [id, { in: NOW, single: true }] as const)),
);
const loadedMegabytes = memory() - before;

const works = {
  bare,
  read,
  portable: decide(knowing(portableChecks)),
  empty: decide(knowing()),
  full: decide(loaded),
};
const times: Record<keyof typeof works, number[]> = { bare: [], read: [], portable: [], empty: [], full: [] };
const names = Object.keys(works) as (keyof typeof works)[];
for (const name of names) time(samples, works[name]);
// Alternating within a round, so that a busy moment affects all equally.
for (let round = 0; round < ROUNDS; round += 1)
  for (const name of round % 2 ? names.toReversed() : names) times[name].push(time(samples, works[name]));

const [bareMicros, readMicros, portableMicros, emptyMicros, fullMicros] = names.map((name) =>
  median(times[name]),
) as [number, number, number, number, number];
const micros = (value: number) => `${value.toFixed(0).padStart(6)} µs`;
const against = (ratio: number, limit: number) =>
  `${ratio.toFixed(2)} (limit ${limit}: ${ratio <= limit ? 'kept' : 'NOT kept'})`;
process.stdout.write(`${CODES} codes a round, median of ${ROUNDS} rounds
two bare checks, node:crypto ${micros(bareMicros)}
text to verdict, the same checks ${micros(emptyMicros)}   ratio ${against(emptyMicros / bareMicros, COST_LIMIT)}
  of it reading, no checks   ${micros(readMicros)}
  in JavaScript alone, as a browser does ${micros(portableMicros)}
with ${LOADED.toLocaleString('en')} revoked and seen ${micros(fullMicros)}   to the empty case ${against(fullMicros / emptyMicros, LOADED_LIMIT)}
memory of the loaded lists   ${loadedMegabytes.toFixed(0)} MB
`);
