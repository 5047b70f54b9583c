// The migrations, and how they are applied: each once, by one process while others wait, and without readers waiting for a lock.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Trx } from './database.ts';
import { lockSchema, tryLockUpgrade } from './locks.ts';
import { NewerDatabaseError, type Migration } from './migration.ts';
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
import { timetablesMigration } from './migrations/0059-timetables.ts';
import { expiredTokensMigration } from './migrations/0063-expired-tokens.ts';
import { recordedNamesMigration } from './migrations/0065-recorded-names.ts';
import { feedsMigration } from './migrations/0075-feeds.ts';
import { keptUploadsMigration } from './migrations/0078-kept-uploads.ts';
import { operatorsWordsMigration } from './migrations/0080-operators-words.ts';
import { operatorMigration } from './migrations/0087-operator.ts';
import { liveTrainsMigration } from './migrations/0088-live-trains.ts';
import { judgedGatesMigration } from './migrations/0089-judged-gates.ts';
import { contradictionsMigration } from './migrations/0090-contradictions.ts';
import { manyVersionsMigration, versionsOfEventsMigration } from './migrations/0091-versions-of-events.ts';
import { liveMovesMigration } from './migrations/0092-live-moves.ts';
import { liveFeedsMigration } from './migrations/0093-live-feeds.ts';
import { firstReceiptMigration } from './migrations/0094-first-receipt.ts';
import { pushSubscriptionsMigration } from './migrations/0095-push-subscriptions.ts';
import { lateRunsMigration } from './migrations/0103-late-runs.ts';
import { seatRefundsMigration } from './migrations/0104-seat-refunds.ts';
import { sentLinksMigration } from './migrations/0113-sent-links.ts';
import { inspectorsMigration } from './migrations/0117-inspectors.ts';
import { leftBehindIndexMigration, leftBehindMigration } from './migrations/0111-left-behind.ts';
import { eveMailsMigration } from './migrations/0122-eve-mails.ts';
import { partnersMigration } from './migrations/0130-partners.ts';
import { seatsOfOrdersIndexMigration, seatsOfOrdersMigration } from './migrations/0131-seats-of-orders.ts';
import { extraTrainsMigration } from './migrations/0100-extra-trains.ts';
import { toldRidesMigration } from './migrations/0096-told-rides.ts';
import { allowedCutsMigration } from './migrations/0109-allowed-cuts.ts';
import { revokingEventsMigration } from './migrations/0060-revoking-events.ts';
import { verifiedEventsMigration } from './migrations/0076-verified-events.ts';
import { lockedInTicketsMigration } from './migrations/0077-locked-in-tickets.ts';
import { stateOfGatesMigration } from './migrations/0066-state-of-gates.ts';
import { gateCodesMigration } from './migrations/0070-gate-codes.ts';
import { momentsMigration } from './migrations/0071-moments.ts';
import { futureReservationsMigration } from './migrations/0064-future-reservations.ts';
import { visitorsMessagesMigration } from './migrations/0121-visitors-messages.ts';
import { webhooksMigration } from './migrations/0163-webhooks.ts';
import { deskHomeMigration } from './migrations/0140-desk-home.ts';
import { heldItemsMigration } from './migrations/0150-held-items.ts';
import { addedTrainsMigration } from './migrations/0146-added-trains.ts';
import { closedMonthsMigration } from './migrations/0167-closed-months.ts';

export const MIGRATIONS: readonly Migration[] = [
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
  timetablesMigration,
  expiredTokensMigration,
  futureReservationsMigration,
  recordedNamesMigration,
  revokingEventsMigration,
  gateCodesMigration,
  feedsMigration,
  momentsMigration,
  stateOfGatesMigration,
  keptUploadsMigration,
  verifiedEventsMigration,
  lockedInTicketsMigration,
  operatorsWordsMigration,
  operatorMigration,
  liveTrainsMigration,
  judgedGatesMigration,
  contradictionsMigration,
  versionsOfEventsMigration,
  manyVersionsMigration,
  liveMovesMigration,
  liveFeedsMigration,
  firstReceiptMigration,
  pushSubscriptionsMigration,
  lateRunsMigration,
  seatRefundsMigration,
  toldRidesMigration,
  allowedCutsMigration,
  leftBehindMigration,
  leftBehindIndexMigration,
  sentLinksMigration,
  extraTrainsMigration,
  visitorsMessagesMigration,
  eveMailsMigration,
  partnersMigration,
  seatsOfOrdersMigration,
  seatsOfOrdersIndexMigration,
  inspectorsMigration,
  deskHomeMigration,
  heldItemsMigration,
  addedTrainsMigration,
  closedMonthsMigration,
  webhooksMigration,
];

/** How a migration waits for a lock that is not free: for how long, how often, and how long it lets others work between. */
export const LOCK_TRIES = { lockMs: 500, tries: 120, againAfterMs: 2_000 } as const;
/** PostgreSQL's code for a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  /** Whether other processes may use the database meanwhile; false for the embedded database. */
  readonly shared?: boolean;
  readonly migrations?: readonly Migration[];
  /** How long a statement waits for its lock, in milliseconds: so long all later readers of the table wait too. */
  readonly lockMs?: number;
  /** Waits before a new try, until the upgrade of another process or the lock of a table is free. */
  readonly again?: () => Promise<unknown>;
}

const isLocked = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

/** Makes the table of applied migrations. Version 0.5.0 made it without `needs`. */
async function ensureTable(db: Db): Promise<void> {
  await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`.execute(
    db,
  );
  const { rows } = await sql`select 1 from information_schema.columns
    where table_schema = current_schema() and table_name = 'migration' and column_name = 'needs'`.execute(db);
  if (rows.length === 0) await sql`alter table migration add column needs text`.execute(db);
}

/** Returns the migrations that are missing. Throws a NewerDatabaseError if a later one does not work with this program. */
async function missing(db: Db, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await sql<{ name: string; needs: string | null }>`
    select name, needs from migration order by name`.execute(db);
  const known = new Set(migrations.map(({ name }) => name));
  const newer = rows.find(({ name, needs }) => !known.has(name) && needs !== null && !known.has(needs));
  if (newer) throw new NewerDatabaseError(newer.name);
  const done = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

const markDone = (db: Db, { name, needs }: Migration) =>
  sql`insert into migration (name, needs) values (${name}, ${needs ?? null})`.execute(db);

/** Applies migrations in one transaction. For a database that nobody else uses. */
async function applyAtOnce(trx: Trx, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) {
    const indexes = (migration.indexes ?? []).map(({ name, on }) => `create index ${name} on ${on}`);
    // One statement at a time: the embedded database accepts no list.
    for (const statement of [...(migration.statements ?? []), ...indexes])
      await sql.raw(statement).execute(trx);
    for (const statement of migration.batches ?? []) while (await changesRows(trx, statement));
    await markDone(trx, migration);
  }
}

/** Runs a statement. Returns whether it changed a row. */
async function changesRows(db: Db, statement: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql.raw(statement).execute(db);
  return numAffectedRows > 0n;
}

/** Builds an index beside readers and writers. An interrupted build leaves an invalid one, which is built again. */
async function buildIndex(db: Db, name: string, on: string): Promise<void> {
  const { rows } =
    await sql`select 1 from pg_index where not indisvalid and indexrelid = to_regclass(${name})`.execute(db);
  if (rows.length > 0) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create index concurrently if not exists ${name} on ${on}`).execute(db);
}

/** Applies one migration while others read and write. */
async function applyBeside(
  db: Db,
  migration: Migration,
  { lockMs = LOCK_TRIES.lockMs, again = pause }: MigrateOptions,
): Promise<void> {
  /** Runs work in a transaction that gives up a lock that is not free soon, so that no reader waits behind it. */
  const briefly = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await db.transaction().execute(async (trx) => {
          await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(trx);
          return work(trx);
        });
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (tries === LOCK_TRIES.tries)
          throw new Error(
            `migration ${migration.name} gets no lock, because another transaction keeps its table; end that one (pg_stat_activity names it) and start again`,
            { cause: error },
          );
        await again();
      }
    }
  };
  if (migration.statements)
    return briefly(async (trx) => {
      // Releases up to 0.5.0 migrate under this lock alone.
      await lockSchema(trx);
      await applyAtOnce(trx, [migration]);
    });
  for (const { name, on } of migration.indexes ?? []) await buildIndex(db, name, on);
  for (const statement of migration.batches ?? [])
    while (await briefly((trx) => changesRows(trx, statement)));
  await markDone(db, migration);
}

const pause = () => wait(LOCK_TRIES.againAfterMs);

/**
 * Migrates the database to this version. One process does it while others wait; on a shared database it needs two connections. Returns the
 * names of the applied migrations. Throws a NewerDatabaseError for a database that a newer program changed so that this one cannot use it,
 * and an Error if a table is locked for minutes.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const { shared = false, migrations = MIGRATIONS, again = pause } = options;
  // Watched tests refuse a statement beside `inTransaction`; this transaction only holds a lock, and the work runs beside it.
  const upgrade = async (holder: Trx): Promise<string[] | undefined> => {
    if (shared && !(await tryLockUpgrade(holder))) return undefined;
    if (!shared) await lockSchema(holder);
    await ensureTable(shared ? db : holder);
    const open = await missing(shared ? db : holder, migrations);
    if (!shared) await applyAtOnce(holder, open);
    else if (open.length === migrations.length)
      // A new database: nobody reads it yet.
      await db.transaction().execute(async (trx) => {
        await lockSchema(trx);
        await applyAtOnce(trx, await missing(trx, migrations));
      });
    else for (const migration of open) await applyBeside(db, migration, options);
    return open.map(({ name }) => name);
  };
  for (;;) {
    const applied = await db.transaction().execute(upgrade);
    if (applied) return applied;
    // Asked again in a new transaction: an index build waits until every transaction has ended that it has met amid a statement.
    await again();
  }
}
