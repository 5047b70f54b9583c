// Trains that a feed wants to cancel or to shorten, so many of a day that they wait for the desk: it allows that, or keeps the trains running.
import type { BodyOf, DataOf } from '@kippu/contract/call';
import type { deskAllowCuts, deskHeldCuts, deskKeepRunning } from '@kippu/contract/calls/desk/live';
import { cutOf, isOverruled, isWithin, type Cut } from '@kippu/domain/live/cut';
import { deskLayerAfter } from '@kippu/domain/live/desk-change';
import type { LiveLayers } from '@kippu/domain/live/live-train';
import { listFeeds, takeHeld } from '../../live/feed/feed-store.ts';
import { allowCut } from '../../live/feed/save-reading.ts';
import type { HeldCuts } from '../../live/feed/merge-words.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { findFeedTrains, lockLive, saveLive, type FeedTrain } from '../../platform/live/live-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { changeEffects } from './change-effects.ts';
import { withLayers } from './train-run.ts';

type Held = BodyOf<typeof deskAllowCuts>;
interface By {
  readonly actor: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Trains = ReadonlyMap<string, FeedTrain>;

const NOTHING: LiveLayers = { feed: null, desk: null };

/** The held cancellations that the desk's word does not already decide. */
const waiting = (cuts: HeldCuts[string], trains: Trains): [departureId: string, cut: Cut][] =>
  Object.entries(cuts).filter(
    ([departureId, cut]) => !isOverruled(cut, trains.get(departureId)?.desk ?? null),
  );

/** What the feed would say of a train. */
const withCut = ({ feed, desk }: LiveLayers, cut: Cut, now: number): LiveLayers => ({
  desk,
  feed: { asOf: now, ...feed, ...cut },
});

/** How many trains feeds have cancelled or shortened already, without the desk's word. */
const countApplied = (trains: Trains, waits: ReadonlySet<string>): number =>
  [...trains].filter(([departureId, { feed, desk, allowed }]) => {
    const cut = cutOf(feed);
    return !waits.has(departureId) && !isWithin(cut, [allowed, desk]) && !isOverruled(cut, desk);
  }).length;

/** Counts the trains whose cancellation waits for the desk, and their days by feed. */
export async function countHeldCuts(db: Db): Promise<{ readonly trains: number; readonly days: number }> {
  let [trains, days] = [0, 0];
  for (const { held } of await listFeeds(db))
    for (const cuts of Object.values(held ?? {})) {
      const waits = waiting(cuts, await findFeedTrains(db, Object.keys(cuts)));
      trains += waits.length;
      if (waits.length > 0) days += 1;
    }
  return { trains, days };
}

/** Lists the cancellations that wait for the desk, with whom they would touch now. */
export async function listHeldCuts(
  db: Db,
  operator: OperatorData,
  now: number,
): Promise<DataOf<typeof deskHeldCuts>> {
  const items: DataOf<typeof deskHeldCuts>['items'] = [];
  for (const { number, held } of await listFeeds(db))
    for (const [serviceDate, cuts] of Object.entries(held ?? {})) {
      const trains = await findFeedTrains(db, Object.keys(cuts), [serviceDate]);
      const waits = waiting(cuts, trains);
      if (waits.length === 0) continue;
      const ids = waits.map(([departureId]) => departureId);
      const old = withLayers(operator, [...trains], now);
      const cut = waits.map(
        ([departureId, each]) =>
          [departureId, withCut(trains.get(departureId) ?? NOTHING, each, now)] as const,
      );
      const { losesTrain } = await changeEffects(db, { old, next: withLayers(old, cut, now) }, ids, now);
      items.push({
        feed: number,
        serviceDate,
        trains: waits.length,
        shortened: waits.filter(([, { runs }]) => runs !== false).length,
        applied: countApplied(trains, new Set(ids)),
        losesTrain,
      });
    }
  return { items };
}

/**
 * Applies the cancellations; trains that the desk keeps running still run. Throws AppError DESK-0001 if none wait any more, or more than the
 * staff saw.
 */
export async function allowCuts(
  trx: Trx,
  { feed, serviceDate, trains }: Held,
  { actor, now }: By,
): Promise<DataOf<typeof deskAllowCuts>> {
  const cuts = (await takeHeld(trx, feed, serviceDate)) ?? {};
  const waits = waiting(cuts, await findFeedTrains(trx, Object.keys(cuts)));
  if (waits.length === 0 || waits.length > (trains ?? waits.length)) throw new AppError('DESK-0001');
  await allowCut(trx, serviceDate, cuts, { by: actor, at: new Date(now) });
  return { trains: waits.length };
}

/**
 * Says for the desk that the trains run. The feed's next readings do not change that. Throws AppError DESK-0001 if none wait any more, or more
 * than the staff saw.
 */
export async function keepRunning(
  trx: Trx,
  { feed, serviceDate, trains: seen }: Held,
  { actor, now }: By,
): Promise<DataOf<typeof deskKeepRunning>> {
  // The feeds' rows are locked before the live trains, as by the feeds' reader.
  const cuts = (await takeHeld(trx, feed, serviceDate)) ?? {};
  await lockLive(trx);
  const trains = await findFeedTrains(trx, Object.keys(cuts));
  const waits = waiting(cuts, trains);
  if (waits.length === 0 || waits.length > (seen ?? waits.length)) throw new AppError('DESK-0001');
  const said = waits.map(([departureId, cut]) => {
    const before = trains.get(departureId)?.desk ?? null;
    const change = { runs: true, ...(cut.skipped ? { skipped: [] } : {}) };
    return { departureId, layer: deskLayerAfter(before, change, now) };
  });
  await saveLive(trx, said, { source: 'desk', by: actor, at: new Date(now) });
  return { trains: waits.length };
}
