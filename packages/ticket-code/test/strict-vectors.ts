// For tests: vectors for each rule of docs/code-on-screen.md about the form of the code, by number.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { encodeBase45 } from '../src/code/base45.ts';
import { joinBytes, timeBytes } from '../src/crypto/bytes.ts';
import { encodePayload, type Certificate } from '../src/certificate/payload.ts';
import {
  array,
  BREAK,
  bstr,
  head,
  longHead,
  map,
  momentOf,
  protectedOf,
  rawCertificate,
  rawCode,
  sigStructure,
  tstr,
  tstrOf,
  uint,
  utf8,
  type RawCertificate,
  type RawCode,
  type RawKeys,
} from './raw-code.ts';
import type { RefusalReason } from '../src/decide/verify.ts';

export interface StrictVector {
  readonly name: string;
  readonly rules: readonly string[];
  readonly text: string;
  readonly now?: number;
  readonly outcome: RefusalReason | { readonly ticketId: string; readonly direction?: 'out' };
}

const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
const little = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
const littleBytes = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n));
const zeros = (length: number) => new Uint8Array(length);

/** The identity of edwards25519: a public key that accepts anybody's signature unless a verifier checks its order. */
export const SMALL_ORDER_KEY = littleBytes(1n);

/** A signature that is valid for the small-order key: R is the identity and S is 0. */
const SMALL_ORDER_SIGNATURE = joinBytes(SMALL_ORDER_KEY, zeros(32));

/** A signature with a valid S whose R is the identity, written as p + 1 instead of 1. */
function nonCanonicalR(message: Uint8Array, secret: Uint8Array): Uint8Array {
  const r = littleBytes(2n ** 255n - 18n);
  const publicKey = ed25519.getPublicKey(secret);
  const k = little(sha512(joinBytes(r, publicKey, message))) % L;
  const { scalar } = ed25519.utils.getExtendedPublicKey(secret);
  return joinBytes(r, littleBytes((k * scalar) % L));
}

/** Builds the vectors for the form of the code. `good` is the usual certificate; `now` is its noon, epoch seconds. */
export function makeStrictVectors(good: Certificate, keys: RawKeys, now: number): StrictVector[] {
  const payload = encodePayload(good);
  const yes = { ticketId: good.ticketId };
  const code = (certificate: RawCertificate = {}, rest: RawCode = {}): string =>
    rawCode(rawCertificate({ payload, keys }, certificate), keys.phone, now, rest);
  const usual = code();
  const fields = new Map<number, Uint8Array>([
    [
      1,
      bstr(
        Uint8Array.from(good.ticketId.replaceAll('-', '').match(/../g) ?? [], (hex) =>
          Number.parseInt(hex, 16),
        ),
      ),
    ],
    [2, tstr(good.ticketNo)],
    [3, tstr(good.productId)],
    [4, tstr(good.productName)],
    [5, uint(1)],
    [6, bstr(joinBytes(...[good.validFrom, good.validUntil, good.issuedAt, good.expiresAt].map(timeBytes)))],
    [7, bstr(good.phoneKey)],
  ]);
  const pairs = (changes: Readonly<Record<number, Uint8Array | null>> = {}) => {
    const all = new Map(fields);
    for (const [key, value] of Object.entries(changes))
      if (value === null) all.delete(Number(key));
      else all.set(Number(key), value);
    return [...all].toSorted(([a], [b]) => a - b).map(([key, value]) => [uint(key), value] as const);
  };
  /** Builds a code whose payload has other values under some keys, already encoded; null leaves a key out. */
  const withFields = (changes: Readonly<Record<number, Uint8Array | null>>, rest: RawCode = {}) =>
    code({ payload: map(...pairs(changes)) }, rest);
  const times = (changes: Partial<Certificate>) => {
    const { validFrom, validUntil, issuedAt, expiresAt } = { ...good, ...changes };
    return bstr(joinBytes(...[validFrom, validUntil, issuedAt, expiresAt].map(timeBytes)));
  };
  const station = (...places: Uint8Array[]) => withFields({ 9: array(...places) });
  const seat = (...parts: Uint8Array[]) => withFields({ 8: array(...parts) });
  const late = 2 ** 31 + 1_000;

  const vectors: StrictVector[] = [];
  const add = (rules: string, name: string, text: string, outcome: StrictVector['outcome'], at?: number) =>
    vectors.push({ name, rules: rules.split(' '), text, outcome, ...(at === undefined ? {} : { now: at }) });
  const bad = (rule: string, name: string, text: string) => add(rule, name, text, 'malformed');
  const forged = (rule: string, name: string, text: string) => add(rule, name, text, 'forged');

  // Text
  bad('T1', 'another prefix', usual.replace('KQ1:', 'KQ2:'));
  bad('T1', 'no prefix', usual.slice(4));
  bad('T1', 'prefix in small letters', usual.replace('KQ1', 'kq1'));
  bad('T2', 'small letters after the prefix', `KQ1:${usual.slice(4).toLowerCase()}`);
  bad(
    'T2',
    'one small letter',
    usual.replace(/[A-Z](?=[^A-Z]*$)/, (letter) => letter.toLowerCase()),
  );
  bad('T2', 'a character that base45 has not', `${usual.slice(0, -1)}#`);
  bad('T2', 'letters of full width', usual.replace('K', '\uff2b'));
  bad('T3', 'a space before it', ` ${usual}`);
  bad('T3', 'a byte order mark before it', `\ufeff${usual}`);
  bad('T3', 'a space after it', `${usual} `);
  bad('T3', 'three spaces after it', `${usual}   `);
  bad('T3', 'a line feed after it', `${usual}\n`);
  bad('T3', 'a carriage return and a line feed after it', `${usual}\r\n`);
  bad('T4', 'one character of a group', `${usual.slice(0, 4 + Math.floor((usual.length - 4) / 3) * 3)}0`);
  bad('T5', 'a group of three above 65535', `KQ1:GGX${usual.slice(7)}`);
  bad('T5', 'a group of three that would wrap to the right one', wrapped(usual));
  const odd = [usual, withFields({ 4: tstr(`${good.productName}x`) })].find(
    (text) => (text.length - 4) % 3 === 2,
  );
  bad('T6', 'a last pair above 255', lastPair(odd ?? ''));
  const longest = (characters: number) => {
    let [length, text] = [0, ''];
    for (let step = 2_048; step >= 1; step = Math.floor(step / 2)) {
      const next = withFields({ 4: tstr('x'.repeat(length + step)) });
      if (next.length <= characters) [length, text] = [length + step, next];
    }
    return [text, withFields({ 4: tstr('x'.repeat(length + 1)) })] as const;
  };
  const [fits, tooLong] = longest(3391);
  add('T7', 'the longest that fits', fits, yes);
  bad('T7', 'longer than 3391 characters', tooLong);
  bad(
    'T8',
    'no certificate before the last 69 bytes',
    `KQ1:${encodeBase45(joinBytes(zeros(4), Uint8Array.of(1), zeros(64)))}`,
  );
  bad('T8', 'too short for its last 69 bytes', `KQ1:${encodeBase45(zeros(68))}`);
  bad('T8', 'nothing after the prefix', 'KQ1:');
  add(
    'T9 P8',
    'a time beyond 31 bits',
    code(
      {
        kid: 'k5',
        payload: map(
          ...pairs({
            6: times({
              validFrom: late - 60,
              validUntil: late + 60,
              issuedAt: late - 60,
              expiresAt: late + 60,
            }),
          }),
        ),
      },
      { at: late },
    ),
    yes,
    late,
  );
  for (const byte of [0, 3, 255]) bad('T10', `direction ${byte}`, code({}, { direction: byte }));
  add('T10', 'direction 2 is an exit', code({}, { direction: 2 }), { ...yes, direction: 'out' });
  forged(
    'T11',
    's before r',
    code({}, { signature: (bytes) => joinBytes(bytes.slice(32), bytes.slice(0, 32)) }),
  );

  // Certificate
  bad(
    'C1',
    'a tagged COSE_Sign1',
    code({ whole: (parts) => joinBytes(Uint8Array.of(0xd2), array(...parts)) }),
  );
  bad('C1', 'three parts', code({ whole: (parts) => array(...parts.slice(0, 3)) }));
  bad('C1', 'five parts', code({ whole: (parts) => array(...parts, uint(0)) }));
  bad(
    'C1',
    'a map of two in place of the four parts',
    code({ whole: (parts) => joinBytes(head(5, 2), ...parts) }),
  );
  bad(
    'C2',
    'a longer head of the array than needed',
    code({ whole: (parts) => joinBytes(longHead(4, 4), ...parts) }),
  );
  bad(
    'C2',
    'a longer head of the signature than needed',
    code({
      whole: (parts) =>
        joinBytes(head(4, 4), ...parts.slice(0, 3), longHead(2, 64), (parts[3] ?? zeros(0)).slice(2)),
    }),
  );
  bad(
    'C2',
    'a longer head of the payload than needed',
    code({
      whole: ([first = zeros(0), second = zeros(0), third = zeros(0), fourth = zeros(0)]) =>
        joinBytes(
          head(4, 4),
          first,
          second,
          longHead(2, payload.length),
          third.slice(-payload.length),
          fourth,
        ),
    }),
  );
  bad(
    'C2',
    'a longer head of a text than needed',
    withFields({ 2: joinBytes(longHead(3, good.ticketNo.length), utf8(good.ticketNo)) }),
  );
  bad('C2', 'a longer number than needed', withFields({ 5: longHead(0, 1) }));
  bad(
    'C2',
    'a longer key than needed',
    code({ payload: map(...pairs({ 5: null }), [longHead(0, 5), uint(1)]) }),
  );
  bad(
    'C2',
    'a longer head of the map than needed',
    code({ payload: joinBytes(longHead(5, 7), ...pairs().flat()) }),
  );
  bad(
    'C2',
    'a longer head in the protected header than needed',
    code({ header: map([uint(1), longHead(1, 7)], [uint(4), bstr(utf8('k2'))]) }),
  );
  bad(
    'C3',
    'an array without a length',
    code({ whole: (parts) => joinBytes(Uint8Array.of(0x9f), ...parts, BREAK) }),
  );
  bad(
    'C3',
    'a payload map without a length',
    code({ payload: joinBytes(Uint8Array.of(0xbf), ...pairs().flat(), BREAK) }),
  );
  bad(
    'C3',
    'a text without a length',
    withFields({ 2: joinBytes(Uint8Array.of(0x7f), tstr(good.ticketNo), BREAK) }),
  );
  bad(
    'C3',
    'a byte string without a length',
    withFields({ 7: joinBytes(Uint8Array.of(0x5f), bstr(good.phoneKey), BREAK) }),
  );
  bad('C3', 'places without a length', withFields({ 9: joinBytes(Uint8Array.of(0x9f), tstr('KIX'), BREAK) }));
  bad('C4', 'keys of the payload not in order', code({ payload: map(...pairs().toReversed()) }));
  bad(
    'C4',
    'keys of the protected header not in order',
    code({ header: map([uint(4), bstr(utf8('k2'))], [uint(1), head(1, 7)]) }),
  );
  bad(
    'C5',
    'a key of the payload twice',
    code({ payload: map(...pairs().slice(0, 2), ...pairs().slice(1)) }),
  );
  bad(
    'C5',
    'a key of the protected header twice',
    code({ header: map([uint(1), head(1, 7)], [uint(1), head(1, 7)], [uint(4), bstr(utf8('k2'))]) }),
  );
  bad('C6', 'a byte after the certificate', code({ whole: (parts) => joinBytes(array(...parts), zeros(1)) }));
  bad('C6', 'a byte after the payload', code({ payload: joinBytes(payload, zeros(1)) }));
  bad('C6', 'a byte after the protected header', code({ header: joinBytes(protectedOf('k2'), zeros(1)) }));
  bad('C7', 'another algorithm', code({ header: map([uint(1), head(1, 6)], [uint(4), bstr(utf8('k2'))]) }));
  bad(
    'C7',
    'Ed25519 by its newer number',
    code({ header: map([uint(1), head(1, 18)], [uint(4), bstr(utf8('k2'))]) }),
  );
  bad('C7', 'no algorithm', code({ header: map([uint(4), bstr(utf8('k2'))]) }));
  bad('C7', 'no key id', code({ header: map([uint(1), head(1, 7)]) }));
  bad(
    'C7',
    'a content type in the protected header',
    code({ header: map([uint(1), head(1, 7)], [uint(3), uint(60)], [uint(4), bstr(utf8('k2'))]) }),
  );
  bad('C7', 'an empty protected header', code({ header: zeros(0) }));
  bad('C8', 'a key id that is a text', code({ header: map([uint(1), head(1, 7)], [uint(4), tstr('k2')]) }));
  bad('C8', 'an empty key id', code({ kid: '' }));
  bad('C8', 'a key id of a space', code({ kid: ' ' }));
  bad('C8', 'a key id with a space in it', code({ kid: 'k 2' }));
  bad('C8', 'a key id with a control character', code({ kid: 'k2\u0000' }));
  bad('C8', 'a key id that is not ASCII', code({ kid: '鍵' }));
  bad('C8', 'a key id with a delete character', code({ kid: 'k2\u007f' }));
  forged('C8', 'a key id of all other characters, which is unknown', code({ kid: '!~' }));
  bad('C9', 'something in the unprotected header', code({ unprotected: map([uint(4), bstr(utf8('k2'))]) }));
  bad('C9', 'no map as the unprotected header', code({ unprotected: array() }));
  bad('C10', 'a signature of 63 bytes', code({ signature: (bytes) => bytes.slice(0, 63) }));
  bad('C10', 'a signature of 65 bytes', code({ signature: (bytes) => joinBytes(bytes, zeros(1)) }));
  forged('C11', 'a signature over the payload alone', code({ signed: (_, content) => content }));
  forged(
    'C11',
    'a signature with another context',
    code({
      signed: (header, content) => array(tstr('Signature'), bstr(header), bstr(zeros(0)), bstr(content)),
    }),
  );
  forged(
    'C11',
    'a signature with something in the external data',
    code({
      signed: (header, content) => array(tstr('Signature1'), bstr(header), bstr(zeros(1)), bstr(content)),
    }),
  );
  forged(
    'C11',
    'a signature over another protected header',
    code({ signed: (_, content) => sigStructure(protectedOf('k1'), content) }),
  );
  forged(
    'C12',
    'S of the Ed25519 signature above the order',
    code({ signature: (bytes) => joinBytes(bytes.slice(0, 32), littleBytes(little(bytes.slice(32)) + L)) }),
  );
  forged(
    'C12',
    'R of the Ed25519 signature not in its one form',
    code({ signature: (_, message) => nonCanonicalR(message, keys.issuer) }),
  );
  forged('C12', 'a signature of noughts', code({ signature: () => zeros(64) }));
  forged('C13', 'a public key of small order', code({ kid: 'k7', signature: () => SMALL_ORDER_SIGNATURE }));
  add('C14', 'two keys of one id, signed by the second', code({ kid: 'k6' }), yes);

  // Payload
  bad('P1', 'a payload that is an array', code({ payload: array(...pairs().map(([, value]) => value)) }));
  bad('P1', 'a payload that is no CBOR', code({ payload: utf8('{}') }));
  bad('P1', 'an empty payload', code({ payload: zeros(0) }));
  for (const key of [1, 2, 3, 4, 5, 6, 7]) bad('P2', `no key ${key}`, withFields({ [key]: null }));
  bad('P2', 'a key 10', withFields({ 10: uint(1) }));
  bad('P2', 'a key 0', withFields({ 0: uint(1) }));
  bad('P2', 'a key below nought', code({ payload: map(...pairs(), [head(1, 0), uint(1)]) }));
  bad('P2', 'a key that is a text', code({ payload: map(...pairs(), [tstr('a'), uint(1)]) }));
  bad('P3', 'a UUID in small letters as a text', withFields({ 1: tstr(good.ticketId) }));
  bad('P3', 'a product UUID in small letters as a text', withFields({ 3: tstr(good.ticketId) }));
  const capital = good.ticketId.toUpperCase();
  add('P3', 'a UUID in capitals as a text', withFields({ 1: tstr(capital) }), { ticketId: capital });
  add('P3', 'a product id of 16 bytes', withFields({ 3: bstr(zeros(16)) }), yes);
  add('P3', 'a UUID of any version', withFields({ 1: bstr(new Uint8Array(16).fill(255)) }), {
    ticketId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  });
  bad('P3', 'a ticket id of 15 bytes', withFields({ 1: bstr(zeros(15)) }));
  bad('P3', 'a ticket id of 17 bytes', withFields({ 1: bstr(zeros(17)) }));
  bad('P3', 'a product id of 32 bytes', withFields({ 3: bstr(zeros(32)) }));
  bad('P3', 'a ticket id that is a number', withFields({ 1: uint(1) }));
  bad('P4', 'a ticket number in bytes', withFields({ 2: bstr(utf8(good.ticketNo)) }));
  bad('P4', 'a product name in bytes', withFields({ 4: bstr(utf8(good.productName)) }));
  bad('P4', 'a product name that is null', withFields({ 4: Uint8Array.of(0xf6) }));
  bad('P5', 'an empty ticket id', withFields({ 1: tstr('') }));
  bad('P5', 'an empty ticket number', withFields({ 2: tstr('') }));
  bad('P5', 'an empty product id', withFields({ 3: tstr('') }));
  bad('P5', 'an empty product name', withFields({ 4: tstr('') }));
  bad('P6', 'a text cut within a character', withFields({ 4: tstrOf(0xe9, 0x96) }));
  bad('P6', 'half of a surrogate pair', withFields({ 4: tstrOf(0xed, 0xa0, 0x80) }));
  bad('P6', 'a character in more bytes than needed', withFields({ 4: tstrOf(0xc1, 0x81) }));
  bad('P6', 'a character beyond Unicode', withFields({ 4: tstrOf(0xf4, 0x90, 0x80, 0x80) }));
  bad('P6', 'a byte that no character has', withFields({ 2: tstrOf(0x41, 0xff) }));
  const [mark, name] = ['\ufeff', good.productName];
  bad('P17', 'a ticket id that begins with a byte order mark', withFields({ 1: tstr(`${mark}T-1`) }));
  bad(
    'P17',
    'a ticket number that begins with a byte order mark',
    withFields({ 2: tstr(mark + good.ticketNo) }),
  );
  bad('P17', 'a product name that begins with a byte order mark', withFields({ 4: tstr(mark + name) }));
  bad(
    'P17',
    'a long product name that begins with a byte order mark',
    withFields({ 4: tstr(mark + name.repeat(20)) }),
  );
  bad('P17', 'a place that begins with a byte order mark', station(tstr(`${mark}KIX`)));
  bad('P17', 'a text of a byte order mark', withFields({ 4: tstr(mark) }));
  add('P7', 'a byte order mark within a text', withFields({ 1: tstr(`T${mark}-1`) }), {
    ticketId: `T${mark}-1`,
  });
  add('P7', 'a text that is not normalised', withFields({ 1: tstr('か\u3099-1') }), {
    ticketId: 'か\u3099-1',
  });
  add('P7', 'a nought within a text', withFields({ 1: tstr('T\u0000-1') }), { ticketId: 'T\u0000-1' });
  add('P7', 'a space at the end of a text', withFields({ 1: tstr('T-1 ') }), { ticketId: 'T-1 ' });
  for (const number of [2, 3, 4, 5, 6, 7])
    add('P9', `passenger ${number}`, withFields({ 5: uint(number) }), yes);
  for (const number of [0, 8]) bad('P9', `passenger ${number}`, withFields({ 5: uint(number) }));
  bad('P9', 'a passenger below nought', withFields({ 5: head(1, 0) }));
  bad('P9', 'a passenger as a floating-point number', withFields({ 5: Uint8Array.of(0xf9, 0x3c, 0) }));
  bad('P9', 'a passenger as a text', withFields({ 5: tstr('adult') }));
  bad('P9', 'a tagged passenger', withFields({ 5: Uint8Array.of(0xc0, 1) }));
  bad('P8', 'times of 15 bytes', withFields({ 6: bstr(zeros(15)) }));
  bad('P8', 'times of 17 bytes', withFields({ 6: bstr(joinBytes(times({}).slice(1), zeros(1))) }));
  bad(
    'P8',
    'times as four numbers',
    withFields({
      6: array(
        ...[good.validFrom, good.validUntil, good.issuedAt, good.expiresAt].map((time) => head(0, time)),
      ),
    }),
  );
  bad(
    'P10',
    'a validity that ends before it begins',
    withFields({ 6: times({ validFrom: now + 1, validUntil: now }) }),
  );
  add('P10', 'a validity of one second', withFields({ 6: times({ validFrom: now, validUntil: now }) }), yes);
  bad(
    'P11',
    'a certificate that ends when it is issued',
    withFields({ 6: times({ issuedAt: now, expiresAt: now }) }),
  );
  bad(
    'P11',
    'a certificate that ends before it is issued',
    withFields({ 6: times({ issuedAt: now, expiresAt: now - 1 }) }),
  );
  add(
    'P11',
    'a certificate of one second',
    withFields({ 6: times({ issuedAt: now, expiresAt: now + 1 }) }),
    yes,
  );
  add(
    'P11',
    'a certificate of 24 hours',
    withFields({ 6: times({ issuedAt: now - 60, expiresAt: now - 60 + 86_400 }) }),
    yes,
  );
  bad(
    'P11',
    'a certificate of 24 hours and a second',
    withFields({ 6: times({ issuedAt: now - 60, expiresAt: now - 60 + 86_401 }) }),
  );
  bad('P12', 'an uncompressed phone key', withFields({ 7: bstr(p256.getPublicKey(keys.phone, false)) }));
  bad('P12', 'a phone key of 32 bytes', withFields({ 7: bstr(good.phoneKey.slice(1)) }));
  for (const first of [0, 1, 4, 5]) {
    const key = joinBytes(Uint8Array.of(first), good.phoneKey.slice(1));
    bad('P12', `a phone key that begins with ${first}`, withFields({ 7: bstr(key) }));
  }
  forged('P13', 'a phone key that is no point of the curve', withFields({ 7: bstr(offCurve()) }));
  forged(
    'P13',
    'a phone key beyond the field',
    withFields({ 7: bstr(joinBytes(Uint8Array.of(2), new Uint8Array(32).fill(255))) }),
  );
  forged(
    'P13',
    'a phone key with the other sign',
    withFields({ 7: bstr(joinBytes(Uint8Array.of((good.phoneKey[0] ?? 0) ^ 1), good.phoneKey.slice(1))) }),
  );
  const three = ['はるか11号', '4', '12A'].map(tstr);
  add('P14', 'a seat of three texts', seat(...three), yes);
  bad('P14', 'a seat of two texts', seat(...three.slice(0, 2)));
  bad('P14', 'a seat of four texts', seat(...three, tstr('x')));
  bad('P14', 'a seat with a number', seat(tstr('はるか11号'), uint(4), tstr('12A')));
  bad('P14', 'a seat with an empty text', seat(tstr('はるか11号'), tstr(''), tstr('12A')));
  bad('P14', 'a seat that is a text', withFields({ 8: tstr('12A') }));
  bad('P14', 'a seat that is null', withFields({ 8: Uint8Array.of(0xf6) }));
  bad('P15', 'no place in places', station());
  bad('P15', 'an empty place', station(tstr('KIX'), tstr('')));
  bad('P15', 'a place in bytes', station(bstr(utf8('KIX'))));
  bad('P15', 'places as a text', withFields({ 9: tstr('KIX') }));
  bad('P15', 'places that are null', withFields({ 9: Uint8Array.of(0xf6) }));
  add('P16', 'a place twice', station(tstr('KIX'), tstr('KIX')), yes);
  add('P16', 'places in any order', station(tstr('TEN'), tstr('KIX')), yes);
  add('P16', 'a place that is a UUID, as a text', station(tstr(good.ticketId)), yes);

  // Moment
  forged(
    'M1',
    'the signature of another moment',
    code(
      {},
      {
        message: (certificate, tail) => momentOf(certificate, joinBytes(timeBytes(now - 15), tail.slice(4))),
      },
    ),
  );
  forged(
    'M1',
    'the signature of the other direction',
    code(
      {},
      {
        message: (certificate, tail) => momentOf(certificate, joinBytes(tail.slice(0, 4), Uint8Array.of(2))),
      },
    ),
  );
  forged(
    'M1',
    "the signature of another certificate's moment",
    code({}, { message: (_, tail) => momentOf(zeros(10), tail) }),
  );
  forged(
    'M1',
    'a moment without its beginning',
    code({}, { message: (certificate, tail) => momentOf(certificate, tail).slice(10) }),
  );
  forged(
    'M1',
    'a moment with the certificate itself',
    code({}, { message: (certificate, tail) => joinBytes(utf8('KQ1 moment'), certificate, tail) }),
  );
  forged('M2', 'r of nought', code({}, { signature: (bytes) => joinBytes(zeros(32), bytes.slice(32)) }));
  forged('M2', 's of nought', code({}, { signature: (bytes) => joinBytes(bytes.slice(0, 32), zeros(32)) }));
  forged('M2', 'r and s of nought', code({}, { signature: () => zeros(64) }));
  forged(
    'M2',
    's of the order',
    code({}, { signature: (bytes) => joinBytes(bytes.slice(0, 32), hex(p256.Point.Fn.ORDER)) }),
  );
  forged(
    'M2',
    's beyond the order',
    code({}, { signature: (bytes) => joinBytes(bytes.slice(0, 32), new Uint8Array(32).fill(255)) }),
  );
  add('M3', 'a high s', code({}, { signature: (bytes) => withS(bytes, true) }), yes);
  add('M3', 'a low s', code({}, { signature: (bytes) => withS(bytes, false) }), yes);
  return vectors;
}

const hex = (value: bigint): Uint8Array =>
  Uint8Array.from(value.toString(16).padStart(64, '0').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  );

/** Returns the signature with s in its upper or lower half. */
function withS(signature: Uint8Array, high: boolean): Uint8Array {
  const { r, s } = p256.Signature.fromBytes(signature, 'compact');
  const order = p256.Point.Fn.ORDER;
  const isHigh = s > order / 2n;
  return joinBytes(hex(r), hex(isHigh === high ? s : order - s));
}

/** Returns the first x from 1 on that is no point of P-256. */
function offCurve(): Uint8Array {
  for (let x = 1n; ; x += 1n) {
    const key = joinBytes(Uint8Array.of(2), hex(x));
    try {
      p256.Point.fromBytes(key);
    } catch {
      return key;
    }
  }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const groupOf = (value: number): string =>
  [value % 45, Math.floor(value / 45) % 45, Math.floor(value / 2025)]
    .map((digit) => ALPHABET[digit])
    .join('');
const valueOf = (group: string): number =>
  [...group].reduce((sum, letter, at) => sum + ALPHABET.indexOf(letter) * 45 ** at, 0);

/** Writes one group of three 65536 higher. A careless decoder reads the same two bytes. */
function wrapped(usual: string): string {
  for (let at = 4; at + 3 <= usual.length; at += 3) {
    const value = valueOf(usual.slice(at, at + 3)) + 65_536;
    if (value < 45 ** 3) return usual.slice(0, at) + groupOf(value) + usual.slice(at + 3);
  }
  throw new Error('no group can be written higher');
}

/** Writes the last pair 256 higher, in a code with an odd number of bytes. */
function lastPair(odd: string): string {
  const value = valueOf(odd.slice(-2)) + 256;
  return odd.slice(0, -2) + groupOf(value).slice(0, 2);
}
