// The tables of trains as they really run, as Kysely sees them.
import type { Cut } from '@kippu/domain/live/cut';
import type { LiveLayer, LiveSource } from '@kippu/domain/live/live-train';
import type { ColumnType, Generated } from 'kysely';

type Json = ColumnType<unknown, string, string>;

/** Counts the changes of `live_train`; one row, absent before the first change. */
export interface LiveVersionTable {
  only_row: ColumnType<boolean, never, never>;
  version: number;
}

/** One row is one departure of which a live feed or the desk says something. */
export interface LiveTrainTable {
  departure_id: string;
  service_date: Date;
  /** The number of its last change. */
  version: number;
  changed_at: Date;
  feed: ColumnType<LiveLayer | null, string | null, string | null>;
  desk: ColumnType<LiveLayer | null, string | null, string | null>;
  /** What the desk has allowed of what `feed` leaves out; null for nothing. */
  feed_allowed: ColumnType<Cut | null, string | null, string | null>;
  /** From when on its reservations have to follow a change; null if they have. */
  move_from: Date | null;
  /** How often they are still to be looked at. */
  moves_left: Generated<number>;
  /** The change with which its arrivals were recorded for good; null while it runs. */
  recorded_version: number | null;
}

/** One row is one train that a live feed adds to the timetable. */
export interface ExtraTrainTable {
  number: number;
  trip_id: string;
  service_date: ColumnType<Date, string, string>;
  route_id: string | null;
  train_no: string;
  stops: Json;
}

/** One row is one train that a live feed adds and to which the desk gave cars, so that it has seats to reserve. */
export interface AddedTrainTable {
  /** The trip's id in the timetable, made of the feed's id and the date. */
  trip_id: string;
  /** The feed's id of the train. */
  feed_id: string;
  service_date: ColumnType<Date, string, string>;
  train: Json;
  /** `desk:<staff id>`. */
  added_by: string;
  added_at: Date;
  /** Null while it is in the timetable. */
  removed_by: string | null;
  removed_at: Date | null;
}

/** One row is one departure that arrived late somewhere: what its late certificate says. */
export interface LateRunTable {
  departure_id: string;
  service_date: Date;
  /** The check code of its certificate. */
  code: string;
  train_no: string;
  /** Names by language, as they were on the day. */
  train_name: Json;
  first_stop: Json;
  last_stop: Json;
  /** By the timetable, at the first stop. */
  depart_at: Date;
  arrivals: Json;
  /** The greatest delay of its arrivals, in seconds. */
  most_late: number;
  /** Who said so last, and when. */
  source: LiveSource;
  said_at: Date;
  /** The change of live trains from which it was made. */
  version: number;
  issued_at: Date;
}

/** One row is one seat that is refunded because its train was very late. */
export interface SeatRefundTable {
  refund_id: ColumnType<string, never, never>;
  reservation_id: string;
  seat: string;
  /** At the last station of the ride, in seconds. */
  late: number;
  found_at: Date;
}

/** One row is one change of what a source says of a departure. */
export interface LiveChangeTable {
  /** bigint, read as a string. */
  change_id: ColumnType<string, never, never>;
  departure_id: string;
  source: LiveSource;
  /** Null: it says nothing any more. */
  said: ColumnType<LiveLayer | null, string | null, string | null>;
  /** `desk:<staff id>`, or `feed:` and the number of the feed. */
  changed_by: string;
  changed_at: Date;
}

/** One row is one address of OPERATOR_REALTIME_URLS, by its place there, from 1. The first row also has the lease of the process that reads them. */
export interface LiveFeedTable {
  number: number;
  lease_holder: string | null;
  lease_until: Date | null;
  /** Of the newest answer, for requests that are answered only if something has changed. */
  etag: string | null;
  last_modified: string | null;
  fetched_at: Date | null;
  /** When it was last read without a fault. */
  good_at: Date | null;
  /** The feed's own timestamp. */
  feed_at: Date | null;
  /** Why it could not be read; null if it was. */
  fault: string | null;
  counts: Json | null;
  /** Cancellations that wait for the desk, by service date and departure id. */
  held: Json | null;
}

/** One row is one service alert of a feed, as in its last reading. */
export interface LiveAlertTable {
  number: number;
  alert_id: string;
  header: Json;
  description: Json;
  url: Json;
  periods: Json;
  informed: Json;
  cause: string;
  effect: string;
}
