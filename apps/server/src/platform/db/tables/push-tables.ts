// The tables of messages that are pushed to phones, as Kysely sees them.
import type { PushTopic } from '@kippu/contract/values';

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
