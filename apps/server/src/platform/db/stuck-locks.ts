// Locks of departures that are not freed in time: a process that is paused amid a transaction keeps its locks until PostgreSQL ends that transaction.
import { DatabaseUnavailable, outageOf } from './connect/outage.ts';

/** The departures for which a caller has waited in vain, and whether another one is trying now. */
const stuck = new Map<string, { isTried: boolean }>();

/**
 * Runs work that waits for the locks of departures. While one of them is stuck, one caller at a time tries it, and all others fail at once. If
 * each of them waited, they would use all connections of the process, and calls for other trains would get none.
 * @throws DatabaseUnavailable `locked` if another caller is trying
 */
export async function failingFast<T>(departureIds: readonly string[], work: () => Promise<T>): Promise<T> {
  const known = departureIds.flatMap((id) => stuck.get(id) ?? []);
  if (known.some(({ isTried }) => isTried))
    throw new DatabaseUnavailable('locked', 'another transaction keeps the lock of a departure');
  for (const one of known) one.isTried = true;
  try {
    const result = await work();
    for (const id of departureIds) stuck.delete(id);
    return result;
  } catch (error) {
    for (const one of known) one.isTried = false;
    if (outageOf(error) === 'lockTimeout')
      for (const id of departureIds) if (!stuck.has(id)) stuck.set(id, { isTried: false });
    throw error;
  }
}
