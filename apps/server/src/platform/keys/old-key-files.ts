// The key files of earlier releases in DATA_DIR: keys/issuer.json and keys/password.json. They are read and never written, because an
// earlier release may still run beside this one.
import { createHmac, createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { issuerKey } from './issuer-keys.ts';
import { keyFile, readKeyFile } from './key-file.ts';
import { macKey, passwordKey } from './password-keys.ts';
import type { ServerKey } from './server-key.ts';

interface StoredPair {
  readonly kid: string;
  /** PKCS#8. */
  readonly pem: string;
  /** Epoch milliseconds; for an issuer key, when it begins to sign. */
  readonly createdAt: number;
}

interface PasswordFile {
  readonly secret: string;
  readonly pairs: readonly StoredPair[];
}

export interface OldKeyFile {
  readonly path: string;
  /** Its keys, oldest first. */
  readonly keys: readonly ServerKey[];
}

const issuerKeysIn = (stored: readonly StoredPair[]): ServerKey[] =>
  stored.map(({ kid, pem, createdAt }) => issuerKey(createdAt, kid, createPrivateKey(pem)));

/** A secret of these files has no id. This one reveals nothing of it. */
const secretId = (secret: string): string =>
  createHmac('sha256', secret).update('kippu server secret').digest('hex').slice(0, 12);

const passwordKeysIn = ({ secret, pairs }: PasswordFile): ServerKey[] => [
  macKey(Math.min(...pairs.map(({ createdAt }) => createdAt)), secret, secretId(secret)),
  ...pairs.map(({ kid, pem, createdAt }) => passwordKey(createdAt, createPrivateKey(pem), kid)),
];

const FILES = [
  ['issuer.json', (content: unknown) => issuerKeysIn(content as StoredPair[])],
  ['password.json', (content: unknown) => passwordKeysIn(content as PasswordFile)],
] as const;

/** Reads the files that exist. Throws an Error of one line for a file that cannot be read. */
export function readOldKeyFiles(dataDir: string): OldKeyFile[] {
  return FILES.flatMap(([name, keysIn]) => {
    const path = keyFile(dataDir, name);
    const content = readKeyFile(path);
    if (content === undefined) return [];
    try {
      return { path, keys: keysIn(content).toSorted((a, b) => a.usedFrom - b.usedFrom) };
    } catch (error) {
      throw new Error(`DATA_DIR: ${path} cannot be read; put back its copy`, { cause: error });
    }
  });
}

/** Returns a line for the operator where such files are left. Their keys are in the database once the keys are open. */
export function leftKeyFiles(dataDir: string): string[] {
  const left = FILES.map(([name]) => keyFile(dataDir, name)).filter((path) => existsSync(path));
  if (left.length === 0) return [];
  return [
    `DATA_DIR: the keys of ${left.join(' and ')} are in the database; delete these files when no process of an earlier release runs any more`,
  ];
}
