// Applies the numbered migrations once each, under a lock, so that two processes may start together.
import { sql } from 'kysely';
import { inTransaction, type Db } from './database.ts';
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
] as const;
const MIGRATION_LOCK = 1_195_001;

/** Brings the database to this version; returns the names it applied. */
export async function migrate(db: Db): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
    await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`.execute(
      trx,
    );
    const done = await sql<{ name: string }>`select name from migration`.execute(trx);
    const known = new Set(done.rows.map((row) => row.name));
    const applied: string[] = [];
    for (const migration of MIGRATIONS) {
      if (known.has(migration.name)) continue;
      // One statement at a time: the embedded database takes no list.
      for (const statement of migration.statements) await sql.raw(statement).execute(trx);
      await sql`insert into migration (name) values (${migration.name})`.execute(trx);
      applied.push(migration.name);
    }
    return applied;
  });
}
