// The SQL of late trains: how late each was where it arrived, kept after its live state.
import type { ByLanguage } from '@kippu/contract/names';
import type { RunArrival } from '@kippu/domain/live/late-run';
import type { LiveLayers, LiveSource } from '@kippu/domain/live/live-train';
import { addDays, endOfDay, startOfDay } from '@kippu/domain/time/service-day';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';

/** A train may leave its first station so many days after the start of its service date. */
const DAYS_PAST_MIDNIGHT = 2;

/** An arrival of a train, as stored. */
interface StoredArrival extends RunArrival {
  readonly station: ByLanguage;
  /** By the timetable, epoch milliseconds. */
  readonly plannedAt: number;
}

interface LateRun {
  readonly departureId: string;
  readonly trainNo: string;
  readonly trainName: ByLanguage;
  readonly firstStop: ByLanguage;
  readonly lastStop: ByLanguage;
  /** By the timetable, epoch milliseconds. */
  readonly departAt: number;
  readonly arrivals: readonly StoredArrival[];
  /** In seconds. */
  readonly mostLate: number;
  readonly source: LiveSource;
  /** Epoch milliseconds. */
  readonly saidAt: number;
}

/** A late train as it is read, with the check code of its certificate. */
export interface IssuedLateRun extends LateRun {
  readonly code: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
}

export interface OpenRun extends LiveLayers {
  departure_id: string;
  version: number;
  /** What is recorded of it already; null for nothing. */
  arrivals: readonly StoredArrival[] | null;
}

/** Lists the trains of service dates from `from` to `until` whose arrivals are not recorded for good, or that changed after that. */
export async function listOpenRuns(db: Db, from: string, until: string): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    select t.departure_id, t.version, t.feed, t.desk, l.arrivals
    from live_train t left join late_run l on l.departure_id = t.departure_id
    where t.service_date between ${from}::date and ${until}::date and t.recorded_version is distinct from t.version
    order by t.departure_id`.execute(db);
  return rows;
}

/** A late train that is to be saved; `version` is the change of live trains from which it was made. */
export interface RunToSave extends LateRun {
  readonly serviceDate: string;
  readonly version: number;
  /** Used if the train has no code yet. */
  readonly newCode: string;
}

/** Saves late trains that are new or differ from what is stored. A process that is behind overwrites nothing newer. */
export async function saveLateRuns(trx: Trx, runs: readonly RunToSave[], now: number): Promise<void> {
  if (runs.length === 0) return;
  const rows = runs.map((run) => ({
    departure_id: run.departureId,
    service_date: run.serviceDate,
    code: run.newCode,
    train_no: run.trainNo,
    train_name: run.trainName,
    first_stop: run.firstStop,
    last_stop: run.lastStop,
    depart_at: new Date(run.departAt).toISOString(),
    arrivals: run.arrivals,
    most_late: run.mostLate,
    source: run.source,
    said_at: new Date(run.saidAt).toISOString(),
    version: run.version,
    issued_at: new Date(now).toISOString(),
  }));
  await sql`
    insert into late_run select * from jsonb_populate_recordset(null::late_run, ${jsonText(rows)}::jsonb)
    on conflict (departure_id) do update set train_no = excluded.train_no, train_name = excluded.train_name,
      first_stop = excluded.first_stop, last_stop = excluded.last_stop, depart_at = excluded.depart_at,
      arrivals = excluded.arrivals, most_late = excluded.most_late, source = excluded.source,
      said_at = excluded.said_at, version = excluded.version, issued_at = excluded.issued_at
    where late_run.version <= excluded.version
      and (late_run.arrivals <> excluded.arrivals or late_run.source <> excluded.source)`.execute(trx);
}

interface SeenRun {
  readonly departureId: string;
  readonly version: number;
}

/** Marks trains whose arrivals are recorded for good. A train that changed meanwhile stays open. */
export async function closeRuns(trx: Trx, runs: readonly SeenRun[]): Promise<void> {
  if (runs.length === 0) return;
  const ids = runs.map(({ departureId }) => departureId);
  const versions = runs.map(({ version }) => version);
  await sql`update live_train set recorded_version = seen.version
    from unnest(${ids}::text[], ${versions}::int[]) as seen(departure_id, version)
    where live_train.departure_id = seen.departure_id and live_train.version = seen.version`.execute(trx);
}

const issued = sql`
  select departure_id as "departureId", code, train_no as "trainNo", train_name as "trainName", first_stop as "firstStop",
    last_stop as "lastStop", (extract(epoch from depart_at) * 1000)::float8 as "departAt", arrivals,
    most_late as "mostLate", source, (extract(epoch from said_at) * 1000)::float8 as "saidAt",
    (extract(epoch from issued_at) * 1000)::float8 as "issuedAt"
  from late_run`;

/** Finds a late train by the check code of its certificate. */
export async function findLateRun(db: Db, code: string): Promise<IssuedLateRun | undefined> {
  const { rows } = await sql<IssuedLateRun>`${issued} where code = ${code}`.execute(db);
  return rows[0];
}

/** Lists the late trains that left their first station on a calendar date and were late by so many seconds somewhere, the earliest first. */
export async function listLateRuns(db: Db, date: string, fromSeconds: number): Promise<IssuedLateRun[]> {
  const { rows } = await sql<IssuedLateRun>`${issued}
    where service_date between ${addDays(date, -DAYS_PAST_MIDNIGHT)}::date and ${date}::date
      and depart_at between ${new Date(startOfDay(date))}::timestamptz and ${new Date(endOfDay(date))}::timestamptz
      and most_late >= ${fromSeconds}::int
    order by depart_at, departure_id`.execute(db);
  return rows;
}
