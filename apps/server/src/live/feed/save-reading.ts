// Saves what the feeds say, in one transaction of the process that has the lease.
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { findLayers, renewLive, saveLive } from '../../platform/live/live-store.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { replaceAlerts } from './alert-store.ts';
import { hasLease, saveFeeds, takeHeld, type FeedState } from './feed-store.ts';
import { mergeWords } from './merge-words.ts';
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
    const stored = new Map(await findLayers(trx, 'feed', [...reading.words.keys()]));
    const trainsOn = (date: string) => operator.tripsOn(date).length;
    const { changes, renewed, held } = mergeWords(reading.words.values(), stored, {
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
    for (const [number, those] of alerts) await replaceAlerts(trx, number, those);
    await saveFeeds(
      trx,
      feeds.map((feed) => ({ ...feed, held: held.get(feed.number) ?? null })),
    );
    const heldCuts = [...held.values()].flatMap((days) => Object.values(days).flatMap(Object.keys));
    return { changed: changes.length, held: heldCuts.length };
  });

/**
 * Applies the cancellations of a feed and service date that wait for the desk. From then on, the feed's next readings find them applied.
 * @param by `desk:<staff id>`
 * @returns the departures that are cancelled now, in whole or in part; none if nothing waits
 */
export async function allowHeld(
  trx: Trx,
  held: { readonly number: number; readonly serviceDate: string },
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<string[]> {
  const cuts = await takeHeld(trx, held.number, held.serviceDate);
  if (!cuts) return [];
  const ids = Object.keys(cuts);
  const layers = await findLayers(trx, 'feed', ids);
  const said = ids.map((departureId) => ({
    departureId,
    layer: { asOf: at.getTime(), ...layers.get(departureId), ...cuts[departureId] },
  }));
  for (const some of batches(said)) await saveLive(trx, some, { source: 'feed', by, at });
  return ids;
}
