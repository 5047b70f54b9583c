// The SQL of trains as they really run. Each change gets the next number of one counter, in the order of commits.
import type { Cut } from '@kippu/domain/live/cut';
import type { LiveLayer, LiveLayers, LiveSource } from '@kippu/domain/live/live-train';
import { serviceDateOf } from '@kippu/domain/time/service-day';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';

export interface LiveRow extends LiveLayers {
  departure_id: string;
  version: number;
  /** Whether its reservations have to follow a change. */
  to_move: boolean;
}

/** Reads the departures that changed after `version`, of service dates from `from` on. */
export async function listLiveChanges(db: Db, version: number, from: string): Promise<LiveRow[]> {
  const { rows } = await sql<LiveRow>`
    select departure_id, version, feed, desk, move_from is not null as to_move from live_train
    where version > ${version}::int and service_date >= ${from}::date`.execute(db);
  return rows;
}

/** Returns the number of the next change. Waits for other writers of live trains. */
async function nextVersion(trx: Trx): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into live_version (version) values (1)
    on conflict (only_row) do update set version = live_version.version + 1 returning version`.execute(trx);
  return rows[0]?.version ?? 0;
}

/** What a source says of a departure from now on; null: nothing. */
export interface Said {
  readonly departureId: string;
  readonly layer: LiveLayer | null;
}

export interface SaidBy {
  readonly source: LiveSource;
  /** `desk:<staff id>`, or `feed:` and the number of the feed. */
  readonly by: string;
  readonly at: Date;
}

/** What of a layer reservations follow: whether the train runs, where it calls, which cars it has. */
const followed = (layer: RawBuilder<unknown>) =>
  sql`jsonb_build_array(${layer} -> 'runs', ${layer} -> 'skipped', ${layer} -> 'formation', ${layer} -> 'lostCars')`;

/**
 * Keeps all trains as they are until the transaction ends: writers of live trains wait. Returns the number of the last change; 0 before the
 * first.
 */
export async function holdLiveTrains(trx: Trx): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from live_version for share`.execute(trx);
  return rows[0]?.version ?? 0;
}

/**
 * Stores what a source says of departures, and the same in their history, in one transaction with the counter. Waits for other writers of
 * live trains, so the counter's order is the order of commits.
 * @returns the number of the change; undefined if `said` is empty
 */
export async function saveLive(
  trx: Trx,
  said: readonly Said[],
  { source, by, at }: SaidBy,
): Promise<number | undefined> {
  if (said.length === 0) return undefined;
  const version = await nextVersion(trx);
  const ids = said.map(({ departureId }) => departureId);
  const dates = ids.map(serviceDateOf);
  const layers = said.map(({ layer }) => layer && jsonText(layer));
  const column = sql.ref(source);
  const changes = sql`${followed(sql`live_train.${column}`)} <> ${followed(sql`excluded.${column}`)}`;
  await sql`
    insert into live_train (departure_id, service_date, version, changed_at, ${column}, move_from, moves_left)
    select id, day::date, ${version}::int, ${at}::timestamptz, layer::jsonb,
      case when moves then ${at}::timestamptz end, case when moves then 2 else 0 end
    from (select *, ${followed(sql`layer::jsonb`)} <> '[null, null, null, null]'::jsonb as moves
      from unnest(${ids}::text[], ${dates}::text[], ${layers}::text[]) as said(id, day, layer)) as said
    on conflict (departure_id) do update set version = excluded.version, changed_at = excluded.changed_at,
      ${column} = excluded.${column},
      move_from = case when ${changes} then ${at}::timestamptz else live_train.move_from end,
      moves_left = case when ${changes} then 2 else live_train.moves_left end`.execute(trx);
  await sql`
    insert into live_change (departure_id, source, said, changed_by, changed_at)
    select id, ${source}, layer::jsonb, ${by}, ${at}::timestamptz
    from unnest(${ids}::text[], ${layers}::text[]) as said(id, layer)`.execute(trx);
  return version;
}

/** What the sources say of a departure, and what the desk has allowed of the feed's cancellation. */
export interface FeedTrain extends LiveLayers {
  readonly allowed: Cut | null;
}

/** Reads what is stored of departures, and of all trains of some service dates of which a feed leaves out something. By departure id. */
export async function findFeedTrains(
  db: Db,
  departureIds: readonly string[],
  dates: readonly string[] = [],
): Promise<ReadonlyMap<string, FeedTrain>> {
  const { rows } = await sql<FeedTrain & { departure_id: string }>`
    select departure_id, feed, desk, feed_allowed as allowed from live_train
    where departure_id = any(${[...departureIds]}::text[])
      or (service_date = any(${[...dates]}::date[]) and (feed -> 'runs' = 'false' or feed -> 'skipped' is not null))`.execute(
    db,
  );
  return new Map(rows.map(({ departure_id, ...train }) => [departure_id, train]));
}

/** What the desk has allowed of a feed's cancellation from now on; null: nothing. */
export interface Allowance {
  readonly departureId: string;
  readonly allowed: Cut | null;
}

/** Stores what the desk has allowed. It changes no train. */
export async function saveAllowances(trx: Trx, allowances: readonly Allowance[]): Promise<void> {
  if (allowances.length === 0) return;
  const ids = allowances.map(({ departureId }) => departureId);
  const cuts = allowances.map(({ allowed }) => allowed && jsonText(allowed));
  await sql`
    update live_train set feed_allowed = said.cut::jsonb
    from unnest(${ids}::text[], ${cuts}::text[]) as said(id, cut)
    where departure_id = said.id`.execute(trx);
}

/** Stores that feeds say the same as before, at a newer time. It is no change, so the history does not get it. */
export async function renewLive(
  trx: Trx,
  renewed: readonly { readonly departureId: string; readonly asOf: number }[],
  at: Date,
): Promise<void> {
  if (renewed.length === 0) return;
  const version = await nextVersion(trx);
  const ids = renewed.map(({ departureId }) => departureId);
  const times = renewed.map(({ asOf }) => String(asOf));
  await sql`
    update live_train set version = ${version}::int, changed_at = ${at}::timestamptz,
      feed = jsonb_set(feed, '{asOf}', to_jsonb(new.as_of::bigint))
    from unnest(${ids}::text[], ${times}::text[]) as new(id, as_of)
    where departure_id = new.id and feed is not null`.execute(trx);
}

export interface LiveChange {
  source: LiveSource;
  said: LiveLayer | null;
  changed_by: string;
  changed_at: Date;
}

/** Reads the newest changes of a departure, by all sources or by one, the newest first. */
export async function listHistory(
  db: Db,
  departureId: string,
  limit: number,
  source?: LiveSource,
): Promise<LiveChange[]> {
  const only = source === undefined ? sql`` : sql`and source = ${source}`;
  const { rows } = await sql<LiveChange>`
    select source, said, changed_by, changed_at from live_change where departure_id = ${departureId} ${only}
    order by change_id desc limit ${limit}::int`.execute(db);
  return rows;
}

/** Reads what the sources say of the departures of a service date. */
export async function listLayersOn(db: Db, serviceDate: string): Promise<LiveRow[]> {
  const { rows } = await sql<LiveRow>`
    select departure_id, version, feed, desk from live_train where service_date = ${serviceDate}::date`.execute(
    db,
  );
  return rows;
}

export interface SeenLayers extends LiveLayers {
  /** The number of the desk's last change, which rises with each; '0' before the first. */
  deskVersion: string;
}

/** Finds what the sources say of a departure. */
export async function findSeenLayers(db: Db, departureId: string): Promise<SeenLayers> {
  const { rows } = await sql<SeenLayers>`
    select t.feed, t.desk, coalesce((select max(c.change_id) from live_change c
        where c.departure_id = asked.id and c.source = 'desk'), 0)::text as "deskVersion"
    from (select ${departureId}::text as id) as asked left join live_train t on t.departure_id = asked.id`.execute(
    db,
  );
  return rows[0] ?? { feed: null, desk: null, deskVersion: '0' };
}

/** Waits for other writers of live trains, and keeps them waiting until the transaction ends: what is read after it stays so. */
export async function lockLive(trx: Trx): Promise<void> {
  await sql`insert into live_version (version) values (0)
    on conflict (only_row) do update set version = live_version.version`.execute(trx);
}
