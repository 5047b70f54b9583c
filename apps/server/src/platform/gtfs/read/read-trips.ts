// Reads trips.txt: which trips are kept, and how many are not.
import type { Selection } from '../feed.ts';
import { formOf } from './forms.ts';
import type { FeedRoutes } from './read-places.ts';
import type { FeedServices } from './read-services.ts';
import { readTable, type TableInput } from './table.ts';

/** A kept trip before its calls are known. */
export interface TripRow {
  readonly tripId: string;
  readonly routeId: string;
  readonly serviceId: string;
  readonly number: string;
  readonly directionId: 0 | 1 | undefined;
  /** '' if it has none. */
  readonly headsign: string;
  readonly line: number;
}

export interface TripRows {
  readonly kept: readonly TripRow[];
  /** The position of each trip of the feed in `kept` by its id; -1 for one that is not kept. */
  readonly positions: ReadonlyMap<string, number>;
  /** How many trips each route has in the feed. */
  readonly byRoute: ReadonlyMap<string, number>;
}

interface Known {
  readonly routes: FeedRoutes;
  readonly services: FeedServices;
  readonly selection: Selection;
  readonly mostKept: number;
}

/** The longest id of a trip: with '@' and a date it is the id of a departure. */
export const LONGEST_TRIP_ID = 53;

export async function readTrips(
  input: TableInput,
  { routes, services, selection, mostKept }: Known,
): Promise<TripRows> {
  const { findings } = input;
  const kept: TripRow[] = [];
  const positions = new Map<string, number>();
  const byRoute = new Map<string, number>();
  const rows = await readTable(input, formOf('trips.txt'), (row) => {
    const tripId = row.required('trip_id');
    const routeId = row.required('route_id');
    const serviceId = row.required('service_id');
    if (tripId === '') return;
    if (positions.has(tripId)) return row.report('duplicate_key', 'trip_id');
    positions.set(tripId, -1);
    byRoute.set(routeId, (byRoute.get(routeId) ?? 0) + 1);
    const route = routes.routes.get(routeId);
    if (routeId !== '' && !routes.ids.has(routeId))
      row.report('foreign_key_violation', 'route_id', 'routes.txt');
    if (serviceId !== '' && !services.ids.has(serviceId))
      row.report('foreign_key_violation', 'service_id', 'calendar.txt, calendar_dates.txt');
    const number = row.words('trip_short_name');
    if (!route || serviceId === '' || !selection.keeps({ tripId, number }, route)) return;
    if (row.id('trip_id', LONGEST_TRIP_ID) === '') return;
    if (kept.length === mostKept && findings.countOf('too_many_trips') === 0)
      findings.add('too_many_trips', { file: 'trips.txt', line: row.line, against: String(mostKept) });
    if (kept.length >= mostKept) return;
    // The stops decide where the direction is unknown.
    const directionId =
      row.get('direction_id') === '' ? undefined : row.oneOf('direction_id', [0, 1], undefined);
    if (directionId === undefined)
      findings.add('missing_direction', { file: 'trips.txt', line: row.line, column: 'direction_id' });
    positions.set(tripId, kept.length);
    const headsign = row.words('trip_headsign');
    kept.push({ tripId, routeId, serviceId, number, directionId, headsign, line: row.line });
  });
  if (rows === undefined) findings.add('missing_required_file', { file: 'trips.txt' });
  else if (rows === 0) findings.add('empty_file', { file: 'trips.txt' });
  return { kept, positions, byRoute };
}
