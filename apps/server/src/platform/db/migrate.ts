// Applies each numbered migration once, under a lock, so that two processes may start at the same time.
import { sql } from 'kysely';
import { inTransaction, type Db } from './database.ts';
import { lockSchema } from './locks.ts';
import { accountsMigration } from './migrations/0001-accounts.ts';
import { ticketsMigration } from './migrations/0002-tickets.ts';
import { seatsMigration } from './migrations/0003-seats.ts';
import { ordersMigration } from './migrations/0004-orders.ts';
import { proofsMigration } from './migrations/0005-proofs.ts';
import { gatesMigration } from './migrations/0006-gates.ts';
import { feedbackMigration } from './migrations/0007-feedback.ts';
import { soldSeatsMigration } from './migrations/0008-sold-seats.ts';
import { bindAddressesMigration } from './migrations/0009-bind-addresses.ts';
import { disruptionsMigration } from './migrations/0010-disruptions.ts';
import { settledConflictsMigration } from './migrations/0011-settled-conflicts.ts';
import { ticketPhonesMigration } from './migrations/0012-ticket-phones.ts';
import { ticketListsMigration } from './migrations/0013-ticket-lists.ts';
import { refusalsMigration } from './migrations/0014-refusals.ts';
import { forgedPassagesMigration } from './migrations/0015-forged-passages.ts';
import { keptAnswersMigration } from './migrations/0016-kept-answers.ts';
import { movedByMigration } from './migrations/0017-moved-by.ts';
import { familyOrderMigration } from './migrations/0018-family-order.ts';
import { wrongClocksMigration } from './migrations/0019-wrong-clocks.ts';
import { reissueIndexMigration } from './migrations/0020-reissue-index.ts';
import { unreadColumnsMigration } from './migrations/0021-unread-columns.ts';
import { staffMigration } from './migrations/0022-staff.ts';
import { noticesMigration } from './migrations/0024-notices.ts';
import { heardGatesMigration } from './migrations/0025-heard-gates.ts';
import { feedImportsMigration } from './migrations/0026-feed-imports.ts';
import { wrongPlacesMigration } from './migrations/0030-wrong-places.ts';
import { gateKeysMigration } from './migrations/0033-gate-keys.ts';
import { takenInMigration } from './migrations/0036-taken-in.ts';
import { keptPasswordsMigration } from './migrations/0039-kept-passwords.ts';
import { demoGateCodesMigration } from './migrations/0046-demo-gate-codes.ts';
import { deploymentMigration } from './migrations/0047-deployment.ts';
import { firstPasswordsMigration } from './migrations/0049-first-passwords.ts';
import { hashedCodesMigration } from './migrations/0042-hashed-codes.ts';
import { usedOnceMigration } from './migrations/0043-used-once.ts';
import { failedSignInsMigration } from './migrations/0044-failed-sign-ins.ts';
import { gateRetriesMigration } from './migrations/0055-gate-retries.ts';
import { orderLettersMigration } from './migrations/0056-order-letters.ts';
import { serverKeysMigration } from './migrations/0057-server-keys.ts';
import { jobsMigration } from './migrations/0058-jobs.ts';

export const MIGRATIONS = [
  accountsMigration,
  ticketsMigration,
  seatsMigration,
  ordersMigration,
  proofsMigration,
  gatesMigration,
  feedbackMigration,
  soldSeatsMigration,
  bindAddressesMigration,
  disruptionsMigration,
  settledConflictsMigration,
  ticketPhonesMigration,
  ticketListsMigration,
  refusalsMigration,
  forgedPassagesMigration,
  keptAnswersMigration,
  movedByMigration,
  familyOrderMigration,
  wrongClocksMigration,
  reissueIndexMigration,
  unreadColumnsMigration,
  staffMigration,
  noticesMigration,
  heardGatesMigration,
  feedImportsMigration,
  wrongPlacesMigration,
  gateKeysMigration,
  takenInMigration,
  keptPasswordsMigration,
  demoGateCodesMigration,
  deploymentMigration,
  hashedCodesMigration,
  usedOnceMigration,
  failedSignInsMigration,
  firstPasswordsMigration,
  gateRetriesMigration,
  orderLettersMigration,
  serverKeysMigration,
  jobsMigration,
] as const;

/** Migrates the database to this version. Returns the names of the applied migrations. */
export async function migrate(db: Db): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    await lockSchema(trx);
    await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`.execute(
      trx,
    );
    const done = await sql<{ name: string }>`select name from migration`.execute(trx);
    const known = new Set(done.rows.map((row) => row.name));
    const applied: string[] = [];
    for (const migration of MIGRATIONS) {
      if (known.has(migration.name)) continue;
      // One statement at a time: the embedded database accepts no list.
      for (const statement of migration.statements) await sql.raw(statement).execute(trx);
      await sql`insert into migration (name) values (${migration.name})`.execute(trx);
      applied.push(migration.name);
    }
    return applied;
  });
}
