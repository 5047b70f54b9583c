// Encrypts what is pushed to a phone, so that the push service cannot read it: RFC 8291, with the coding `aes128gcm` of RFC 8188.
import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import type { SealedPhone } from './sealed-phone.ts';

const ALGORITHM = 'aes-128-gcm';
const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const POINT_BYTES = 65;
/** The size of a record. A message is one record. */
const RECORD_BYTES = 4096;
/** Ends the data of the last record. Zeros follow it. */
const LAST_RECORD = 2;
/** A message's size would reveal what it says, so messages are padded to a multiple of this. */
const PAD_TO_BYTES = 512;
/** The most bytes of a message, before it is encrypted. */
const MAX_PUSH_BYTES = 3_000;

type PhoneKeys = Pick<SealedPhone, 'p256dh' | 'auth'>;

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Whether a phone's public key is a point of P-256, in base64url. */
export function isPhoneKey(p256dh: string): boolean {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  try {
    return ecdh.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

/** What is new for each message; given by the test vector of the RFC only. */
interface Once {
  readonly salt: Uint8Array;
  /** With a key pair of P-256. */
  readonly ecdh: ECDH;
  readonly padTo: number;
}

function newOnce(): Once {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return { salt: randomBytes(SALT_BYTES), ecdh, padTo: PAD_TO_BYTES };
}

/**
 * Encrypts a message for a phone. Returns the body of the request. Throws RangeError for a message of more than 3,000 bytes, Error for a phone
 * whose key is no point of P-256.
 */
export function encryptPush(message: string, phone: PhoneKeys, once: Once = newOnce()): Buffer {
  const plain = Buffer.from(message);
  if (plain.length > MAX_PUSH_BYTES) throw new RangeError(`a push of ${plain.length} bytes is too large`);
  const { salt, ecdh, padTo } = once;
  const phoneKey = Buffer.from(phone.p256dh, 'base64url');
  const ownKey = ecdh.getPublicKey();
  const shared = ecdh.computeSecret(phoneKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), phoneKey, ownKey]);
  const secret = derive(shared, Buffer.from(phone.auth, 'base64url'), info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const padding = (padTo - ((plain.length + 1) % padTo)) % padTo;
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  const record = Buffer.concat([plain, Buffer.from([LAST_RECORD]), Buffer.alloc(padding)]);
  const head = Buffer.alloc(SALT_BYTES + 5);
  head.set(salt);
  head.writeUInt32BE(RECORD_BYTES, SALT_BYTES);
  head.writeUInt8(POINT_BYTES, SALT_BYTES + 4);
  return Buffer.concat([head, ownKey, cipher.update(record), cipher.final(), cipher.getAuthTag()]);
}
