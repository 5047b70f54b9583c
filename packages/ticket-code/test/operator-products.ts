// For tests: the products of the operator's files and where each opens gates, read without our own code.
import { readFileSync } from 'node:fs';

interface AreaFile {
  readonly areaId: string;
  readonly areas?: readonly string[];
  readonly regions?: readonly string[];
  readonly stations?: readonly string[];
}
interface ProductFile {
  readonly productId: string;
  readonly kind: string;
  readonly tripType?: number;
  readonly days: number;
  readonly productNameJp: string;
  readonly gates?:
    { readonly area: string } | { readonly in: readonly string[]; readonly out: readonly string[] };
}

export interface ProductGatesRead extends ProductFile {
  readonly in: readonly string[];
  readonly out: readonly string[];
  /** Sample stations where it opens a gate in both directions, in one only, and in none, as far as they exist. */
  readonly samples: readonly string[];
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(new URL(`../../../operators/kansai/${file}`, import.meta.url), 'utf8')) as T;

/** Every product of our railway's `products.json`. */
export function readProductGates(): ProductGatesRead[] {
  const { stations } = read<{ stations: Record<string, { region: string }> }>('stations-extra.json');
  const all = Object.keys(stations);
  const areas = new Map<string, readonly string[]>();
  for (const { areaId, areas: within = [], regions = [], stations: single = [] } of read<AreaFile[]>(
    'areas.json',
  )) {
    const inRegions = all.filter((id) => regions.includes(stations[id]?.region ?? ''));
    const ids = [...within.flatMap((id) => areas.get(id) ?? []), ...inRegions, ...single];
    areas.set(areaId, [...new Set(ids)].toSorted());
  }
  return read<ProductFile[]>('products.json').map((product) => {
    const { gates } = product;
    const area = gates && 'area' in gates ? (areas.get(gates.area) ?? []) : null;
    const entries = (area ?? (gates && 'in' in gates ? gates.in : [])).toSorted();
    const exits = (area ?? (gates && 'out' in gates ? gates.out : [])).toSorted();
    const wanted = [
      (id: string) => entries.includes(id) && exits.includes(id),
      (id: string) => entries.includes(id) && !exits.includes(id),
      (id: string) => !entries.includes(id) && exits.includes(id),
      (id: string) => !entries.includes(id) && !exits.includes(id),
    ];
    const samples = wanted.flatMap((fits) => all.find(fits) ?? []);
    return { ...product, in: entries, out: exits, samples };
  });
}
