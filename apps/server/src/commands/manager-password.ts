// Gives a manager of the desk a first password: node apps/server/src/commands/manager-password.ts <email> [--new]
import { readConfig } from '../platform/start/config.ts';
import { DataDirInUseError } from '../platform/db/data-dir/data-dir-lock.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { readServerKeys } from '../platform/keys/server-keys.ts';
import { startFault } from '../platform/start/start-fault.ts';
import { setHostPassword } from '../desk/staff/host-password.ts';

process.umask(0o077);

const LOCKED = 'The embedded database belongs to the running server: stop the server first.';

async function main(args: readonly string[]): Promise<void> {
  const emails = args.filter((each) => each !== '--new');
  if (emails.length !== 1) throw new Error('give one email; --new adds a manager');
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config);
  try {
    const isNew = args.includes('--new');
    const { keys } = await readServerKeys({ db, clock: Date.now, config });
    const given = await setHostPassword({ db, clock: Date.now, keys }, emails[0] ?? '', { isNew });
    process.stdout.write(
      `First password of ${given.email}, good for one sign-in until ${given.validUntil.toISOString()}: ${given.password}\n`,
    );
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const message = error instanceof DataDirInUseError ? LOCKED : startFault(error);
  process.stderr.write(`manager-password: ${message}\n`);
  process.exit(1);
});
