// For tests: a second verifier, written from docs/code-on-screen.md with node:crypto and without our code. `planted`
// names one fault that it then has. The vectors must find each.
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

/** What the verifier knows, as a vector gives it. */
export interface SecondKnowledge {
  readonly text: string;
  readonly now: number;
  readonly issuerKeys: readonly { kid: string; publicKeyHex: string; notBefore: number; notAfter: number }[];
  readonly revoked: readonly string[];
  readonly seen: readonly { ticketId: string; direction: string }[];
  readonly direction?: string;
  readonly place?: string;
  readonly products?: Readonly<
    Record<string, { readonly in: readonly string[]; readonly out: readonly string[] }>
  >;
  readonly justPassed?: { readonly ticketId: string; readonly direction: string };
  readonly leftLate?: readonly string[];
}

/** What the verifier remembers, as a vector gives it. */
export interface SecondMemory {
  readonly now: number;
  readonly revoked: readonly { readonly ticketId: string; readonly at: number }[];
  readonly passed: readonly {
    readonly ticketId: string;
    readonly in?: number;
    readonly out?: number;
    readonly single: boolean;
  }[];
  readonly verified?: readonly {
    readonly ticketId: string;
    readonly direction: 'in' | 'out';
    readonly at: number;
    readonly single: boolean;
    readonly stationId: string;
    readonly cancelled?: boolean;
  }[];
}

/** Faults of the verifier, one of each kind that a vendor might make. */
export const FAULTS = [
  'takes any prefix',
  'takes small letters',
  'trims the text',
  'drops a byte order mark',
  'drops an odd last character',
  'lets groups wrap',
  'lets the last pair wrap',
  'takes a text of any length',
  'takes an empty certificate',
  'reads times with a sign',
  'takes any direction byte as entry',
  'takes direction 3 as exit',
  'takes s before r',
  'takes a tag before the certificate',
  'takes more parts',
  'takes long heads',
  'takes items without a length',
  'takes keys in any order',
  'takes the last of two equal keys',
  'takes bytes after the certificate',
  'takes bytes after the payload',
  'takes bytes after the protected header',
  'takes any algorithm',
  'takes other labels in the protected header',
  'takes a key id that is a text',
  'takes an empty key id',
  'takes a key id with a space',
  'takes a key id beyond ASCII',
  'takes anything in the unprotected header',
  'cuts the signature to 64 bytes',
  'checks the signature over the payload alone',
  'checks the signature with another context',
  'reduces S',
  'takes keys of small order',
  'takes R in any form',
  'tries the first key of an id only',
  'needs no ticket number',
  'needs no product name',
  'takes other keys in the payload',
  'takes a UUID as a text',
  'refuses capitals in an id',
  'takes an id of any number of bytes',
  'takes bytes for a text',
  'takes empty texts',
  'replaces wrong UTF-8',
  'takes a byte order mark at the start of a text',
  'refuses a byte order mark within a text',
  'normalises texts',
  'trims texts',
  'takes passenger 0',
  'takes passenger 8',
  'knows five passengers',
  'takes floating-point numbers',
  'takes times of any length',
  'takes a validity turned round',
  'refuses a validity of one second',
  'takes a certificate of no life',
  'refuses a certificate of 24 hours',
  'takes a certificate of any life',
  'takes an uncompressed phone key',
  'takes any first byte of a phone key',
  'answers malformed to a point off the curve',
  'takes a seat of two texts',
  'takes a seat of anything',
  'takes no place',
  'takes an empty place',
  'refuses a place twice',
  'takes places that are null',
  'checks no moment',
  'leaves the time out of the moment',
  'leaves the direction out of the moment',
  'refuses a high s',
  'takes now outside the key',
  'takes an issue outside the key',
  'ends the key a second early',
  'begins the key a second late',
  'checks revocation last',
  'forgets revocation',
  'refuses 30 seconds',
  'takes 31 seconds late',
  'takes 31 seconds ahead',
  'says stale for ahead',
  'ends the certificate a second early',
  'never ends the certificate',
  'ignores an issue in the future',
  'allows no issue ahead',
  'begins the validity a second late',
  'never begins the validity',
  'ends the validity a second early',
  'never ends the validity',
  'checks the place before the time',
  'checks use before the place',
  'ignores the direction',
  'ignores the place',
  'is used in both directions',
  'forgets who passed',
  'checks the clock before the key',
  'checks the validity before the certificate',
  'asks the certificate before the table',
  'checks one direction of the table only',
  'opens without a place',
  'takes no notice of the reserved place',
  'forgets the way back',
  'lets nobody out late',
  'lets anybody in late',
  'lets out for four hours and a second',
  'lets out late twice',
] as const;
/** Faults of the verifier's memory. */
export const MEMORY_FAULTS = [
  'revokes the second after',
  'does not revoke the very second',
  'keeps the earliest revocation',
  'keeps the last revocation that came',
  'lets a single journey in again',
  'lets a single journey in after its exit',
  'lets a single journey out again',
  'never uses a pass',
  'uses a pass for good',
  'uses a pass for 30 minutes and a second',
  'uses a pass for a second less than 30 minutes',
  'heeds no way back',
  'heeds a way back of before',
  'believes a passage far ahead',
  'ignores verifications',
  'ignores verifications for the way back',
  'lets in beside a verification at any station',
  'lets in beside a verification of any time',
  'refuses beside a verification',
  'refuses seven minutes after a verification',
  'forgets its own passage beside a verification',
  'takes a cancelled verification',
] as const;
export type Fault = (typeof FAULTS)[number] | (typeof MEMORY_FAULTS)[number];

type Item =
  | { kind: 'int'; value: number }
  | { kind: 'bytes'; value: Buffer }
  | { kind: 'text'; value: string }
  | { kind: 'array'; value: Item[] }
  | { kind: 'map'; value: [Item, Item][] }
  | { kind: 'null' };

class Malformed extends Error {}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
const ORDER = 0xffff_ffff_0000_0000_ffff_ffff_ffff_ffff_bce6_faad_a717_9e84_f3b9_cac2_fc63_2551n;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The encodings of the eight points of small order: y and its sign bit cleared. */
const SMALL_Y = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
]);

/** Makes the verifier; it returns 'go <direction> <ticket id>' or the reason. */
export function secondVerifier(planted: Fault | null): (knowledge: SecondKnowledge) => string {
  const is = (fault: Fault): boolean => fault === planted;
  const must = (holds: boolean, unless?: Fault): void => {
    if (!holds && !(unless !== undefined && is(unless))) throw new Malformed();
  };

  function base45(text: string): Buffer {
    const bytes: number[] = [];
    must(text.length % 3 !== 1, 'drops an odd last character');
    for (let at = 0; at < text.length; at += 3) {
      const digits = [...text.slice(at, at + 3)].map((letter) => ALPHABET.indexOf(letter));
      must(digits.every((digit) => digit >= 0));
      const value = digits.reduce((sum, digit, place) => sum + digit * 45 ** place, 0);
      if (digits.length === 3) {
        must(value <= 65_535, 'lets groups wrap');
        bytes.push((value >> 8) & 255, value & 255);
      } else if (digits.length === 2) {
        must(value <= 255, 'lets the last pair wrap');
        bytes.push(value & 255);
      }
    }
    return Buffer.from(bytes);
  }

  /** Reads one CBOR item and says where it ends. */
  function item(bytes: Buffer, from: number): [Item, number] {
    const first = bytes[from];
    must(first !== undefined);
    const [major, low] = [(first ?? 0) >> 5, (first ?? 0) & 31];
    let [argument, at] = [low, from + 1];
    const indefinite = low === 31 && major >= 2 && major <= 5;
    if (indefinite) must(false, 'takes items without a length');
    else if (low >= 24 && major !== 7) {
      must(low <= 27);
      const size = 2 ** (low - 24);
      must(at + size <= bytes.length);
      argument = Number(BigInt(`0x${bytes.subarray(at, at + size).toString('hex')}`));
      const least = { 1: 24, 2: 256, 4: 65_536, 8: 4_294_967_296 }[size] ?? 0;
      must(argument >= least, 'takes long heads');
      at += size;
    }
    const many = (each: () => void) => {
      if (indefinite) {
        while (bytes[at] !== 0xff) {
          must(at < bytes.length);
          each();
        }
        at += 1;
      } else for (let n = 0; n < argument; n += 1) each();
    };
    const next = (): Item => {
      const [inner, end] = item(bytes, at);
      at = end;
      return inner;
    };
    switch (major) {
      case 0:
        return [{ kind: 'int', value: argument }, at];
      case 1:
        return [{ kind: 'int', value: -1 - argument }, at];
      case 2:
      case 3: {
        let content: Buffer;
        if (indefinite) {
          const parts: Buffer[] = [];
          many(() => {
            const inner = next();
            if (inner.kind === 'bytes') parts.push(inner.value);
            else if (inner.kind === 'text') parts.push(Buffer.from(inner.value));
            else throw new Malformed();
          });
          content = Buffer.concat(parts);
        } else {
          must(at + argument <= bytes.length);
          content = bytes.subarray(at, at + argument);
          at += argument;
        }
        return [major === 2 ? { kind: 'bytes', value: content } : { kind: 'text', value: utf8(content) }, at];
      }
      case 4: {
        const value: Item[] = [];
        many(() => value.push(next()));
        return [{ kind: 'array', value }, at];
      }
      case 5: {
        const value: [Item, Item][] = [];
        let last: Buffer | null = null;
        many(() => {
          const start = at;
          const key = next();
          const encoded = bytes.subarray(start, at);
          if (last) {
            const order = Buffer.compare(last, encoded);
            if (order === 0) must(false, 'takes the last of two equal keys');
            else must(order < 0, 'takes keys in any order');
          }
          last = encoded;
          value.push([key, next()]);
        });
        return [{ kind: 'map', value }, at];
      }
      case 7:
        if (low === 22) return [{ kind: 'null' }, at];
        if (low === 25 && is('takes floating-point numbers')) {
          // Enough for the one number in the vectors: 1.0 in half precision.
          must(bytes.readUInt16BE(at) === 0x3c00);
          return [{ kind: 'int', value: 1 }, at + 2];
        }
        throw new Malformed();
      default:
        throw new Malformed();
    }
  }

  function utf8(bytes: Buffer): string {
    const fatal = !is('replaces wrong UTF-8');
    try {
      const text = new TextDecoder('utf-8', { fatal, ignoreBOM: true }).decode(bytes);
      must(!text.startsWith('\ufeff'), 'takes a byte order mark at the start of a text');
      if (is('refuses a byte order mark within a text')) must(!text.includes('\ufeff'));
      if (is('normalises texts')) return text.normalize('NFC');
      return is('trims texts') ? text.trim() : text;
    } catch {
      throw new Malformed();
    }
  }

  function whole(bytes: Buffer, unless: Fault): Item {
    const [read, end] = item(bytes, 0);
    must(end === bytes.length, unless);
    return read;
  }

  const textOf = (read: Item | undefined): string => {
    if (read?.kind === 'bytes' && is('takes bytes for a text')) return read.value.toString();
    if (read?.kind !== 'text') throw new Malformed();
    must(read.value !== '', 'takes empty texts');
    return read.value;
  };
  const bytesOf = (read: Item | undefined): Buffer => {
    if (read?.kind !== 'bytes') throw new Malformed();
    return read.value;
  };
  const idOf = (read: Item | undefined): string => {
    if (read?.kind === 'text') {
      const text = textOf(read);
      must(!UUID.test(text), 'takes a UUID as a text');
      if (is('refuses capitals in an id')) must(!UUID.test(text.toLowerCase()));
      return text;
    }
    const bytes = bytesOf(read);
    must(bytes.length === 16, 'takes an id of any number of bytes');
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };

  function payloadOf(bytes: Buffer) {
    const read = whole(bytes, 'takes bytes after the payload');
    if (read.kind !== 'map') throw new Malformed();
    const fields = new Map<number, Item>();
    for (const [key, value] of read.value) {
      const known = key.kind === 'int' && key.value >= 1 && key.value <= 9;
      must(known, 'takes other keys in the payload');
      if (key.kind === 'int') fields.set(key.value, value);
    }
    const ticketId = idOf(fields.get(1));
    if (!(is('needs no ticket number') && !fields.has(2))) textOf(fields.get(2));
    const productId = idOf(fields.get(3));
    if (!(is('needs no product name') && !fields.has(4))) textOf(fields.get(4));
    const category = fields.get(5);
    if (category?.kind !== 'int') throw new Malformed();
    const least = is('takes passenger 0') ? 0 : 1;
    const max = is('takes passenger 8') ? 8 : is('knows five passengers') ? 5 : 7;
    must(category.value >= least && category.value <= max);
    const times = bytesOf(fields.get(6));
    must(times.length === 16, 'takes times of any length');
    const time = (at: number) => {
      must(times.length >= at + 4);
      return is('reads times with a sign') ? times.readInt32BE(at) : times.readUInt32BE(at);
    };
    const [validFrom, validUntil, issuedAt, expiresAt] = [time(0), time(4), time(8), time(12)];
    must(validFrom <= validUntil, 'takes a validity turned round');
    if (is('refuses a validity of one second')) must(validFrom < validUntil);
    const life = expiresAt - issuedAt;
    must(life >= 1, 'takes a certificate of no life');
    must(life <= 86_400, 'takes a certificate of any life');
    if (is('refuses a certificate of 24 hours')) must(life < 86_400);
    const phoneKey = bytesOf(fields.get(7));
    if (!(is('takes an uncompressed phone key') && phoneKey.length === 65)) {
      must(phoneKey.length === 33);
      must(phoneKey[0] === 2 || phoneKey[0] === 3, 'takes any first byte of a phone key');
    }
    const seat = fields.get(8);
    if (seat !== undefined && !is('takes a seat of anything')) {
      if (seat.kind !== 'array') throw new Malformed();
      must(seat.value.length === 3 || (seat.value.length === 2 && is('takes a seat of two texts')));
      seat.value.forEach(textOf);
    }
    return {
      ticketId,
      productId,
      validFrom,
      validUntil,
      issuedAt,
      expiresAt,
      phoneKey,
      places: placesOf(fields.get(9)),
    };
  }

  function placesOf(read: Item | undefined): string[] | null {
    if (read === undefined || (read.kind === 'null' && is('takes places that are null'))) return null;
    if (read.kind !== 'array') throw new Malformed();
    must(read.value.length > 0, 'takes no place');
    const ids = read.value.map((each) =>
      each.kind === 'text' && each.value === '' && is('takes an empty place') ? '' : textOf(each),
    );
    if (is('refuses a place twice')) must(new Set(ids).size === ids.length);
    return ids;
  }

  function certificateOf(bytes: Buffer) {
    const untagged =
      bytes[0] === 0xd2 && is('takes a tag before the certificate') ? bytes.subarray(1) : bytes;
    const read = whole(untagged, 'takes bytes after the certificate');
    if (read.kind !== 'array') throw new Malformed();
    must(read.value.length === 4 || (read.value.length > 4 && is('takes more parts')));
    const [header, unprotected, payload, signature] = read.value;
    must(
      unprotected?.kind === 'map' && unprotected.value.length === 0,
      'takes anything in the unprotected header',
    );
    const protectedBytes = bytesOf(header);
    const kid = kidOf(protectedBytes);
    const signatureBytes = bytesOf(signature);
    must(signatureBytes.length === 64, 'cuts the signature to 64 bytes');
    const payloadBytes = bytesOf(payload);
    return {
      kid,
      ...payloadOf(payloadBytes),
      signature: signatureBytes.subarray(0, 64),
      signed: signedOf(protectedBytes, payloadBytes),
    };
  }

  function kidOf(bytes: Buffer): string {
    const read = whole(bytes, 'takes bytes after the protected header');
    if (read.kind !== 'map') throw new Malformed();
    const labels = new Map(
      read.value.map(([key, value]) => {
        if (key.kind !== 'int') throw new Malformed();
        return [key.value, value] as const;
      }),
    );
    must(
      [...labels.keys()].every((label) => label === 1 || label === 4),
      'takes other labels in the protected header',
    );
    const algorithm = labels.get(1);
    must(algorithm?.kind === 'int' && algorithm.value === -8, 'takes any algorithm');
    const id = labels.get(4);
    if (id?.kind === 'text' && is('takes a key id that is a text')) return id.value;
    const ascii = bytesOf(id);
    must(ascii.length > 0, 'takes an empty key id');
    for (const byte of ascii)
      must(
        (byte > 0x20 && byte < 0x7f) ||
          (byte === 0x20 && is('takes a key id with a space')) ||
          (byte > 0x7f && is('takes a key id beyond ASCII')),
      );
    return ascii.toString();
  }

  const bstr = (bytes: Buffer): Buffer => {
    const { length } = bytes;
    const head =
      length < 24 ? [0x40 | length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
    return Buffer.concat([Buffer.from(head), bytes]);
  };
  function signedOf(header: Buffer, payload: Buffer): Buffer {
    if (is('checks the signature over the payload alone')) return payload;
    const context = is('checks the signature with another context') ? 'Signature' : 'Signature1';
    const begin = Buffer.concat([Buffer.of(0x84, 0x60 | context.length), Buffer.from(context)]);
    return Buffer.concat([begin, bstr(header), Buffer.of(0x40), bstr(payload)]);
  }

  function isIssuers(signature: Buffer, message: Buffer, key: Buffer): boolean {
    if (is('takes R in any form') || is('takes keys of small order')) {
      const small = isSmall(key) && !is('takes keys of small order');
      return !small && lenient(signature, message, key, is('takes R in any form'));
    }
    if (isSmall(key)) return false;
    let used = signature;
    if (is('reduces S')) {
      const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) % L;
      const reduced = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
      used = Buffer.concat([signature.subarray(0, 32), reduced]);
    }
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
    return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), used);
  }
  function isSmall(key: Buffer): boolean {
    const y = Buffer.from(key);
    y[31] = (y[31] ?? 0) & 127;
    return SMALL_Y.has(y.toString('hex'));
  }
  /** Follows ZIP 215, which accepts points in any form and of any order. */
  function lenient(signature: Buffer, message: Buffer, key: Buffer, anyForm: boolean): boolean {
    if (!anyForm && signature[0] === 0xee) return false;
    return ed25519.verify(signature, message, key, { zip215: true });
  }

  function phoneKeyOf(point: Buffer): KeyObject | null {
    const head =
      point.length === 33
        ? '3039301306072a8648ce3d020106082a8648ce3d030107032200'
        : '3059301306072a8648ce3d020106082a8648ce3d030107034200';
    try {
      const key = Buffer.concat([Buffer.from(head, 'hex'), point]);
      return createPublicKey({ key, format: 'der', type: 'spki' });
    } catch {
      if (is('answers malformed to a point off the curve')) throw new Malformed();
      if (!is('takes any first byte of a phone key') || point[0] === 2 || point[0] === 3) return null;
      return phoneKeyOf(Buffer.concat([Buffer.of(2 + ((point[0] ?? 0) & 1)), point.subarray(1)]));
    }
  }
  function isPhones(signature: Buffer, message: Buffer, point: Buffer): boolean {
    if (is('checks no moment')) return true;
    const key = phoneKeyOf(point);
    if (!key) return false;
    const s = BigInt(`0x${signature.subarray(32).toString('hex')}`);
    if (is('refuses a high s') && s > ORDER / 2n) return false;
    const check = (bytes: Buffer) => verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, bytes);
    const swapped = Buffer.concat([signature.subarray(32), signature.subarray(0, 32)]);
    return check(signature) || (is('takes s before r') && check(swapped));
  }

  function partsOf(seen: string) {
    let text = is('trims the text') ? seen.trim() : seen;
    if (is('drops a byte order mark')) text = text.replace(/^\ufeff/, '');
    if (is('takes small letters')) text = text.toUpperCase();
    must(text.length <= 3391, 'takes a text of any length');
    must(text.startsWith('KQ1:'), 'takes any prefix');
    const bytes = base45(is('takes any prefix') ? text.replace(/^KQ.:/, '') : text.slice(4));
    must(bytes.length > 69 || (bytes.length === 69 && is('takes an empty certificate')));
    const tail = bytes.subarray(-69);
    const way = tail[4];
    if (!is('takes any direction byte as entry'))
      must(way === 1 || way === 2 || (way === 3 && is('takes direction 3 as exit')));
    return {
      certificate: bytes.subarray(0, -69),
      tail,
      at: is('reads times with a sign') ? tail.readInt32BE(0) : tail.readUInt32BE(0),
      direction: way === 2 || way === 3 ? 'out' : 'in',
      signature: tail.subarray(5),
    };
  }

  /** Whether the ticket opens the gate by its place. */
  function whereIs(
    { places, productId }: { readonly places: string[] | null; readonly productId: string },
    direction: 'in' | 'out',
    { place, products }: SecondKnowledge,
  ): 'here' | 'elsewhere' | 'unknown' {
    if (place === undefined) return 'here';
    const byCertificate = places?.includes(place) || is('ignores the place') ? 'here' : 'elsewhere';
    if (places?.length === 1 && places[0] === '-' && !is('takes no notice of the reserved place'))
      return 'elsewhere';
    const row = products?.[productId];
    if (row && !(places && is('asks the certificate before the table'))) {
      const stations = is('checks one direction of the table only') ? row.in : row[direction];
      return stations.includes(place) || is('ignores the place') ? 'here' : 'elsewhere';
    }
    if (places) return byCertificate;
    return products ? 'unknown' : 'here';
  }

  /** The checks of the decision in order, which a planted fault may change. */
  function decide(knowledge: SecondKnowledge): string {
    const { now, issuerKeys, revoked, seen, direction: way } = knowledge;
    const code = partsOf(knowledge.text);
    if (code.certificate.length === 0 && is('takes an empty certificate')) return 'forged';
    const certificate = certificateOf(code.certificate);
    const named = issuerKeys.filter(({ kid }) => kid === certificate.kid);
    const tried = is('tries the first key of an id only') ? named.slice(0, 1) : named;
    const key = tried.find(({ publicKeyHex }) =>
      isIssuers(certificate.signature, certificate.signed, Buffer.from(publicKeyHex, 'hex')),
    );
    if (!key) return 'forged';
    const moment = Buffer.concat([
      Buffer.from('KQ1 moment'),
      createHash('sha256').update(code.certificate).digest(),
      is('leaves the time out of the moment') ? Buffer.alloc(0) : code.tail.subarray(0, 4),
      is('leaves the direction out of the moment') ? Buffer.alloc(0) : code.tail.subarray(4, 5),
    ]);
    if (!isPhones(code.signature, moment, certificate.phoneKey)) return 'forged';

    const [first, last] = [
      key.notBefore + (is('begins the key a second late') ? 1 : 0),
      key.notAfter - (is('ends the key a second early') ? 1 : 0),
    ];
    const inKey = (time: number) => time >= first && time <= last;
    const late = now - code.at;
    const limit = is('refuses 30 seconds') ? 29 : 30;
    const ahead = is('allows no issue ahead') ? 0 : is('ignores an issue in the future') ? Infinity : 30;
    const validFrom = certificate.validFrom + (is('begins the validity a second late') ? 1 : 0);
    const validUntil = certificate.validUntil - (is('ends the validity a second early') ? 1 : 0);
    const expiresAt = certificate.expiresAt - (is('ends the certificate a second early') ? 1 : 0);
    const exit = code.direction === 'out' || is('lets anybody in late');
    const grace = 14_400 + (is('lets out for four hours and a second') ? 1 : 0);
    const left = (knowledge.leftLate ?? []).includes(certificate.ticketId) && !is('lets out late twice');
    const mayLeave = exit && now <= certificate.validUntil + grace && !left && !is('lets nobody out late');
    const where = whereIs(certificate, code.direction === 'out' ? 'out' : 'in', knowledge);
    const checks: (readonly [string, boolean])[] = [
      [
        'keyExpired',
        (!inKey(now) && !is('takes now outside the key')) ||
          (!inKey(certificate.issuedAt) && !is('takes an issue outside the key')),
      ],
      ['revoked', revoked.includes(certificate.ticketId) && !is('forgets revocation')],
      ['stale', late > (is('takes 31 seconds late') ? 31 : limit)],
      [
        is('says stale for ahead') ? 'stale' : 'clockAhead',
        late < -(is('takes 31 seconds ahead') ? 31 : limit),
      ],
      ['certificateExpired', now > expiresAt && !is('never ends the certificate')],
      [
        'notYetValid',
        (now < validFrom && !is('never begins the validity')) || now < certificate.issuedAt - ahead,
      ],
      ['expired', now > validUntil && !is('never ends the validity') && !mayLeave],
      [
        'wrongPlace',
        (way !== undefined && way !== code.direction && !is('ignores the direction')) ||
          where === 'elsewhere',
      ],
      ['placeUnknown', where === 'unknown' && !is('opens without a place')],
      [
        'used',
        seen.some(
          (each) =>
            each.ticketId === certificate.ticketId &&
            (each.direction === code.direction || is('is used in both directions')),
        ) && !is('forgets who passed'),
      ],
    ];
    const { justPassed } = knowledge;
    checks.push([
      'passBack',
      justPassed?.ticketId === certificate.ticketId &&
        justPassed.direction !== code.direction &&
        !is('forgets the way back'),
    ]);
    const move = (name: string, before: string) => {
      const from = checks.findIndex(([each]) => each === name);
      const [moved] = checks.splice(from, 1);
      const to = before === 'end' ? checks.length : checks.findIndex(([each]) => each === before);
      if (moved) checks.splice(to, 0, moved);
    };
    if (is('checks revocation last')) move('revoked', 'end');
    if (is('checks the place before the time')) move('wrongPlace', 'stale');
    if (is('checks use before the place')) move('used', 'wrongPlace');
    if (is('checks the clock before the key')) move('keyExpired', 'certificateExpired');
    if (is('checks the validity before the certificate')) move('certificateExpired', 'wrongPlace');
    const found = checks.find(([, holds]) => holds);
    return found ? found[0] : `go ${code.direction} ${certificate.ticketId}`;
  }

  return (knowledge) => {
    try {
      return decide(knowledge);
    } catch (error) {
      if (error instanceof Malformed) return 'malformed';
      throw error;
    }
  };
}

/** Makes a gate's memory: how a ticket was used, and which certificates are revoked. */
export function secondMemory(planted: Fault | null) {
  const is = (fault: Fault): boolean => fault === planted;
  return {
    isRevoked: (ticketId: string, issuedAt: number, { revoked }: SecondMemory): boolean => {
      const times = revoked.flatMap((each) => (each.ticketId === ticketId ? [each.at] : []));
      if (times.length === 0) return false;
      const at = is('keeps the earliest revocation')
        ? Math.min(...times)
        : is('keeps the last revocation that came')
          ? (times.at(-1) ?? 0)
          : Math.max(...times);
      if (is('revokes the second after')) return issuedAt <= at + 1;
      return is('does not revoke the very second') ? issuedAt < at : issuedAt <= at;
    },
    isUsed: (
      ticketId: string,
      direction: 'in' | 'out',
      { now, passed, verified = [] }: SecondMemory,
    ): boolean => {
      const gates = passed.filter((each) => each.ticketId === ticketId);
      const shown = verified.filter(
        (each) =>
          each.ticketId === ticketId &&
          (each.cancelled !== true || is('takes a cancelled verification')) &&
          !is('ignores verifications'),
      );
      const limit = is('refuses seven minutes after a verification') ? 419 : 420;
      const isBeside = ({ at, stationId }: (typeof shown)[number]) =>
        (stationId === 'kyoto' || is('lets in beside a verification at any station')) &&
        (Math.abs(now - at) <= limit || is('lets in beside a verification of any time')) &&
        !is('refuses beside a verification');
      const beside = shown.some((each) => each.direction === direction && isBeside(each));
      const timesOf = (way: 'in' | 'out') => [
        ...(beside && way === direction && is('forgets its own passage beside a verification')
          ? []
          : gates.flatMap((each) => each[way] ?? [])),
        ...shown.flatMap((each) =>
          each.direction !== way ||
          (way === direction && isBeside(each)) ||
          (way !== direction && is('ignores verifications for the way back'))
            ? []
            : [each.at],
        ),
      ];
      const [same, opposite] = [timesOf(direction), timesOf(direction === 'in' ? 'out' : 'in')];
      if ([...gates, ...shown].some(({ single }) => single)) {
        if (direction === 'out') return same.length > 0 && !is('lets a single journey out again');
        if (opposite.length > 0 && !is('lets a single journey in after its exit')) return true;
        return same.length > 0 && opposite.length === 0 && !is('lets a single journey in again');
      }
      const back = Math.max(0, ...opposite);
      return same.some((at) => {
        if (is('never uses a pass')) return false;
        if (is('uses a pass for good')) return true;
        const since = is('heeds a way back of before') ? opposite.length > 0 : back >= at;
        if (since && !is('heeds no way back')) return false;
        if (is('believes a passage far ahead') && at > now) return true;
        const span = 1_800 + (is('uses a pass for 30 minutes and a second') ? 1 : 0);
        const length = span - (is('uses a pass for a second less than 30 minutes') ? 1 : 0);
        return Math.abs(now - at) < length;
      });
    },
  };
}
