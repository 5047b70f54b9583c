// The SQL of server processes: which timetable each one serves.
import { sql, type Selectable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { ServerProcessTable } from '../db/tables/feed-tables.ts';

export type ServerProcess = Selectable<ServerProcessTable>;

/** How long an ended process may have been silent before its row is deleted. */
const KEPT_MS = 24 * 3_600_000;

/** Stores what a process serves, and deletes the rows of processes that ended long ago. */
export async function saveProcess(trx: Trx, process: ServerProcess): Promise<void> {
  await trx
    .insertInto('server_process')
    .values(process)
    .onConflict((conflict) => conflict.column('process_id').doUpdateSet(process))
    .execute();
  await sql`delete from server_process where process_id in (
    select process_id from server_process where seen_at < ${new Date(process.seen_at.getTime() - KEPT_MS)}::timestamptz
    for update skip locked)`.execute(trx);
}

export async function deleteProcess(trx: Trx, processId: string): Promise<void> {
  await trx.deleteFrom('server_process').where('process_id', '=', processId).execute();
}

/** Lists the processes that reported since `since`. */
export function listProcesses(db: Db, since: Date): Promise<ServerProcess[]> {
  return db.selectFrom('server_process').selectAll().where('seen_at', '>=', since).execute();
}
