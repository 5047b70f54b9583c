// The stations where a product opens gates and can be verified. The only place that decides this.
import { isForDays, isForJourneys } from '@kippu/domain/rules';
import { NO_GATE_PLACE } from '@kippu/ticket-code/certificate/payload';
import type { ProductPlaces } from '@kippu/ticket-code/decide/verify';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import type { Product } from '../platform/operator/files/operator-schemas.ts';

type PlacedProduct = Pick<Product, 'productId' | 'kind' | 'sections' | 'gates'>;

const NOWHERE: ProductPlaces = { in: new Set(), out: new Set() };

/**
 * The places of a product that was sold before products named their gates: for a ticket for days every station; for one for journeys
 * the stops on its sections, in the direction of travel; for any other none.
 */
function formerPlaces({ stations, trips }: OperatorData, { kind, sections }: PlacedProduct): ProductPlaces {
  const all = new Set(stations.keys());
  if (isForDays(kind)) return { in: all, out: all };
  if (!isForJourneys(kind)) return NOWHERE;
  const entries = new Set(sections.map(({ from }) => from));
  const exits = new Set(sections.map(({ to }) => to));
  for (const { stops } of trips.values()) {
    const calls = stops.map((stop) => stop.stationId);
    for (const { from, to } of sections) {
      const start = calls.indexOf(from);
      const end = calls.indexOf(to, start + 1);
      if (start < 0 || end < 0) continue;
      for (const call of calls.slice(start, end)) entries.add(call);
      for (const call of calls.slice(start + 1, end + 1)) exits.add(call);
    }
  }
  return { in: entries, out: exits };
}

function resolvePlaces(operator: OperatorData, product: PlacedProduct): ProductPlaces | null {
  const { gates } = product;
  if (!gates) return formerPlaces(operator, product);
  if ('in' in gates) return { in: new Set(gates.in), out: new Set(gates.out) };
  const area = operator.areas.get(gates.area);
  return area ? { in: area, out: area } : null;
}

/** Cached for each timetable. */
const known = new WeakMap<OperatorData['products'], Map<string, ProductPlaces | null>>();

/**
 * Returns the stations whose gates the product opens, for entry and for exit; both are empty for a product that opens none. The operator's
 * current files take precedence over the product as sold. Null where unknown: the product and its area have left the files.
 */
export function placesOf(operator: OperatorData, product: PlacedProduct): ProductPlaces | null {
  const sold = operator.products.get(product.productId);
  // Only products of the files are cached: one that left them may return changed.
  if (!sold) return resolvePlaces(operator, product);
  const places = known.get(operator.products) ?? new Map<string, ProductPlaces | null>();
  known.set(operator.products, places);
  const found = places.get(sold.productId) ?? resolvePlaces(operator, sold);
  places.set(sold.productId, found);
  return found;
}

/** Returns the ids of all stations where the product opens a gate, for entry or exit. */
export function stationsOf(operator: OperatorData, product: PlacedProduct): ReadonlySet<string> {
  const places = placesOf(operator, product);
  return new Set(places ? [...places.in, ...places.out] : []);
}

/**
 * Returns the lists of stations that a certificate may name, the best first: all where the product opens gates, then only those with QR
 * gates, for a code that would be too long. A product that opens no gate gets the one reserved place; an unknown one gets no list.
 */
export function certificatePlaces(
  operator: OperatorData,
  product: PlacedProduct,
): readonly (readonly string[])[] {
  if (placesOf(operator, product) === null) return [];
  const stations = [...stationsOf(operator, product)];
  if (stations.length === 0) return [[NO_GATE_PLACE]];
  const withQrGates = stations.filter((id) => operator.stations.get(id)?.gate === 'qr');
  return withQrGates.length === 0 ? [stations] : [stations, withQrGates];
}
