// Prints a one-time code for a new gate: node apps/server/src/commands/new-gate.ts <stationId> <in|out|both>
import { GATE_DIRECTIONS } from '@kippu/contract/values';
import { readConfig } from '../platform/start/config.ts';
import { DataDirInUseError } from '../platform/db/data-dir/data-dir-lock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { openOperator } from '../platform/operator/open-operator.ts';
import { startFault } from '../platform/start/start-fault.ts';
import { makeGateCode } from '../gate/enrol/enrol-gate.ts';

process.umask(0o077);

const LOCKED =
  'The embedded database belongs to the running server. Make the code at the desk, under Gates, as a manager.';

async function main([stationId = '', asked = '']: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config);
  try {
    const operator = await openOperator(db, config, Date.now());
    const station = operator.stations.get(stationId);
    const direction = GATE_DIRECTIONS.find((known) => known === asked);
    if (!station || !direction)
      throw new Error(
        'give a station id of the operator and a direction, such as: central in. ' +
          'Directions are in and out; both is for a gate where staff always stand by.',
      );
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
  const message = error instanceof DataDirInUseError ? LOCKED : startFault(error);
  process.stderr.write(`new-gate: ${message}\n`);
  process.exit(1);
});
