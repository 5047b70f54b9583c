// Writes each station's poster, with the server's settings: node apps/server/src/commands/print-posters.ts <folder>
// It is a command because it signs with the issuer keys, which the station feature may not import.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateAt } from '@kippu/domain/time/service-day';
import { readConfig } from '../platform/start/config.ts';
import { loadOperator } from '../platform/operator/read-input.ts';
import { posterSvg } from '../station/poster-svg.ts';
import { startFault } from '../platform/start/start-fault.ts';
import { signPoster } from '../station/poster.ts';
import { readServerKeys } from '../platform/keys/server-keys.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import type { Config } from '../platform/start/config.ts';
import type { IssuerKeys } from '../platform/keys/issuer-keys.ts';

process.umask(0o077);

async function readIssuerKeys(config: Config): Promise<IssuerKeys> {
  const { db, close } = await openDatabase(config);
  try {
    return (await readServerKeys({ db, clock: Date.now, config })).issuerKeys;
  } finally {
    await close();
  }
}

async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('give the folder to write the posters to');
  const config = readConfig(process.env);
  const operator = await loadOperator(config.operatorDir, Date.now());
  const keys = await readIssuerKeys(config);
  const lastDay = dateAt(keys.notAfter * 1000);
  mkdirSync(folder, { recursive: true });
  for (const station of operator.stations.values()) {
    const svg = posterSvg(station, signPoster(keys, station.stationId), operator.agency.name, lastDay);
    writeFileSync(join(folder, `${station.stationId}.svg`), svg);
  }
  const count = operator.stations.size;
  process.stdout.write(
    `${count} posters in ${folder}, good until ${lastDay}, signed with key ${keys.kid}.\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`print-posters: ${startFault(error)}\n`);
  process.exit(1);
});
