// Moves all reservations to the current timetable, batch by batch, by one process at a time, while all processes serve.
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { lockUnmoved, markMoved, saveProgress } from '../../platform/operator/generation-store.ts';
import {
  requireNewestTrains,
  TimetableChangedError,
  type Edition,
  type Timetable,
} from '../../platform/operator/timetable.ts';
import { listDeparturesAfter, type BookedDeparture } from '../store/disruption-store.ts';
import { findDeparture } from '../timetable/departure.ts';
import { moveReservations } from './move-reservations.ts';

/** A batch has whole departures, until they have this many reservations. */
const BATCH = 200;
const DEPARTURES = 50;

const throughOf = ({ service_date, departure_id }: Pick<BookedDeparture, 'service_date' | 'departure_id'>) =>
  `${service_date} ${departure_id}`;

/** The place in the order of departures that `throughOf` names; for '' before the first departure that may still run. */
function placeOf(through: string, now: number) {
  const [date = ''] = through.split(' ', 1);
  return through === ''
    ? { service_date: addDays(dateAt(now), -2), departure_id: '' }
    : { service_date: date, departure_id: through.slice(date.length + 1) };
}

function firstBatch(departures: readonly BookedDeparture[], size: number): readonly BookedDeparture[] {
  let reservations = 0;
  const end = departures.findIndex((departure) => (reservations += departure.reservations) >= size);
  return end < 0 ? departures : departures.slice(0, end + 1);
}

interface MoveOptions {
  /** Ends the run after the current batch. */
  readonly isStopping?: () => boolean;
  /** How many reservations complete a batch. */
  readonly size?: number;
}

type Step = 'more' | 'elsewhere' | { readonly disrupted: number };

/** Moves the next batch in one transaction, with how far it came. */
function moveBatch(db: Db, edition: Edition, size: number, now: number): Promise<Step> {
  return inTransaction(db, async (trx): Promise<Step> => {
    await requireNewestTrains(trx, edition);
    const through = await lockUnmoved(trx, edition.generation);
    if (through === undefined) return 'elsewhere';
    const batch = firstBatch(await listDeparturesAfter(trx, placeOf(through, now), DEPARTURES), size);
    const last = batch.at(-1);
    if (!last) return { disrupted: await markMoved(trx, edition.generation, new Date(now)) };
    const ids = batch.map((departure) => departure.departure_id);
    const { disrupted, complete } = await moveReservations(trx, edition.operator, ids, { now });
    const reached = complete ? throughOf(last) : through;
    await saveProgress(trx, edition.generation, { through: reached, disrupted });
    return 'more';
  });
}

/**
 * Moves the reservations that are not moved yet to the current timetable. An interrupted run is continued by the next
 * one, in any process. Ends early when a newer timetable was published meanwhile. A live train that changed is read first.
 * @param clock epoch milliseconds
 * @returns how many reservations the timetable disrupted, if this run completed it; else undefined
 */
export async function moveAll(
  { db, timetable, clock }: { readonly db: Db; readonly timetable: Timetable; readonly clock: () => number },
  { isStopping = () => false, size = BATCH }: MoveOptions = {},
): Promise<number | undefined> {
  const { generation, moved } = timetable.current;
  if (moved || generation === 0) return undefined;
  let outdated: Edition | undefined;
  while (!isStopping() && timetable.current.generation === generation && timetable.current !== outdated) {
    const edition = timetable.current;
    try {
      const step = await moveBatch(db, edition, size, clock());
      if (step === 'elsewhere') return undefined;
      if (step !== 'more') return step.disrupted;
    } catch (error) {
      if (!(error instanceof TimetableChangedError)) throw error;
      outdated = edition;
      await timetable.refresh();
    }
  }
  return undefined;
}

/** The departures that this process has moved before a booking. */
const movedFirst = new WeakMap<Edition, Set<string>>();

/**
 * Moves a departure's reservations before a booking on it, while not all are moved: otherwise the booking could take a
 * seat that belongs to one of them.
 */
export async function moveDepartureFirst(
  { db, clock }: { readonly db: Db; readonly clock: () => number },
  edition: Edition,
  askedId: string,
): Promise<void> {
  if (edition.moved || edition.generation === 0) return;
  const departureId = findDeparture(edition.operator, askedId)?.departureId;
  const done = movedFirst.get(edition) ?? new Set<string>();
  movedFirst.set(edition, done);
  if (departureId === undefined || done.has(departureId)) return;
  const { complete } = await inTransaction(db, async (trx) => {
    await requireNewestTrains(trx, edition);
    return moveReservations(trx, edition.operator, [departureId], { now: clock() });
  });
  if (complete) done.add(departureId);
}
