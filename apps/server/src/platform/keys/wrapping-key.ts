// The wrapping key: it encrypts the private parts of the server's keys, which are in the database (AES-256-GCM).
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { keyFile, makeKeyFile } from './key-file.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALL_OTHERS = 0o077;
/** A file of root may be readable by its group, as in a container's volume of secrets. PostgreSQL has the same rule for its key. */
const OTHERS_OF_ROOT = 0o037;

export interface WrappingKey {
  /** Names the key and reveals nothing of it: 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** Encrypts under a random nonce. Unwrapping needs the same label, which is authenticated but not stored with the result. */
  readonly wrap: (plain: Uint8Array, label: string) => string;
  /** Returns undefined where the text was not wrapped with this key and this label. */
  readonly unwrap: (wrapped: string, label: string) => Buffer | undefined;
}

/** Returns the key that consists of these 32 bytes. It wraps the server's keys; one like it encrypts payloads of jobs. */
export function wrappingKeyOf(bytes: Uint8Array): WrappingKey {
  const options = { authTagLength: TAG_BYTES };
  return {
    fingerprint: createHmac('sha256', bytes).update('kippu wrapping key').digest('hex').slice(0, 16),
    wrap: (plain, label) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, bytes, nonce, options).setAAD(Buffer.from(label));
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    unwrap: (wrapped, label) => {
      const all = Buffer.from(wrapped, 'base64url');
      if (all.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = all.subarray(0, NONCE_BYTES);
      const tag = all.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, bytes, nonce, options)
        .setAAD(Buffer.from(label))
        .setAuthTag(tag);
      const plain = decipher.update(all.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([plain, decipher.final()]);
      } catch {
        // Another key, or a changed value: the tag is wrong.
        return undefined;
      }
    },
  };
}

/** Decodes 32 bytes from base64, as `openssl rand -base64 32` prints them. Returns undefined for any other text. */
export function wrappingKeyBytes(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim())) return undefined;
  return Buffer.from(text.trim(), 'base64');
}

/**
 * Reads a file of 32 bytes, raw or in base64. Throws an Error of one line, which begins with the setting's name; with `mustBePrivate` also
 * where other users of the machine may read the file.
 */
function readWrappingKey(file: string, { setting = 'KEY_FILE', mustBePrivate = false } = {}): WrappingKey {
  let content: Buffer;
  try {
    const { mode: bits, uid } = statSync(file);
    const mode = bits & 0o777;
    if (mustBePrivate && (mode & (uid === 0 ? OTHERS_OF_ROOT : ALL_OTHERS)) !== 0)
      throw new Error(
        `${setting}: ${file} is open to other users of this machine (mode 0${mode.toString(8)}); close it with chmod 600`,
      );
    content = readFileSync(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`${setting}: ${file} cannot be read (${String(error.code)})`, { cause: error });
  }
  const bytes = content.length === KEY_BYTES ? content : wrappingKeyBytes(content.toString('latin1'));
  if (!bytes)
    throw new Error(
      `${setting}: ${file} holds no key of 32 bytes; make one with \`openssl rand -base64 32\`, or put back its copy`,
    );
  return wrappingKeyOf(bytes);
}

/** The key that a server without a setting makes for itself. */
const ownFile = (dataDir: string): string => keyFile(dataDir, 'wrapping.key');

/** The settings of the wrapping key: see Config. */
export interface KeySettings {
  readonly dataDir: string;
  readonly keyFiles: readonly string[];
  readonly keyEncryptionKeys: readonly Uint8Array[];
  readonly production: boolean;
}

/**
 * Reads the wrapping keys of the settings. The first one wraps, all unwrap. A key in DATA_DIR comes last. Returns an empty list where there
 * is none.
 * @throws Error of one line where a file cannot be read, holds no key, or in production is open to other users
 */
export function readWrappingKeys(config: KeySettings): readonly WrappingKey[] {
  const given = [
    ...config.keyEncryptionKeys.map(wrappingKeyOf),
    ...config.keyFiles.map((file) => readWrappingKey(file, { mustBePrivate: config.production })),
  ];
  const own = ownFile(config.dataDir);
  return existsSync(own) ? [...given, readWrappingKey(own, { setting: 'DATA_DIR' })] : given;
}

/** Makes a wrapping key in DATA_DIR, or returns the one that another process has made there at the same time. */
export function makeWrappingKey(dataDir: string): WrappingKey {
  const file = ownFile(dataDir);
  makeKeyFile(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  return readWrappingKey(file, { setting: 'DATA_DIR' });
}
