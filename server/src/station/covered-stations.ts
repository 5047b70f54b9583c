// Where a product may enter and exit.
import type { OperatorData } from '../operator/operator-data.ts';
import type { Product } from '../operator/operator-schemas.ts';

type Covered = Pick<Product, 'productId' | 'kind' | 'sections'>;
export type StationsOf = (product: Covered) => ReadonlySet<string>;

/** The stops that trains make from one end of a section to the other, both included. */
function stopsOfSections({ trips }: OperatorData, sections: Covered['sections']): Set<string> {
  const found = new Set(sections.flatMap(({ from, to }) => [from, to]));
  for (const { stops } of trips.values()) {
    const calls = stops.map((stop) => stop.stationId);
    for (const { from, to } of sections) {
      const start = calls.indexOf(from);
      const end = calls.indexOf(to, start + 1);
      if (start >= 0 && end >= 0) for (const call of calls.slice(start, end)) found.add(call);
    }
  }
  return found;
}

/**
 * Takes the operator's data; gives the function from a product to the ids of the stations it covers: a Haruka ticket and an
 * e-ticket the stops of their sections, a pass and a QR ticket every station, a voucher none, since it is no ticket yet.
 */
export function coveredStations(operator: OperatorData): StationsOf {
  const all: ReadonlySet<string> = new Set(operator.stations.keys());
  // A product that left the operator's file may come back changed, so only those of this start are kept.
  const known = new Map<string, ReadonlySet<string>>();
  return (product) => {
    if (product.kind === 'voucher') return new Set();
    if (product.kind === 'pass' || product.kind === 'qr') return all;
    const stations = known.get(product.productId) ?? stopsOfSections(operator, product.sections);
    known.set(product.productId, stations);
    return stations;
  };
}
