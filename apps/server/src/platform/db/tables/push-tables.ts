// The tables of notifications to travellers: their phones, and what they were notified of, as Kysely sees them.
import type { PushTopic } from '@kippu/contract/values';
import type { RideState } from '@kippu/domain/live/ride-news';
import type { ColumnType, Generated } from 'kysely';

/** One row is one phone of an account. */
export interface PushSubscriptionTable {
  subscription_id: string;
  account_id: string;
  /** As in `session`. */
  device_id: string;
  /** The host of the push service. */
  host: string;
  /** A keyed hash: a phone belongs to one account. */
  endpoint_hash: string;
  /** Its address and keys, encrypted. */
  sealed: string;
  /** The server's key that it subscribed with. */
  key_id: string;
  language: string;
  topics: PushTopic[];
  /** `HH:mm` by the railway's clock; null without quiet hours. */
  quiet_from: string | null;
  quiet_to: string | null;
  /** When its account last logged in or saved it. */
  seen_at: Date;
}

/** One row is what the traveller of a reservation was notified of about its train. */
export interface ToldRideTable {
  reservation_id: string;
  /** The departure and the two stops: a reservation may change to another train. */
  ride: string;
  /** When the train leaves by the timetable: rows of past trains are deleted. */
  departs_at: Date;
  /** The ride as the traveller knows it; null before the first change. */
  told: ColumnType<RideState | null, string | null, string | null>;
  /** How many mails about its delay. */
  late_mails: Generated<number>;
  /** When the message before departure was queued; null until then. */
  departure_told_at: Date | null;
}

/** One row is a reservation whose mail of the evening before was queued. */
export interface EveMailTable {
  reservation_id: string;
  /** The day of the trip, 'YYYY-MM-DD'. */
  day: string;
  /** When the train leaves by the timetable: rows of past trains are deleted. */
  departs_at: Date;
}
