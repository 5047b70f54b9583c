// Prepares a database that was restored to an earlier time, before the first start on it: node apps/server/src/commands/after-restore.ts
import { readConfig } from '../platform/start/config.ts';
import { inTransaction } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { forgetAfterRestore } from '../platform/restore/after-restore.ts';
import { startFault } from '../platform/start/start-fault.ts';

process.umask(0o077);

async function main(): Promise<void> {
  const { db, close } = await openDatabase(readConfig(process.env));
  try {
    const done = await inTransaction(db, (trx) => forgetAfterRestore(trx, new Date()));
    process.stdout.write(
      `Ended: ${done.sessions} sessions of travellers, ${done.staffSessions} of staff. Void: ${done.gateCodes} gate codes. Not sent: ${done.mails} mails.\n`,
    );
  } finally {
    await close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`after-restore: ${startFault(error)}\n`);
  process.exit(1);
});
