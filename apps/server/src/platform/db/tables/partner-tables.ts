// The tables of partners as Kysely sees them: keys, orders, the ledger and events.
import type { ColumnType, Generated } from 'kysely';
import type { PartnerMode, PartnerScope } from '@kippu/contract/partner/partner-values';
import type { WebhookTopic } from '@kippu/contract/partner/webhook-topics';

export interface PartnerTable {
  partner_id: string;
  name: string;
  /** An email. */
  contact: string;
  /** The most seats on one train that it holds, or that nobody has added yet; null for no limit. */
  seats_a_train: number | null;
  /** Whether it may sell every product, without a limit. */
  sells_all: Generated<boolean>;
  /** Whether its keys may also make the desk's calls of sales systems. One partner at most. */
  desk_calls: Generated<boolean>;
  /** The last event of tickets that was looked at to find orders of the former key; bigint, read as a string by one of the drivers. */
  adopted_to: ColumnType<number | string, number | undefined, number>;
  created_at: Date;
  closed_at: Date | null;
}

export interface PartnerProductTable {
  partner_id: string;
  product_id: string;
  /** The most tickets of the product that it sells on one day of the operator; null for no limit. */
  tickets_a_day: number | null;
}

export interface PartnerKeyTable {
  key_id: string;
  partner_id: string;
  mode: PartnerMode;
  /** SHA-256 of the key. */
  key_hash: string;
  /** The key's last characters. */
  hint: string;
  scopes: PartnerScope[];
  created_at: Date;
  /** `desk:<staff id>` or `system`. */
  created_by: string;
  /** To the minute. */
  last_used_at: Date | null;
  closed_at: Date | null;
}

export interface PartnerOrderTable {
  /** Also the `order_id` of its tickets and of the sales order, once it is confirmed. */
  order_id: string;
  partner_id: string;
  mode: PartnerMode;
  /** The partner's own. */
  reference: string;
  state: 'open' | 'confirmed' | 'cancelled';
  /** ISO 4217. */
  currency: string;
  /** Whether it was issued before there was a ledger. */
  adopted: Generated<boolean>;
  created_at: Date;
  /** An open order lapses then. */
  expires_at: Date;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
}

export interface PartnerItemTable {
  order_id: string;
  position: number;
  product_id: string;
  /** `YYYY-MM-DD`, the last day on which the use may begin. */
  use_by: string;
  /** The holds of its seats, which have the ids of its reservations once it is confirmed. */
  holds: Generated<string[]>;
}

export interface PartnerPassengerTable {
  passenger_id: string;
  order_id: string;
  item: number;
  position: number;
  category: string;
  /** The partner's own. */
  reference: string | null;
  /** bigint, in the minor unit of the order's currency, with the tax inside it. */
  price: ColumnType<number | string, number, number>;
  tax: ColumnType<number | string, number, number>;
  /** In hundredths of a percent. */
  tax_rate: number;
  state: 'ordered' | 'issued' | 'refunded' | 'exchanged' | 'void';
  /** Whether the event of its ticket's end was written. */
  expiry_written: Generated<boolean>;
  /** Null until it is issued. A reissue moves it to the new ticket. */
  ticket_id: string | null;
}

/** An amount that moves from one account of a partner to another. Rows are only added. */
export interface LedgerEntryTable {
  /** bigint, read as a string. */
  entry_id: ColumnType<string, never, never>;
  /** Rows of one act. */
  posting_id: string;
  partner_id: string;
  mode: PartnerMode;
  order_id: string;
  passenger_id: string;
  kind: 'sale' | 'refund' | 'void' | 'exchange';
  line: 'net' | 'tax' | 'fee' | 'feeTax';
  debit: 'receivable' | 'revenue' | 'fee' | 'tax';
  credit: 'receivable' | 'revenue' | 'fee' | 'tax';
  amount: ColumnType<number | string, number, number>;
  currency: string;
  /** In hundredths of a percent. */
  tax_rate: number;
  /** The operator's day, `YYYY-MM-DD`. */
  day: string;
  /** The day of the act, where its month was closed before it was posted; a trigger fills it. */
  act_day: ColumnType<string | null, never, never>;
  at: Date;
}

/** A month of a partner's ledger that is closed for good. Rows are only added. */
export interface LedgerClosingTable {
  partner_id: string;
  mode: PartnerMode;
  /** `YYYY-MM`. */
  month: string;
  /** ISO 4217. */
  currency: string;
  entries: number;
  sums: ColumnType<unknown, string, never>;
  /** bigint: what the partner owed when the month ended, in the currency's minor unit. */
  balance: ColumnType<number | string, number, never>;
  /** SHA-256, hexadecimal, of the entries and of the hash of the closing before. */
  hash: string;
  closed_at: Date;
  /** `desk:<staff id>`. */
  closed_by: string;
}

/** What became of an order or a ticket. Rows are only added; a trigger fills `era` and `tx`. */
export interface PartnerEventTable {
  /** bigint, read as a string. */
  event_id: ColumnType<string, never, never>;
  era: Generated<number>;
  /** The transaction that readers wait for, an xid8 read as a string. */
  tx: ColumnType<string, never, never>;
  partner_id: string;
  mode: PartnerMode;
  order_id: string;
  ticket_id: string | null;
  /** The ticket, or the order. */
  subject: string;
  kind: string;
  data: ColumnType<unknown, string, string>;
  at: Date;
}

/** One row: how often the database was loaded into another cluster. */
export interface PartnerEventEraTable {
  only_row: Generated<true>;
  era: number;
}

/** Where a partner gets its events. */
export interface WebhookEndpointTable {
  endpoint_id: string;
  partner_id: string;
  mode: PartnerMode;
  url: string;
  /** Empty for every event. */
  topics: WebhookTopic[];
  /** `disabled` can be opened again; `closed` is for good. */
  state: 'open' | 'disabled' | 'closed';
  /** Encrypted. After a rotation both sign until the former one ends. */
  secret: string;
  former_secret: string | null;
  former_until: Date | null;
  /** The last event that was looked at: its place in the log. */
  era: number;
  /** xid8, read as a string. */
  tx: ColumnType<string, string, string>;
  /** bigint, read as a string by one of the drivers. */
  event_id: ColumnType<string, string, string>;
  /** Failed tries in a row. */
  failures: Generated<number>;
  failing_since: Date | null;
  /** No delivery is tried before. */
  next_at: Date;
  /** The process that delivers to it now. */
  lease: string | null;
  leased_until: Date | null;
  delivered_at: Date | null;
  /** Of the last failure: the answer or the kind of fault, never an address. */
  reason: string | null;
  disabled_at: Date | null;
  created_at: Date;
}

/** An event that an endpoint has not accepted yet. */
export interface WebhookDeliveryTable {
  endpoint_id: string;
  era: number;
  tx: ColumnType<string, string, string>;
  event_id: ColumnType<string, string, string>;
  /** The ticket, or the order: its events are delivered one after the other. */
  subject: string;
  queued_at: Date;
  attempts: Generated<number>;
  first_tried_at: Date | null;
  due_at: Date;
}
