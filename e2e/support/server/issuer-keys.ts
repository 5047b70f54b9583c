// The issuer keys of the server under test. The tests sign posters and codes as the server does, so they make its first key themselves, in
// the file of an earlier release, which its first start takes over.
import { existsSync } from 'node:fs';
import { issuerKey, issuerKeysOf, type IssuerKeys } from '@kippu/server/platform/keys/issuer-keys';
import { keyFile, makeKeyFile } from '@kippu/server/platform/keys/key-file';
import { readOldKeyFiles } from '@kippu/server/platform/keys/old-key-files';

/** Makes the key of a new data folder. Call it before the server's first start. */
export function makeIssuerKey(dataDir: string): void {
  const file = keyFile(dataDir, 'issuer.json');
  if (existsSync(file)) return;
  const { keyId: kid, key, createdAt } = issuerKey(Date.now());
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  makeKeyFile(file, JSON.stringify([{ kid, pem, createdAt }]));
}

/** Returns the issuer keys of the server in E2E_DATA_DIR. */
export function issuerKeys(): IssuerKeys {
  const now = Date.now();
  const keys = readOldKeyFiles(process.env['E2E_DATA_DIR'] ?? '').flatMap((file) => file.keys);
  return issuerKeysOf(
    keys.filter(({ purpose }) => purpose === 'issuer'),
    now,
  );
}
