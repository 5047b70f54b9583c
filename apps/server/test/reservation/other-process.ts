// Another process of the same database that hears first how a train runs, for tests.
import { onTestFinished } from 'vitest';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import { inTransaction } from '../../src/platform/db/database.ts';
import { saveLive } from '../../src/platform/live/live-store.ts';
import { publishAndOpenTimetable } from '../../src/reservation/timetable/publish-and-open-timetable.ts';
import { readOperator, type TestDeps } from '../app-context.ts';

/**
 * Lets the tested process follow the database until the test ends. Returns how another process stores what the desk says of a train; the tested
 * process has not read it then.
 */
export async function otherProcess(
  deps: TestDeps,
): Promise<(departureId: string, layer: Omit<LiveLayer, 'asOf'>) => Promise<void>> {
  const { db, clock, config, timetable: before } = deps;
  const report = (error: unknown) => {
    throw error;
  };
  const timetable = await publishAndOpenTimetable({ db, clock, read: readOperator, report }, config);
  Object.assign(deps, { timetable });
  onTestFinished(() => {
    Object.assign(deps, { timetable: before });
  });
  return async (departureId, layer) => {
    const said = [{ departureId, layer: { asOf: clock(), ...layer } }];
    await inTransaction(db, (trx) =>
      saveLive(trx, said, { source: 'desk', by: 'desk:1', at: new Date(clock()) }),
    );
  };
}
