// The tables as Kysely sees them; db/migrations creates them.
import type { DisruptionKind } from '@kippu/contract/calls/traveller/seat';
import type { GateConflictKind } from '@kippu/contract/calls/desk/issue';
import type { ColumnType, Generated } from 'kysely';
import type {
  AccountTable,
  AttemptTable,
  CaptchaTable,
  IdempotencyTable,
  LoginFailureTable,
  OneTimePassTable,
  PasswordHistoryTable,
  SessionTable,
  SessionTokenTable,
  UsedOnceTable,
  VerifyCodeTable,
} from './account-tables.ts';
import type {
  FeedImportTable,
  FeedUploadPartTable,
  FeedUploadTable,
  ServerProcessTable,
  TimetableTable,
} from './feed-tables.ts';
import type {
  AddedTrainTable,
  ExtraTrainTable,
  LateRunTable,
  LiveAlertTable,
  LiveChangeTable,
  LiveFeedTable,
  LiveTrainTable,
  LiveVersionTable,
  SeatRefundTable,
} from './live-tables.ts';
import type { JobOutageTable, JobTable } from './job-tables.ts';
import type {
  LedgerClosingTable,
  LedgerEntryTable,
  PartnerEventEraTable,
  PartnerEventTable,
  PartnerItemTable,
  PartnerKeyTable,
  PartnerOrderTable,
  PartnerPassengerTable,
  PartnerProductTable,
  PartnerTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
} from './partner-tables.ts';
import type { EveMailTable, PushSubscriptionTable, ToldRideTable } from './push-tables.ts';
import type { FeedbackActTable, FeedbackTable, NoticeTable } from './notice-tables.ts';
import type {
  StaffActionTable,
  StaffSessionTable,
  StaffSignInFailureTable,
  StaffTable,
} from './staff-tables.ts';

/** Read as a parsed value, written as JSON text (an array would become a PostgreSQL array). */
type Json = ColumnType<unknown, string, string>;

interface ProductTable {
  product_id: string;
  kind: string;
  trip_type: number | null;
  pass_days: number | null;
  reservations: number;
  /** Names, notes, sections and the other fields of the operator's products.json. */
  data: Json;
}

export type TicketStatus =
  'unbound' | 'bound' | 'inUse' | 'used' | 'refunded' | 'suspended' | 'void' | 'disused' | 'reissued';

export interface TicketTable {
  ticket_id: string;
  ticket_no: string;
  issued_ticket_no: string;
  voucher_no: string | null;
  redeem_code: string | null;
  link_token: string;
  product_id: string;
  account_id: string | null;
  status: TicketStatus;
  /** The status that a resume restores. */
  status_before_suspend: TicketStatus | null;
  /** The older ticket that this one replaces. */
  reissue_of: string | null;
  passenger_category: string;
  order_id: string;
  order_time: Date;
  issuer: string;
  seller: string;
  sales_site: string;
  sales_company: string;
  /** Hundredths of the currency's main unit; bigint, read as a string by one of the drivers. */
  sale_price: ColumnType<number | string, number, number>;
  quantity: Generated<number>;
  station_from_date: Date | null;
  station_depart_date: Date | null;
  use_expire_date: Date;
  abt_expire_date: Date | null;
  use_date: Date | null;
  /** The public key, base64url, of the phone that last fetched a certificate. */
  phone_key: string | null;
  /** How many admissions staff have taken in. */
  admitted: Generated<number>;
  created_at: Date;
}

/** An exchanged voucher's number, and who took it at the counter. */
interface ExchangeTable {
  ticket_id: string;
  number: string;
  counter_id: string;
  exchanged_at: Date;
  taken_at: Date | null;
  /** `desk:<staff id>`. */
  taken_by: string | null;
}

interface SalesOrderTable {
  order_id: string;
  link_token: string;
  created_at: Date;
}

interface BindFailureTable {
  /** `account:<id>`, or `address:` and the keyed hash of the client's address. */
  subject: string;
  failed_at: Date;
}

/** One row is one link by which an account passes a ticket on. */
export interface SentLinkTable {
  token_hash: string;
  ticket_id: string;
  /** The sender. */
  account_id: string;
  made_at: Date;
  expires_at: Date;
  /** Null while it waits; of one that ran out too. */
  closed_at: Date | null;
  outcome: 'taken' | 'calledBack' | null;
}

export interface TicketEventTable {
  event_id: Generated<string>;
  ticket_id: string;
  kind: string;
  /** 31 to 38, as on the history page; null for events elsewhere than at a gate. */
  code: number | null;
  from_status: TicketStatus | null;
  to_status: TicketStatus | null;
  station_id: string | null;
  method: string | null;
  /** `account:<id>`, `gate:<id>`, `staff:<id>`, `system`. */
  actor: string;
  at: Date;
  detail: Json | null;
}

export interface TicketEntryTable {
  record_id: string;
  ticket_id: string;
  station_id: string;
  direction: 'in' | 'out';
  method: string;
  state: 'open' | 'passed' | 'cancelled';
  verified_at: Date;
  verified_until: Date;
  closed_at: Date | null;
}

export interface GateTable {
  gate_id: string;
  station_id: string;
  direction: 'in' | 'out' | 'both';
  /** SHA-256 of a key made by the server (older gates); null for a gate that made its own. */
  key_hash: string | null;
  /** Compressed P-256 point, base64url; null for a gate with a key of the server's. */
  public_key: string | null;
  /** The secret for proving answers to this gate, base64url; null where `public_key` is null. */
  answer_key: string | null;
  enrolled_at: Date;
  /** When it last called, to the minute. */
  heard_at: Date | null;
  closed_at: Date | null;
  /** Reports of a closed gate about later times do not count; null means `closed_at`. */
  counts_until: Date | null;
  /** When the desk last stated that time. Null for an open gate, and for one whose end was stated before this column. */
  end_stated_at: Date | null;
  /** When all its passages were judged by that time; null while some may be left. */
  judged_at: Date | null;
  /** The earliest passage that it reported with the phone's moment: later ones without it are set aside. Null for older gates. */
  moments_from: Date | null;
  /** Whether it is an inspector's device, which opens no gate. */
  inspects: boolean;
}

export interface GateCodeTable {
  code_hash: string;
  station_id: string;
  direction: 'in' | 'out' | 'both';
  expires_at: Date;
  used_at: Date | null;
  /** The gate enrolled with the code; null until then, and for codes of older versions. */
  gate_id: Generated<string | null>;
  /** Whether a demonstration printed it. */
  demo: Generated<boolean>;
  /** Names the code where it may not be shown. */
  code_id: Generated<string>;
  /** The actor at the desk; null for codes of the server's host and of older versions. */
  made_by: Generated<string | null>;
  /** Whether it enrols an inspector's device. */
  inspects: Generated<boolean>;
}

/** One row once the database has been used in production. */
interface DeploymentTable {
  only_row: Generated<true>;
  production_since: Date;
}

/** Whose data the database holds: the `operatorId` of the first start. */
interface OperatorTable {
  only_row: Generated<true>;
  operator_id: string;
}

/** A key of the server, with its private part encrypted: see platform/keys/. */
interface ServerKeyTable {
  purpose: 'issuer' | 'password' | 'secret' | 'push' | 'webhook';
  key_id: string;
  /** Counts the keys of a purpose from 1. */
  generation: number;
  /** SPKI in base64url; null for a secret. */
  public_part: string | null;
  /** The private part, encrypted; null once it is destroyed. */
  wrapped_part: string | null;
  /** The fingerprint of the wrapping key; null where `wrapped_part` is null. */
  wrapped_by: string | null;
  created_at: Date;
  signs_from: Date;
  /** Null for a secret, which has no end, until it is replaced. */
  ends_at: Date | null;
}

export interface GateEventTable {
  /** The gate that sent it. */
  gate_id: string;
  /** The device's gate at the time of the event; null where that is `gate_id`. */
  origin_gate_id: Generated<string | null>;
  event_id: string;
  /** Null where the report names no known ticket, or its certificate is not genuine. */
  ticket_id: string | null;
  /** As reported: the ticket's id, or the number that staff typed. */
  told: string;
  station_id: string;
  code: 31 | 32 | 37 | 38;
  /** By the gate's clock; if that is impossible, the time of receipt. */
  at: Date;
  /** The gate's clock where `at` differs from it. */
  told_at: Date | null;
  received_at: Date;
  /** When its gate sent it, of a passage that was set aside and counts since `received_at`; null where the two are the same. */
  first_received_at: Generated<Date | null>;
  /** Base64url; empty where staff typed the number. */
  certificate: string;
  /** The phone's moment, base64url, if it proves the passage. */
  moment: string | null;
  /** When the certificate was issued; null where none was shown or it is not genuine. */
  issued_at: Date | null;
  reason: string | null;
  /** Whether the product opens no gate of that direction at the station, as known when the passage was reported. */
  wrong_place: Generated<boolean>;
}

export interface GateConflictTable {
  /** bigint, read as a string. */
  conflict_id: ColumnType<string, never, never>;
  gate_id: string;
  event_id: string;
  kind: GateConflictKind;
  /** What it contradicts (see `Conflict` of replay-passages.ts); empty if the passage alone is wrong, null for a conflict of an older release. */
  against: string | null;
  ticket_id: string | null;
  found_at: Date;
  settled_at: Date | null;
  settled_by: string | null;
  settled_note: string | null;
}

export interface SeatHoldTable {
  hold_id: string;
  /** Null for a hold of a partner. */
  account_id: string | null;
  /** Null for a hold of an account. */
  partner_id: string | null;
  /** The partner's order that it belongs to; null until one names it. */
  order_id: string | null;
  departure_id: string;
  from_station: string;
  to_station: string;
  /** Legs from first_leg to end_leg, end_leg excluded. */
  first_leg: number;
  end_leg: number;
  ticket_ids: string[];
  seats: string[];
  /** The reservation this hold would replace. */
  change_of: string | null;
  created_at: Date;
  expires_at: Date;
  /** The ride's times when it was made; null for a hold made by an older release. */
  depart_at: Date | null;
  arrive_at: Date | null;
}

export interface ReservationTable {
  reservation_id: string;
  /** Null while its tickets are in no account. */
  account_id: string | null;
  /** The partner's order whose tickets nobody has added yet; null for an account's reservation. */
  order_id: string | null;
  departure_id: string;
  trip_id: string;
  service_date: string;
  from_station: string;
  to_station: string;
  first_leg: number;
  end_leg: number;
  depart_at: Date;
  arrive_at: Date;
  /** 1 reserved, 2 cancelled; 3 departed is computed from the clock. */
  state: 1 | 2;
  reserved_at: Date;
  changed_at: Date | null;
  cancelled_at: Date | null;
  /** The hold of its last change. */
  moved_by: string | null;
  /** Whether a ticket went elsewhere without its seat, or ended, after the train had arrived by all that was known. */
  left_behind: Generated<boolean>;
}

export interface ReservationSeatTable {
  reservation_id: string;
  ticket_id: string;
  seat: string;
  seat_type: 'reserved' | 'nonReserved';
  car_class: string;
}

/** One row is one seat on one leg of one departure. The primary key prevents a double sale. */
interface SeatLegTable {
  departure_id: string;
  seat: string;
  leg: number;
  hold_id: string | null;
  reservation_id: string | null;
  /** Set for holds only. */
  expires_at: Date | null;
}

interface DisruptionTable {
  disruption_id: string;
  reservation_id: string;
  kind: DisruptionKind;
  booked_depart_at: Date;
  booked_arrive_at: Date;
  /** Until when seats may be moved even after a departure. */
  free_until: Date | null;
  found_at: Date;
  /** When newer information replaced this, or the traveller moved or cancelled; null while it is current. */
  settled_at: Date | null;
  mail_tried_at: Date | null;
  mailed_at: Date | null;
  /** When phones were notified of it; null until then. */
  told_at: Date | null;
}

/** Trips and stations of all timetables so far, as in the newest timetable that had them. */
interface FeedMemoryTable {
  kind: 'trip' | 'station';
  id: string;
  data: Json;
}

export interface Tables {
  account: AccountTable;
  password_history: PasswordHistoryTable;
  verify_code: VerifyCodeTable;
  login_failure: LoginFailureTable;
  attempt: AttemptTable;
  captcha: CaptchaTable;
  one_time_pass: OneTimePassTable;
  used_once: UsedOnceTable;
  session: SessionTable;
  session_token: SessionTokenTable;
  idempotency: IdempotencyTable;
  product: ProductTable;
  ticket: TicketTable;
  exchange: ExchangeTable;
  sales_order: SalesOrderTable;
  bind_failure: BindFailureTable;
  ticket_event: TicketEventTable;
  ticket_entry: TicketEntryTable;
  gate: GateTable;
  gate_code: GateCodeTable;
  deployment: DeploymentTable;
  operator: OperatorTable;
  server_key: ServerKeyTable;
  gate_event: GateEventTable;
  gate_conflict: GateConflictTable;
  seat_hold: SeatHoldTable;
  reservation: ReservationTable;
  reservation_seat: ReservationSeatTable;
  seat_leg: SeatLegTable;
  disruption: DisruptionTable;
  feed_memory: FeedMemoryTable;
  feedback: FeedbackTable;
  feed_import: FeedImportTable;
  feed_upload: FeedUploadTable;
  feed_upload_part: FeedUploadPartTable;
  timetable: TimetableTable;
  server_process: ServerProcessTable;
  live_version: LiveVersionTable;
  live_train: LiveTrainTable;
  late_run: LateRunTable;
  sent_link: SentLinkTable;
  seat_refund: SeatRefundTable;
  live_change: LiveChangeTable;
  live_feed: LiveFeedTable;
  live_alert: LiveAlertTable;
  extra_train: ExtraTrainTable;
  added_train: AddedTrainTable;
  feedback_act: FeedbackActTable;
  notice: NoticeTable;
  push_subscription: PushSubscriptionTable;
  told_ride: ToldRideTable;
  eve_mail: EveMailTable;
  job: JobTable;
  job_outage: JobOutageTable;
  staff: StaffTable;
  staff_session: StaffSessionTable;
  staff_action: StaffActionTable;
  staff_sign_in_failure: StaffSignInFailureTable;
  partner: PartnerTable;
  partner_product: PartnerProductTable;
  partner_key: PartnerKeyTable;
  partner_order: PartnerOrderTable;
  partner_item: PartnerItemTable;
  partner_passenger: PartnerPassengerTable;
  ledger_entry: LedgerEntryTable;
  ledger_closing: LedgerClosingTable;
  partner_event: PartnerEventTable;
  partner_event_era: PartnerEventEraTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_delivery: WebhookDeliveryTable;
}
