// Keeps a demonstration's published accounts out of production databases.
import type { Db } from '../platform/db/database.ts';
import { findProductionSince, markProduction, voidDemoGateCodes } from './demo-store.ts';
import { publishedEmails } from './published-accounts.ts';

const CLOSE_COMMAND = 'node apps/server/src/commands/close-demo.ts';

/**
 * Runs before production accepts requests. Throws an Error of one line where the database holds demonstration accounts with the published
 * password. Otherwise voids the demonstration's unused gate codes and records the use in production. Returns its changes, one line each.
 */
export async function guardProduction(db: Db, now: Date): Promise<readonly string[]> {
  const emails = await publishedEmails(db);
  if (emails.length > 0)
    throw new Error(
      `the database holds demonstration accounts with the published password (${emails.join(', ')}); close them with \`${CLOSE_COMMAND}\`, run with the server's settings, and start again`,
    );
  const codes = await voidDemoGateCodes(db, now);
  await markProduction(db, now);
  return codes === 0 ? [] : [`${codes} unused gate codes of a demonstration are void now`];
}

/** Runs before a demonstration is seeded. Throws an Error of one line where the database has been used in production. */
export async function guardDemo(db: Db): Promise<void> {
  const since = await findProductionSince(db);
  if (since)
    throw new Error(
      `DEMO: must be 0, because this database has been used in production since ${since.toISOString()}; give the demonstration a database of its own`,
    );
}
