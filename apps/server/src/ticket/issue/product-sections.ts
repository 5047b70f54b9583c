// Lists the sections that a product covers, with their stations and direction.
import type { Direction } from '@kippu/contract/values';
import type { Section } from '@kippu/contract/calls/traveller/station';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';

/** Cached for each timetable. */
const known = new WeakMap<OperatorData['trips'], ReadonlyMap<string, Direction>>();

/** Returns the direction of trains between two stations, by 'from to'. */
function directionsOf(operator: OperatorData): ReadonlyMap<string, Direction> {
  const cached = known.get(operator.trips);
  if (cached) return cached;
  const directions = new Map<string, Direction>();
  known.set(operator.trips, directions);
  for (const { direction, stops } of operator.trips.values())
    stops.forEach((from, at) => {
      for (const to of stops.slice(at + 1)) directions.set(`${from.stationId} ${to.stationId}`, direction);
    });
  return directions;
}

/** Lists a product's sections. A section that no train of the timetable serves is left out, since nothing can be reserved on it. */
export function productSections(operator: OperatorData, { sections }: Pick<Product, 'sections'>): Section[] {
  const directions = directionsOf(operator);
  return sections.flatMap((section) => {
    const from = operator.stations.get(section.from);
    const to = operator.stations.get(section.to);
    const direction = directions.get(`${section.from} ${section.to}`);
    return from && to && direction ? [{ from, to, direction }] : [];
  });
}
