// Writes the next issuer key: node apps/server/src/commands/rotate-issuer-key.ts [hours until it signs, usually 72]
// Running processes read it within ten seconds and send it to gates; until its time the current key signs.
import { readConfig } from '../platform/start/config.ts';
import { startFault } from '../platform/start/start-fault.ts';
import { LEAD_MS, rotateIssuerKey } from '../platform/keys/issuer-keys.ts';

process.umask(0o077);

const HOUR_MS = 3_600_000;

function main([hours]: readonly string[]): void {
  const leadMs = hours === undefined ? LEAD_MS : Number(hours) * HOUR_MS;
  if (!(leadMs >= 0 && leadMs <= 30 * 24 * HOUR_MS)) throw new RangeError('give hours from 0 to 720');
  const { dataDir } = readConfig(process.env);
  const { kid, notBefore } = rotateIssuerKey(dataDir, Date.now(), leadMs);
  process.stdout.write(
    `Key ${kid} signs from ${new Date(notBefore * 1000).toISOString()}.\nEvery gate must have been online once before.\n`,
  );
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`rotate-issuer-key: ${startFault(error)}\n`);
  process.exitCode = 1;
}
