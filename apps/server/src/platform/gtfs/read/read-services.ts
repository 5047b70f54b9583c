// Reads the days on which trains run: calendar.txt, calendar_dates.txt, or both.
import type { FeedService } from '../feed.ts';
import { formOf } from './forms.ts';
import { readTable, type Row, type TableInput } from './table.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const NO_DAYS = DAYS.map(() => false);

/** A service as it grows, with the line on which it begins. */
interface ServiceRows extends FeedService {
  readonly added: Set<string>;
  readonly removed: Set<string>;
}

const runsOn = (row: Row, day: string): boolean => row.oneOf(day, [0, 1], undefined) === 1;

export interface FeedServices {
  readonly services: ReadonlyMap<string, FeedService>;
  /** The ids of all services, of broken ones too. */
  readonly ids: ReadonlySet<string>;
}

/** Reads all services. Reports a feed without either file. */
export async function readServices(input: TableInput): Promise<FeedServices> {
  const services = new Map<string, ServiceRows>();
  const ids = new Set<string>();
  const calendar = await readTable(input, formOf('calendar.txt'), (row) => {
    const id = row.required('service_id');
    const [from, to] = [row.date('start_date'), row.date('end_date')];
    const days = DAYS.map((day) => runsOn(row, day));
    ids.add(id);
    if (from !== undefined && to !== undefined && from > to)
      row.report('start_and_end_range_out_of_order', 'end_date', from);
    const known = services.get(id);
    if (known) {
      const isSame = known.from === from && known.to === to && known.days.join() === days.join();
      return row.report(isSame ? 'repeated_row' : 'duplicate_key', 'service_id');
    }
    if (id === '' || from === undefined || to === undefined) return;
    services.set(id, { days, from, to, added: new Set(), removed: new Set() });
  });
  const dates = await readTable(input, formOf('calendar_dates.txt'), (row) => {
    const id = row.required('service_id');
    const date = row.date('date');
    const type = row.oneOf('exception_type', [1, 2], undefined);
    ids.add(id);
    if (id === '' || date === undefined || type === undefined) return;
    const service = services.get(id) ?? {
      days: NO_DAYS,
      from: date,
      to: date,
      added: new Set(),
      removed: new Set(),
    };
    services.set(id, service);
    if (service.added.has(date) || service.removed.has(date)) return row.report('duplicate_key', 'date');
    (type === 1 ? service.added : service.removed).add(date);
  });
  if (calendar === undefined && dates === undefined)
    input.findings.add('missing_calendar_and_calendar_date_files', { file: 'calendar.txt' });
  return { services, ids };
}
