// Writes the next issuer key: npx tsx server/src/ticket/rotate-issuer-key.ts [hours until it signs, usually 72]
// Running processes take it up within ten seconds and tell gates; until its time the present key signs.
import { readConfig } from '../config.ts';
import { LEAD_MS, rotateIssuerKey } from './issuer-keys.ts';

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
  process.stderr.write(`rotate-issuer-key: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
