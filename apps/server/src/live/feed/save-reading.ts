// Saves what the feeds say, in one transaction of the process that has the lease.
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { cutOf, isWithin } from '@kippu/domain/live/cut';
import { findFeedTrains, renewLive, saveAllowances, saveLive } from '../../platform/live/live-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { replaceAlerts } from './alert-store.ts';
import { replaceExtraTrains } from '../extra/extra-store.ts';
import { hasLease, saveFeeds, type FeedState } from './feed-store.ts';
import { mergeWords, type HeldCuts } from './merge-words.ts';
import type { RealtimeReading } from './read-realtime.ts';
import type { ServiceAlert } from './read-alerts.ts';

/** Rows of one statement. */
const BATCH = 1_000;

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
}

export interface ToSave {
  readonly holder: string;
  readonly reading: RealtimeReading;
  readonly feeds: readonly Omit<FeedState, 'held'>[];
  /** The alerts that changed, by the feed's number. */
  readonly alerts: ReadonlyMap<number, readonly ServiceAlert[]>;
  readonly operator: OperatorData;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly fadesAfterMs: number;
}

export interface Saved {
  readonly changed: number;
  readonly held: number;
}

/**
 * Saves what differs from what is stored: layers of trains, alerts, how the feeds were read. Returns undefined, and saves nothing, if
 * another process has the lease.
 */
export const saveReading = (db: Db, saving: ToSave): Promise<Saved | undefined> =>
  inTransaction(db, async (trx) => {
    const { holder, reading, feeds, alerts, operator, now, fadesAfterMs } = saving;
    if (!(await hasLease(trx, holder))) return undefined;
    const dates = new Set([...reading.words.values()].map(({ train }) => train.serviceDate));
    const stored = await findFeedTrains(trx, [...reading.words.keys()], [...dates]);
    const trainsOn = (date: string) => operator.tripsOn(date).length;
    const { changes, renewed, held, allowances } = mergeWords(reading.words.values(), stored, {
      now,
      fadesAfterMs,
      trainsOn,
    });
    const at = new Date(now);
    for (const number of new Set(changes.map((change) => change.number)))
      for (const some of batches(changes.filter((change) => change.number === number)))
        await saveLive(trx, some, { source: 'feed', by: `feed:${number}`, at });
    const dated = renewed.map(({ departureId, layer: { asOf } }) => ({ departureId, asOf }));
    for (const some of batches(dated)) await renewLive(trx, some, at);
    await saveAllowances(trx, allowances);
    for (const [number, those] of alerts) await replaceAlerts(trx, number, those);
    for (const [number, { extraTrains }] of reading.reports)
      await replaceExtraTrains(trx, number, extraTrains);
    await saveFeeds(
      trx,
      feeds.map((feed) => ({ ...feed, held: held.get(feed.number) ?? null })),
    );
    const heldCuts = [...held.values()].flatMap((days) => Object.values(days).flatMap(Object.keys));
    return { changed: changes.length, held: heldCuts.length };
  });

/**
 * Applies cancellations of a feed that waited for the desk. From then on, the feed's next readings find them applied. The desk has then
 * allowed all that feeds leave out on that date: only what they leave out later counts against them.
 * @param cuts by departure id, of trains of the service date
 * @param by `desk:<staff id>`
 */
export async function allowCut(
  trx: Trx,
  serviceDate: string,
  cuts: HeldCuts[string],
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  const ids = Object.keys(cuts);
  const trains = await findFeedTrains(trx, ids, [serviceDate]);
  const said = ids.map((departureId) => ({
    departureId,
    layer: { asOf: at.getTime(), ...trains.get(departureId)?.feed, ...cuts[departureId] },
  }));
  for (const some of batches(said)) await saveLive(trx, some, { source: 'feed', by, at });
  const layers = new Map([...trains].map(([departureId, { feed }]) => [departureId, feed]));
  for (const { departureId, layer } of said) layers.set(departureId, layer);
  const allowed = [...layers].map(([departureId, layer]) => ({ departureId, allowed: cutOf(layer) }));
  await saveAllowances(
    trx,
    allowed.filter((each) => !isWithin(each.allowed, [trains.get(each.departureId)?.allowed])),
  );
}
