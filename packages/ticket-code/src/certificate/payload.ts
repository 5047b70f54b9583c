// The content of a ticket certificate and its single CBOR form: integer keys, deterministic encoding.
import { decode, encode, rfc8949EncodeOptions } from 'cborg';
import { CERTIFICATE_HOURS } from '@kippu/contract/limits';
import type { PassengerCategory } from '@kippu/contract/values';
import { isEpochSeconds, joinBytes, sameBytes, timeBytes } from '../crypto/bytes.ts';

/** A reserved seat as printed on the ticket. */
export interface CertificateSeat {
  train: string;
  car: string;
  seat: string;
}

/** The reserved place of a ticket that opens no gate. No station has this id, so every gate answers `wrongPlace`. */
export const NO_GATE_PLACE = '-';

/** What the server states about one ticket on one phone. All times are whole epoch seconds, UTC. */
export interface Certificate {
  ticketId: string;
  ticketNo: string;
  productId: string;
  /** In Japanese, for the screen of staff. */
  productName: string;
  passengerCategory: PassengerCategory;
  /** First second the ticket may be used. */
  validFrom: number;
  /** Last second the ticket may be used. */
  validUntil: number;
  seat?: CertificateSeat;
  /** The phone's P-256 public key: the compressed point, 33 bytes (SEC 1 section 2.3.3). */
  phoneKey: Uint8Array;
  /** First second this certificate may be used. */
  issuedAt: number;
  /** Last second this certificate may be used; at most 24 hours after `issuedAt`. */
  expiresAt: number;
  /** The ids of the stations where it opens a gate. Absent: the certificate does not restrict places. */
  places?: string[];
}

const KEY = {
  ticketId: 1,
  ticketNo: 2,
  productId: 3,
  productName: 4,
  passengerCategory: 5,
  times: 6,
  phoneKey: 7,
  seat: 8,
  places: 9,
} as const;

/** In this order in one byte string, four bytes each, because every byte makes the QR code denser. */
const TIMES = ['validFrom', 'validUntil', 'issuedAt', 'expiresAt'] as const;

/** Part of the format: numbers are never reused. */
const CATEGORY_NUMBERS = {
  adult: 1,
  child: 2,
  specialAdult: 3,
  specialChild: 4,
  senior: 5,
  saleAdult: 6,
  saleChild: 7,
} as const satisfies Record<PassengerCategory, number>;

const CATEGORIES = new Map<unknown, PassengerCategory>(
  (Object.keys(CATEGORY_NUMBERS) as PassengerCategory[]).map((name) => [CATEGORY_NUMBERS[name], name]),
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Encodes an id: a lower-case UUID as its 16 bytes, any other as text. */
function packId(id: string): string | Uint8Array {
  if (!UUID.test(id)) return id;
  return Uint8Array.from(id.replaceAll('-', '').matchAll(/../g), ([pair]) => Number.parseInt(pair, 16));
}

function unpackId(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  const hex = Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function unpackTimes(value: Uint8Array): Partial<Certificate> {
  const view = new DataView(value.buffer, value.byteOffset, 16);
  return Object.fromEntries(TIMES.map((name, at) => [name, view.getUint32(at * 4)]));
}

const unpackSeat = ([train, car, seat]: readonly [string, string, string]): CertificateSeat => ({
  train,
  car,
  seat,
});

/** A decoder may drop a byte order mark at the start, so no text may begin with one. */
const BYTE_ORDER_MARK = '\ufeff';

const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  !value.startsWith(BYTE_ORDER_MARK) &&
  !LONE_SURROGATE.test(value);

function fault(certificate: Certificate): string | null {
  for (const name of ['ticketId', 'ticketNo', 'productId', 'productName'] as const)
    if (!isText(certificate[name])) return `${name} is not a text`;
  if (!Object.hasOwn(CATEGORY_NUMBERS, certificate.passengerCategory)) return 'unknown passengerCategory';
  for (const name of TIMES) if (!isEpochSeconds(certificate[name])) return `${name} is not in epoch seconds`;
  if (certificate.validUntil < certificate.validFrom) return 'validity ends before it begins';
  const life = certificate.expiresAt - certificate.issuedAt;
  if (life <= 0 || life > CERTIFICATE_HOURS * 3600)
    return `lives longer than ${CERTIFICATE_HOURS} hours or not at all`;
  const { phoneKey, seat, places } = certificate;
  if (!(phoneKey instanceof Uint8Array) || phoneKey.length !== 33) return 'phoneKey is not 33 bytes';
  if (phoneKey[0] !== 2 && phoneKey[0] !== 3) return 'phoneKey is not a compressed point';
  if (seat !== undefined && ![seat.train, seat.car, seat.seat].every(isText))
    return 'seat is not three texts';
  if (places !== undefined && (places.length === 0 || !places.every(isText)))
    return 'places is not a list of ids';
  return null;
}

/**
 * Encodes a certificate as a CBOR map: RFC 8949 section 4.2.1 (core deterministic encoding). Throws RangeError for a
 * value out of bounds (times not in whole seconds, life above 24 hours, bad key).
 */
export function encodePayload(certificate: Certificate): Uint8Array {
  const wrong = fault(certificate);
  if (wrong !== null) throw new RangeError(`Certificate: ${wrong}`);
  const map = new Map<number, unknown>([
    [KEY.ticketId, packId(certificate.ticketId)],
    [KEY.ticketNo, certificate.ticketNo],
    [KEY.productId, packId(certificate.productId)],
    [KEY.productName, certificate.productName],
    [KEY.passengerCategory, CATEGORY_NUMBERS[certificate.passengerCategory]],
    [KEY.times, joinBytes(...TIMES.map((name) => timeBytes(certificate[name])))],
    [KEY.phoneKey, certificate.phoneKey],
  ]);
  const { seat, places } = certificate;
  if (seat !== undefined) map.set(KEY.seat, [seat.train, seat.car, seat.seat]);
  if (places !== undefined) map.set(KEY.places, places);
  return encode(map, rfc8949EncodeOptions);
}

/**
 * Decodes a certificate. Returns null unless the bytes are exactly what `encodePayload` writes for it, so unknown
 * keys, long integers, duplicate keys and invalid UTF-8 are refused. Never throws.
 */
export function decodePayload(bytes: Uint8Array): Certificate | null {
  try {
    // The types are assumed here and proved below: encodePayload throws, or writes other bytes, on any mismatch.
    const map: Map<number, unknown> = decode(bytes, { useMaps: true });
    const seat = map.get(KEY.seat);
    const places = map.get(KEY.places);
    const certificate = {
      ticketId: unpackId(map.get(KEY.ticketId)),
      ticketNo: map.get(KEY.ticketNo),
      productId: unpackId(map.get(KEY.productId)),
      productName: map.get(KEY.productName),
      passengerCategory: CATEGORIES.get(map.get(KEY.passengerCategory)),
      ...unpackTimes(map.get(KEY.times) as Uint8Array),
      ...(seat === undefined ? {} : { seat: unpackSeat(seat as [string, string, string]) }),
      phoneKey: map.get(KEY.phoneKey),
      ...(places === undefined ? {} : { places }),
    } as Certificate;
    return sameBytes(encodePayload(certificate), bytes) ? certificate : null;
  } catch {
    return null;
  }
}
