// Makes the next issuer key: node apps/server/src/commands/rotate-issuer-key.ts [hours until it signs, usually 72]
// Running processes read it within ten seconds and send it to gates; until its time the current key signs.
import { readConfig } from '../platform/start/config.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { startFault } from '../platform/start/start-fault.ts';
import { LEAD_MS } from '../platform/keys/issuer-keys.ts';
import { rotateIssuerKey } from '../platform/keys/server-keys.ts';

process.umask(0o077);

const HOUR_MS = 3_600_000;

async function main([hours]: readonly string[]): Promise<void> {
  const leadMs = hours === undefined ? LEAD_MS : Number(hours) * HOUR_MS;
  if (!(leadMs >= 0 && leadMs <= 30 * 24 * HOUR_MS)) throw new RangeError('give hours from 0 to 720');
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config);
  try {
    const { keyId, usedFrom } = await rotateIssuerKey({ db, clock: Date.now, config }, leadMs);
    process.stdout.write(
      `Key ${keyId} signs from ${new Date(usedFrom).toISOString()}.\nEvery gate must have been online once before.\n`,
    );
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`rotate-issuer-key: ${startFault(error)}\n`);
  process.exit(1);
});
