// Prints a one-time code for a new gate: npx tsx server/src/gate/new-gate.ts <stationId> <in|out|both>
import { GATE_DIRECTIONS } from '@kippu/contract/gate';
import { readConfig } from '../config.ts';
import { inTransaction } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { openOperator } from '../operator/open-operator.ts';
import { makeGateCode } from './enrol-gate.ts';

const LOCKED =
  'The embedded database belongs to the running server. Ask it instead: POST /desk/gates {"stationId": "kyoto"} with "Authorization: ApiKey <DESK_API_KEY>".';

async function main([stationId = '', way = 'both']: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config);
  try {
    const { operator } = await openOperator(db, config);
    const station = operator.stations.get(stationId);
    const direction = GATE_DIRECTIONS.find((known) => known === way);
    if (!station || !direction)
      throw new Error('give a station id of the operator and in, out or both, such as: kyoto both');
    const { code } = await inTransaction(db, (trx) =>
      makeGateCode(trx, { stationId, direction }, Date.now()),
    );
    process.stdout.write(
      `${station.stationNameEn}, ${direction}: ${code}\nIt is good for one gate and 24 hours.\n`,
    );
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `new-gate: ${/is in use by process/.test(message) ? `${message}\n${LOCKED}` : message}\n`,
  );
  process.exit(1);
});
