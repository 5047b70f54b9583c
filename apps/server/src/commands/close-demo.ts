// Ends a demonstration in the configured database: node apps/server/src/commands/close-demo.ts
import { readConfig } from '../platform/start/config.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { openOperator } from '../platform/operator/open-operator.ts';
import { startFault } from '../platform/start/start-fault.ts';
import { closeDemo } from '../demo/published-accounts.ts';

process.umask(0o077);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config);
  try {
    const operator = await openOperator(db, config, Date.now());
    const { publicOrigin } = config;
    const { people, tickets, gates, gateCodes } = await closeDemo({
      db,
      clock: Date.now,
      operator,
      publicOrigin,
    });
    process.stdout.write(
      `Closed: ${people.join(', ') || 'no account'}. Void: ${tickets} tickets, ${gateCodes} gate codes. Closed gates: ${gates}.\n`,
    );
  } finally {
    await close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`close-demo: ${startFault(error)}\n`);
  process.exit(1);
});
