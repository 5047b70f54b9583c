// Replaces stolen keys at once: node apps/server/src/commands/replace-keys.ts <issuer|password|secret|push|webhook>
// Running processes use the new key within ten seconds. What the old ones protected becomes void.
import { readConfig } from '../platform/start/config.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { startFault } from '../platform/start/start-fault.ts';
import { replaceKeys } from '../platform/keys/server-keys.ts';

process.umask(0o077);

const PURPOSES = ['issuer', 'password', 'secret', 'push', 'webhook'] as const;

async function main([asked]: readonly string[]): Promise<void> {
  const purpose = PURPOSES.find((known) => known === asked);
  if (!purpose) throw new Error(`say which keys: ${PURPOSES.join(', ')}`);
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config);
  try {
    const { keyId } = await replaceKeys({ db, clock: Date.now, config }, purpose);
    process.stdout.write(`Key ${keyId} replaces all ${purpose} keys. Their private parts are destroyed.\n`);
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`replace-keys: ${startFault(error)}\n`);
  process.exit(1);
});
