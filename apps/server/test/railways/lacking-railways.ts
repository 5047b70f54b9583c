// Railways that lack something, made from the demonstration's folder by removing files and fields.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from 'typebox';
import type { OperatorSettings } from '../../src/platform/operator/files/operator-settings.ts';
import type * as schemas from '../../src/platform/operator/files/operator-schemas.ts';

const OURS = join(import.meta.dirname, '../../../../operators/kansai');

type Products = schemas.ProductEntry[];
type Extra = Static<typeof schemas.StationsExtra>;
/** What a railway lacks: seats to reserve, tickets without seats, or gates. */
export type Lacking = 'seats' | 'ticketsWithoutSeats' | 'gates';

/** Replaces one JSON file. */
type Change = <T>(file: string, to: (value: T) => unknown) => void;

/** Keeps the products that `isKept` keeps, and what refers to them. */
function keepProducts(change: Change, isKept: (product: Products[number]) => boolean): void {
  const kept = new Set<string>();
  change<Products>('products.json', (products) => {
    const rest = products.filter(isKept);
    for (const { productId } of rest) kept.add(productId);
    return rest;
  });
  change<schemas.OperatorCounter[]>('counters.json', (counters) =>
    counters
      .map((each) => ({ ...each, productIds: each.productIds.filter((id) => kept.has(id)) }))
      .filter(({ productIds }) => productIds.length > 0),
  );
  change<schemas.Demo>('demo.json', (demo) => ({
    ...demo,
    owned: demo.owned.filter(({ productId }) => kept.has(productId)),
    toTry: demo.toTry.filter(({ productId }) => kept.has(productId)),
  }));
}

const REMOVALS: Readonly<Record<Lacking, (dir: string, change: Change) => void>> = {
  seats: (dir, change) => {
    rmSync(join(dir, 'formations'), { recursive: true });
    change<Products>('products.json', (products) =>
      products.map((product) => ({ ...product, reservations: 0, sections: [], carClasses: [] })),
    );
  },
  ticketsWithoutSeats: (_dir, change) => {
    keepProducts(change, ({ reservations }) => reservations > 0);
    change<OperatorSettings>('operator.json', ({ kinds, ...settings }) => ({
      ...settings,
      kinds: kinds.filter(({ use }) => use === 'journeys' || use === 'days'),
    }));
  },
  gates: (_dir, change) => {
    change<Extra>('stations-extra.json', ({ stations, ...extra }) => ({
      ...extra,
      stations: Object.fromEntries(
        Object.entries(stations).map(([id, station]) => [id, { ...station, gate: 'none' }]),
      ),
    }));
    change<schemas.Demo>('demo.json', ({ gateStation: _removed, ...demo }) => demo);
  },
};

/** Writes the folder of a railway that lacks something. Returns its path; the caller removes it. */
export function writeLackingRailway(lacking: Lacking): string {
  const dir = mkdtempSync(join(tmpdir(), 'kippu-lacking-'));
  cpSync(OURS, dir, { recursive: true });
  REMOVALS[lacking](dir, (file, to) => {
    const path = join(dir, file);
    writeFileSync(path, JSON.stringify(to(JSON.parse(readFileSync(path, 'utf8'))), null, 2));
  });
  return dir;
}
