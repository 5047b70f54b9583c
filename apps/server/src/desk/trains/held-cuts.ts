// Cancellations that a feed wants for so many trains of a day that they wait for the desk: it allows them, or keeps the trains running.
import type { BodyOf, DataOf } from '@kippu/contract/call';
import type { deskAllowCuts, deskHeldCuts, deskKeepRunning } from '@kippu/contract/calls/desk/live';
import { deskLayerAfter } from '@kippu/domain/live/desk-change';
import type { LiveLayers } from '@kippu/domain/live/live-train';
import { listFeeds, takeHeld } from '../../live/feed/feed-store.ts';
import { allowHeld } from '../../live/feed/save-reading.ts';
import type { HeldCuts } from '../../live/feed/merge-words.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { listLayersOn, lockLive, saveLive } from '../../platform/live/live-store.ts';
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

const NOTHING: LiveLayers = { feed: null, desk: null };

/** Reads what the sources say of the day's trains, by departure id. */
const layersOn = async (db: Db, serviceDate: string): Promise<ReadonlyMap<string, LiveLayers>> =>
  new Map((await listLayersOn(db, serviceDate)).map((row) => [row.departure_id, row]));

/** The trains of held cancellations of which the desk has not said whether they run. */
const waiting = (cuts: HeldCuts[string], layers: ReadonlyMap<string, LiveLayers>) =>
  Object.entries(cuts).filter(([departureId]) => layers.get(departureId)?.desk?.runs === undefined);

/** What the feed would say of a train. */
const withCut = (layers: LiveLayers, cut: HeldCuts[string][string], now: number): LiveLayers => ({
  ...layers,
  feed: { asOf: now, ...layers.feed, ...cut },
});

/** Lists the cancellations that wait for the desk, with whom they would touch now. */
export async function listHeldCuts(
  db: Db,
  operator: OperatorData,
  now: number,
): Promise<DataOf<typeof deskHeldCuts>> {
  const items: DataOf<typeof deskHeldCuts>['items'] = [];
  for (const { number, held } of await listFeeds(db))
    for (const [serviceDate, cuts] of Object.entries(held ?? {})) {
      const layers = await layersOn(db, serviceDate);
      const trains = waiting(cuts, layers);
      if (trains.length === 0) continue;
      const ids = trains.map(([departureId]) => departureId);
      const old = withLayers(operator, [...layers], now);
      const cut = trains.map(
        ([departureId, each]) =>
          [departureId, withCut(layers.get(departureId) ?? NOTHING, each, now)] as const,
      );
      const { losesTrain } = await changeEffects(db, { old, next: withLayers(old, cut, now) }, ids, now);
      items.push({ feed: number, serviceDate, trains: trains.length, losesTrain });
    }
  return { items };
}

/** Applies the cancellations; trains that the desk keeps running still run. Throws AppError DESK-0001 if none wait any more. */
export async function allowCuts(
  trx: Trx,
  { feed, serviceDate }: Held,
  { actor, now }: By,
): Promise<DataOf<typeof deskAllowCuts>> {
  const cut = await allowHeld(trx, { number: feed, serviceDate }, { by: actor, at: new Date(now) });
  if (cut.length === 0) throw new AppError('DESK-0001');
  return { trains: cut.length };
}

/** Says for the desk that the trains run. The feed's next readings do not change that. Throws AppError DESK-0001 if none wait any more. */
export async function keepRunning(
  trx: Trx,
  { feed, serviceDate }: Held,
  { actor, now }: By,
): Promise<DataOf<typeof deskKeepRunning>> {
  // The feeds' rows are locked before the live trains, as by the feeds' reader.
  const cuts = await takeHeld(trx, feed, serviceDate);
  await lockLive(trx);
  const layers = await layersOn(trx, serviceDate);
  const trains = waiting(cuts ?? {}, layers);
  if (trains.length === 0) throw new AppError('DESK-0001');
  const said = trains.map(([departureId, cut]) => {
    const before = layers.get(departureId)?.desk ?? null;
    const change = { runs: true, ...('skipped' in cut ? { skipped: [] } : {}) };
    return { departureId, layer: deskLayerAfter(before, change, now) };
  });
  await saveLive(trx, said, { source: 'desk', by: actor, at: new Date(now) });
  return { trains: trains.length };
}
