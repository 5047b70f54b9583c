// Lets reservations follow what feeds and the desk say of trains: cancelled, restored, other stops or cars. The soonest train first.
import { inTransaction, type Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import {
  requireNewestTrains,
  TimetableChangedError,
  type Edition,
  type Timetable,
} from '../../platform/operator/timetable.ts';
import { listTrainsToMove, lockTrainToMove, markTrainMoved } from '../store/live-move-store.ts';
import { findDeparture, wholeRide } from '../timetable/departure.ts';
import { followTickets } from './follow-tickets.ts';
import { moveReservations } from './move-reservations.ts';

function soonestFirst(operator: OperatorData, departureIds: readonly string[]): string[] {
  const leaves = (departureId: string) => {
    const departure = findDeparture(operator, departureId);
    return departure ? wholeRide(departure).expectedDepartAt : Number.POSITIVE_INFINITY;
  };
  const at = new Map(departureIds.map((id) => [id, leaves(id)]));
  return departureIds.toSorted((a, b) => (at.get(a) ?? 0) - (at.get(b) ?? 0) || (a < b ? -1 : 1));
}

/** Moves one train's reservations in one transaction with its mark. Returns how many were disrupted. */
function moveTrain(
  db: Db,
  edition: Edition,
  departureId: string,
  { now, skipLocked }: { readonly now: number; readonly skipLocked: boolean },
): Promise<number> {
  return inTransaction(db, async (trx) => {
    await requireNewestTrains(trx, edition);
    if (!(await lockTrainToMove(trx, departureId, { now, skipLocked }))) return 0;
    const { disrupted, complete } = await moveReservations(trx, edition.operator, [departureId], {
      now,
      isLive: true,
    });
    if (complete) await markTrainMoved(trx, departureId, now);
    return disrupted;
  });
}

/**
 * Lets the reservations of all trains follow that changed and have not been followed yet. The mark is with the train, so another process goes on
 * where this one ends. If a train changes meanwhile, that train is read first.
 * @param clock epoch milliseconds
 * @returns how many reservations were disrupted
 */
export async function moveLiveTrains(
  { db, timetable, clock }: { readonly db: Db; readonly timetable: Timetable; readonly clock: () => number },
  isStopping: () => boolean = () => false,
): Promise<number> {
  let disrupted = 0;
  const now = clock();
  try {
    await followTickets(db, timetable.current, now);
  } catch (error) {
    if (!(error instanceof TimetableChangedError)) throw error;
    await timetable.refresh();
  }
  for (const departureId of soonestFirst(timetable.current.operator, await listTrainsToMove(db, now))) {
    if (isStopping()) break;
    try {
      disrupted += await moveTrain(db, timetable.current, departureId, { now, skipLocked: true });
    } catch (error) {
      if (!(error instanceof TimetableChangedError)) throw error;
      // The train's mark stays: the next run moves it.
      await timetable.refresh();
    }
  }
  return disrupted;
}

/** The trains whose reservations this process has let follow before a booking. */
const movedFirst = new WeakMap<Edition['toMove'], Set<string>>();

/**
 * Lets a train's reservations follow its last live change before a booking on it. Otherwise the booking could take a seat that comes back to
 * one of them with its car.
 */
export async function followTrainFirst(
  { db, clock }: { readonly db: Db; readonly clock: () => number },
  edition: Edition,
  askedId: string,
): Promise<void> {
  const departureId = findDeparture(edition.operator, askedId)?.departureId;
  const done = movedFirst.get(edition.toMove) ?? new Set<string>();
  movedFirst.set(edition.toMove, done);
  if (departureId === undefined || !edition.toMove.has(departureId) || done.has(departureId)) return;
  await moveTrain(db, edition, departureId, { now: clock(), skipLocked: false });
  done.add(departureId);
}
