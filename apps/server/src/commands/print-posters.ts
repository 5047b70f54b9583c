// Writes each station's poster: `npx tsx server/src/ticket/print-posters.ts <folder>`, with the server's own settings.
// It lives here because it signs with the ticket feature's keys, which the station feature may not import.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateAt } from '@kippu/domain/service-day';
import { readConfig } from '../config.ts';
import { loadOperator } from '../operator/operator-data.ts';
import { posterSvg } from '../station/poster-svg.ts';
import { signPoster } from '../station/poster.ts';
import { loadIssuerKeys } from './issuer-keys.ts';

function main(): void {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('name the folder that the posters go into');
  const config = readConfig(process.env);
  const operator = loadOperator(config.operatorDir);
  const keys = loadIssuerKeys(config.dataDir, Date.now());
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
  process.stdout.write('A server that was started before this key was made must be started again.\n');
}

try {
  main();
} catch (error) {
  process.stderr.write(`print-posters: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
